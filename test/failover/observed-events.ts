import { setTimeout as sleep } from 'node:timers/promises'
import type { TrySend } from '../faults/load/record-writer.ts'
import { headersOf, type Partner } from '../faults/load/record-requests.ts'

/** Events that are changed all the time, and read as anybody after each acknowledged change. */
export interface ObservedEvents {
  /** When a change was acknowledged, and when a page was read, in milliseconds of `performance.now`. */
  readonly written: readonly number[]
  readonly read: readonly number[]
  /** Pages that were older than an acknowledged change. */
  readonly stale: readonly string[]
  /** Resolves when all requests have their responses. */
  end(): Promise<void>
}

interface Shown {
  readonly id: number
  readonly title: string
}

const EVENTS = '/api/v1/events/'
/** They are first in a list by their start. */
const FIRST_START = Date.UTC(2100, 0, 1)
const PAUSE_MS = 20

let lists = 0

/** @param count of events, each with one client. */
export async function observeEvents(
  send: TrySend,
  partner: Partner,
  count: number,
): Promise<ObservedEvents> {
  const written: number[] = []
  const read: number[] = []
  const stale: string[] = []
  const ending = new AbortController()

  const untilStatus = async (sent: Parameters<TrySend>[0], status: number): Promise<string> => {
    for (;;) {
      const response = await send(sent)
      if (response?.status === status) return response.text
      if (response !== undefined && response.status !== 503 && response.status !== 409) {
        throw new Error(`${sent.url} responds with ${response.status}: ${response.text}`)
      }
      await sleep(PAUSE_MS)
    }
  }

  const create = async (at: number): Promise<number> => {
    const start = new Date(FIRST_START + at * 60_000).toISOString()
    const body = {
      title: '0',
      venue: partner.venue,
      category: partner.eventCategory,
      publish_status: 'published',
      start_time: start,
      end_time: '2150-01-01T00:00:00Z',
    }
    const headers = {
      ...headersOf(partner),
      'idempotency-key': `observed ${start} ${Math.random()}`,
    }
    const text = await untilStatus(
      { method: 'POST', url: EVENTS, headers, body: JSON.stringify(body) },
      201,
    )
    return (JSON.parse(text) as Shown).id
  }

  const loop = async (id: number): Promise<void> => {
    for (let n = 1; !ending.signal.aborted; n += 1) {
      const headers = { ...headersOf(partner), 'if-match': '*' }
      const body = JSON.stringify({ title: String(n) })
      await untilStatus({ method: 'PATCH', url: `${EVENTS}${id}/`, headers, body }, 200)
      written.push(performance.now())
      // Without a part that differs, so that the response cache takes part.
      const list = `${EVENTS}?limit=${2 * count}&ordering=-start_time`
      for (const url of [`${EVENTS}${id}/`, list]) {
        const text = await untilStatus({ url }, 200)
        read.push(performance.now())
        const page = JSON.parse(text) as Shown & { results?: readonly Shown[] }
        const shown = page.results?.find((each) => each.id === id) ?? page
        if (!(Number(shown.title) >= n)) stale.push(`${url} has ${shown.title} after ${n}`)
      }
      await sleep(PAUSE_MS)
    }
  }

  lists += 1
  const ids = await Promise.all(
    Array.from({ length: count }, (_, at) => create(lists * count + at)),
  )
  const all = Promise.all(ids.map(loop))
  return {
    written,
    read,
    stale,
    async end() {
      ending.abort()
      await all
    },
  }
}

/** From `since` to the end of the longest time without an entry. */
export function recoveryMs(times: readonly number[], since: number): number {
  const after = [since, ...times.filter((time) => time > since)].toSorted(
    (one, other) => one - other,
  )
  const gaps = after.slice(1).map((end, at) => ({ end, ms: end - (after[at] ?? 0) }))
  const [longest] = gaps.toSorted((one, other) => other.ms - one.ms)
  return (longest?.end ?? Infinity) - since
}
