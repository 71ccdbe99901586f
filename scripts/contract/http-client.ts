import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceivedResponse } from './validate/received-response.ts'

export const EVENT_STREAM_TYPE = 'text/event-stream'
export const CALENDAR_TYPE = 'text/calendar'
export const NDJSON_TYPE = 'application/x-ndjson'

export interface Sent {
  /** GET when left out. */
  readonly method?: string
  /** From the path on. */
  readonly url: string
  /** Their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type Send = (sent: Sent) => Promise<ReceivedResponse>

/** The cause of an error: no whole response in time. */
export class TimedOut extends Error {}

export interface HttpClient {
  readonly send: Send
  close(): void
}

/**
 * The client closes a connection that was idle for this time. The service closes it after 72 s, when it would
 * drop a request that was just sent.
 */
const IDLE_MS = 30_000

/** Far more than one page of the longest records. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/** A snapshot has a whole collection. Its first lines are validated, which are at least one record. */
const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024

/**
 * Sends requests to one origin. Unlike `fetch` it sends only the given headers, any method
 * included, and returns responses unchanged.
 */
export function httpClient(origin: string, connections: number, timeoutMs: number): HttpClient {
  const module = origin.startsWith('https:') ? https : http
  const agent = new module.Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_MS })
  const attempt: Send = async (sent) => {
    const { method = 'GET', url, headers = {}, body } = sent
    const signal = AbortSignal.timeout(timeoutMs)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { agent, method, signal, headers: { ...headers, ...length } }
    const request = module.request(`${origin}${url}`, options)
    request.end(body)
    const { response, text } = await whole(request).catch((error: unknown) => {
      throw signal.aborted
        ? new TimedOut(`no whole response within ${timeoutMs / 1_000} s (--timeout)`)
        : error
    })
    const status = response.statusCode ?? 0
    return { method, url, sent: headers, status, headers: received(response), text }
  }
  const send: Send = (sent) =>
    attempt(sent)
      .catch((error: unknown) => again(error, sent, attempt))
      .catch((error: Error) => {
        throw new Error(`${sent.method ?? 'GET'} ${sent.url}: ${error.message}`, { cause: error })
      })
  return { send, close: () => agent.destroy() }
}

async function whole(request: http.ClientRequest) {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { response, text: await read(response, request.method) }
}

/** The other side may close a connection that was kept open just when it is used again. */
function again(error: unknown, sent: Sent, attempt: Send): Promise<ReceivedResponse> {
  const isSafe = sent.method === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(sent.method)
  if (isSafe && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return attempt(sent)
  throw error
}

/** The longest that a request waits in all. The window of the rate limit is a minute. */
const MAX_WAIT_MS = 180_000

/**
 * Sends a request again that the service asks to send later: 429 or 503 with `Retry-After`, as the contract asks of its
 * clients. A response without the header is returned, and so is one that has to wait for too long.
 * @param signal ends a wait; what is sent after it waits all the same, because created records are still deleted.
 */
export function sendInTime(send: Send, signal: AbortSignal): Send {
  return async (sent) => {
    let response = await send(sent)
    for (let waited = 0; ;) {
      const wait = askedWaitMs(response)
      if (wait === undefined || waited + wait > MAX_WAIT_MS) return response
      const isOver = await sleep(wait, false, signal.aborted ? {} : { signal }).catch(() => true)
      if (isOver) return response
      waited += wait
      response = await send(sent)
    }
  }
}

function askedWaitMs({ status, headers }: ReceivedResponse): number | undefined {
  const seconds = headers['retry-after'] ?? ''
  if ((status !== 429 && status !== 503) || !/^\d{1,5}$/.test(seconds)) return undefined
  // A clock that is a little ahead would ask just before the end of the window.
  return Math.max(1, Number(seconds)) * 1_000
}

async function read(response: http.IncomingMessage, method: string): Promise<string> {
  const chunks: Buffer[] = []
  const type = response.headers['content-type']
  const isSnapshot = type === NDJSON_TYPE && method === 'GET'
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_RESPONSE_BYTES)
      throw new Error(`A response is longer than ${MAX_RESPONSE_BYTES} bytes`)
    if (isSnapshot && length > MAX_SNAPSHOT_BYTES && chunk.includes('\n')) {
      const end = length - chunk.length + chunk.lastIndexOf('\n') + 1
      return Buffer.concat(chunks, end).toString('utf8')
    }
    // A stream of events has no end.
    if (type === EVENT_STREAM_TYPE && chunk.toString().endsWith('\n\n')) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function received({ headersDistinct }: http.IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  )
}
