import { setTimeout as sleep } from 'node:timers/promises'
import type { Sent } from '../../../scripts/contract/http-client.ts'
import type { ReceivedResponse as Answer } from '../../../scripts/contract/validate/received-response.ts'
import {
  creation,
  headersOf,
  isInState,
  WRITTEN_KINDS,
  type Partner,
  type WrittenKind,
} from './record-requests.ts'

/** Undefined when the connection broke, so that nobody knows whether the request was executed. */
export type TrySend = (sent: Sent) => Promise<Answer | undefined>

/** Longer than any outage here, also on a slow machine. */
const MAX_WAIT_MS = 300_000
/** Before a request is repeated, if the response does not say more. */
const MIN_RETRY_MS = 20
/** Changes of one record. The last state has a picture, which a deletion then removes. */
const CHANGES = 4

/** A record after the last acknowledged write. */
export interface WrittenRecord {
  readonly kind: WrittenKind
  readonly name: string
  /** Below the root of the API. */
  readonly path: string
  readonly state: number
  readonly isDeleted: boolean
}

interface Options {
  readonly partner: Partner
  /** Of all names. */
  readonly prefix: string
  /** Records that are written concurrently. */
  readonly loops: number
  /** Between two requests for one record. */
  readonly pauseMs: number
  /** In place of each second of `Retry-After`, and up to twice that; 1,000 when left out. */
  readonly retryMs?: number
  /** Called for each acknowledged write. */
  readonly onWritten?: (write: Written) => void
}

export interface Written {
  readonly record: WrittenRecord
  /** When the request was sent first, and when it was acknowledged, in milliseconds since 1970. */
  readonly sentAt: number
  readonly acknowledgedAt: number
}

export interface RecordWriter {
  /** Of the names of all records. */
  readonly prefix: string
  readonly records: readonly WrittenRecord[]
  /** Descriptions of responses that no client can expect. */
  readonly faults: string[]
  /** The number of acknowledged writes. */
  readonly acknowledged: number
  /** Resolves when each begun write is acknowledged. */
  end(): Promise<void>
}

/** Mostly artworks and events. */
const ORDER = (['artwork', 'event', 'gallery', 'artwork', 'event', 'artist'] as const).map(
  (name): WrittenKind => WRITTEN_KINDS[name],
)

/**
 * Creates, changes and deletes records, each by one client at a time, which repeats a write until it is acknowledged
 * and names the version that it has seen. So a lost write shows as 412, and a write that was executed without an
 * acknowledgement shows as the record that the write makes.
 */
export function startRecordWriter(send: TrySend, options: Options): RecordWriter {
  const { loops, pauseMs, prefix } = options
  const progress = {
    prefix,
    records: [] as WrittenRecord[],
    faults: [] as string[],
    acknowledged: 0,
  }
  const ending = new AbortController()
  let begun = 0
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const kind = ORDER[begun % ORDER.length] ?? WRITTEN_KINDS.artwork
      begun += 1
      // Half of each kind stays.
      const isKept = Math.ceil(begun / ORDER.length) % 2 === 0
      try {
        const writes = writesOf(send, options, kind, `${prefix}${begun}`, isKept)
        progress.records.push(await lastOf(writes))
      } catch (error) {
        // The state of the record is unknown.
        progress.faults.push(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const lastOf = async (writes: AsyncIterable<WrittenRecord>): Promise<WrittenRecord> => {
    let last: WrittenRecord | undefined
    let sentAt = Date.now()
    for await (last of writes) {
      progress.acknowledged += 1
      options.onWritten?.({ record: last, sentAt, acknowledgedAt: Date.now() })
      if (ending.signal.aborted) break
      await sleep(pauseMs)
      sentAt = Date.now()
    }
    if (last === undefined) throw new Error('A record was not even created')
    return last
  }
  const all = Promise.all(Array.from({ length: loops }, loop))
  return Object.assign(progress, {
    async end() {
      ending.abort()
      await all
    },
  })
}

/** The record after each acknowledged write. @throws an error that describes an unexpected response. */
async function* writesOf(
  send: TrySend,
  options: Options,
  kind: WrittenKind,
  name: string,
  isKept: boolean,
): AsyncGenerator<WrittenRecord> {
  const { partner } = options
  const made = await untilDone(send, options, creation(kind, partner, name))
  const url = new URL(made.headers['location'] ?? '').pathname
  const record = { kind, name, path: url.replace('/api/v1', ''), isDeleted: false }
  requireState(made, record, 0)
  yield { ...record, state: 0 }
  let etag = made.headers['etag'] ?? ''
  for (let state = 1; state <= CHANGES; state += 1) {
    const headers = { ...headersOf(partner), 'if-match': etag }
    const body = JSON.stringify(kind.fields(partner, name, state))
    const changed = await untilDone(send, options, { method: 'PATCH', url, headers, body })
    requireState(changed, record, state)
    etag = changed.headers['etag'] ?? ''
    yield { ...record, state }
  }
  if (isKept) return
  const headers = { authorization: `Bearer ${partner.key}`, 'if-match': etag }
  await untilDone(send, options, { method: 'DELETE', url, headers })
  yield { ...record, state: CHANGES, isDeleted: true }

  function requireState(response: Answer, { path }: { path: string }, state: number): void {
    if (isInState(kind, partner, { name, state }, response.text)) return
    throw new Error(`${path} is not in state ${state} after ${response.method}: ${response.text}`)
  }
}

/** Repeats a write until it succeeds. @returns the response, or that of a GET when an earlier try has succeeded. */
async function untilDone(send: TrySend, options: Options, sent: Sent): Promise<Answer> {
  const { retryMs = 1_000, partner } = options
  const deadline = performance.now() + MAX_WAIT_MS
  let isUncertain = false
  while (performance.now() < deadline) {
    const response = await send(sent)
    const { status = 503 } = response ?? {}
    if (response !== undefined && status < 300) return response
    if (response !== undefined && !isTemporary(response, isUncertain)) {
      if (!isUncertain || !wasDone(sent, status)) throw new Error(textOf(response))
      if (sent.method === 'DELETE') return response
      const { authorization } = headersOf(partner)
      return await untilDone(send, options, {
        url: sent.url,
        headers: { authorization: `${authorization}` },
      })
    }
    isUncertain = true
    const seconds = Number(response?.headers['retry-after'] ?? 0)
    await sleep(MIN_RETRY_MS + seconds * retryMs * (1 + Math.random()))
  }
  throw new Error(`${sent.method} ${sent.url} did not succeed in ${MAX_WAIT_MS} ms`)
}

/** Whether the request is worth repeating. An earlier try can still run. */
function isTemporary({ status, headers, text }: Answer, isUncertain: boolean): boolean {
  return (
    (status === 503 && 'retry-after' in headers) ||
    (isUncertain && status === 409 && text.includes('idempotency_key_in_use'))
  )
}

/** Whether the status of a repeated write says that an earlier try was executed. */
function wasDone({ method }: Sent, status: number): boolean {
  return (method === 'PATCH' && status === 412) || (method === 'DELETE' && status === 404)
}

function textOf({ method, url, status, text }: Answer): string {
  return `${method} ${url} responds with ${status}: ${text.slice(0, 300)}`
}
