import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { components } from '../../../generated/v1.ts'

export type BatchResult = components['schemas']['BatchResult']
export type BatchSummary = components['schemas']['BatchSummary']
export type BatchResponseLine = components['schemas']['BatchResponseLine']

/** What arrived of the response to a batch. */
export interface BatchReply {
  /** Undefined without a response. */
  readonly status: number | undefined
  /** Whether a service had accepted the connection. */
  readonly wasSent: boolean
  readonly retryAfter: number | undefined
  /** The whole lines that arrived, or the problem. */
  readonly text: string
}

export interface SentBatch {
  readonly path: string
  readonly key: string
  readonly lines: readonly object[]
  /** Whether the client disconnects at the first answers, before it has sent its last line. */
  readonly isCut?: boolean
}

/** Never throws. */
export type SendBatch = (batch: SentBatch) => Promise<BatchReply>

/** The batches that a service has accepted and not yet answered wholly. */
export interface OpenBatches {
  count: number
}

/** Sends batches to a service, each on a connection of its own. @param url of its root. */
export function batchClient(url: () => string, open: OpenBatches = { count: 0 }): SendBatch {
  return async ({ path, key, lines, isCut = false }) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    const options = { method: 'POST', headers, agent: false }
    const sent = request(`${url()}/api/v1${path}`, options)
    let wasSent = false
    sent.once('socket', (socket) => socket.once('connect', () => (wasSent = true)))
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
    sent.on('error', () => {})
    if (isCut) sent.write(body.slice(0, -2))
    else sent.end(body)
    const [response] = (await once(sent, 'response').catch(() => [])) as [IncomingMessage?]
    if (response === undefined)
      return { status: undefined, wasSent, retryAfter: undefined, text: '' }
    const isOpen = Number(response.statusCode === 200)
    open.count += isOpen
    const text = await received(response, isCut)
    open.count -= isOpen
    sent.destroy()
    const { 'retry-after': after } = response.headers
    return {
      status: response.statusCode,
      wasSent,
      retryAfter: after === undefined ? undefined : Number(after),
      text,
    }
  }
}

/** What arrives until the response ends or is cut, or its first piece. */
async function received(response: IncomingMessage, isFirstOnly: boolean): Promise<string> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece)
      if (isFirstOnly) break
    }
  } catch {
    // The connection was cut.
  }
  return Buffer.concat(pieces).toString()
}

/** The whole lines of a response. */
export function responseLinesIn(text: string): BatchResponseLine[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).trimEnd()
  return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as BatchResponseLine)
}
