import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceivedResponse as Answer } from '../../../scripts/contract/validate/received-response.ts'
import type { Send, Sent } from '../../../scripts/contract/http-client.ts'
import type { World } from '../world.ts'
import { countByTitle } from '../system/database-queries.ts'
import { atRate } from '../../bench/load/at-rate.ts'
import { count, type Tally } from './tally.ts'

/** In seconds. */
const MAX_SPREAD = 10
/** Longer than any outage here, also on a slow machine. */
const MAX_WAIT_MS = 300_000

/** A request that creates an event of this title once, also when it is repeated. */
export function eventRequest({ key, related }: World, title: string): Sent {
  return {
    method: 'POST',
    url: '/api/v1/events/',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': title,
    },
    body: JSON.stringify({
      title,
      category: related.event_categories[0],
      venue: related.venues[0],
      start_time: '2031-05-01T18:00:00Z',
      end_time: '2031-05-01T21:00:00Z',
    }),
  }
}

export interface EventWriter {
  /** @returns the acknowledged titles, when all are acknowledged. */
  end(): Promise<ReadonlySet<string>>
}

interface Unfinished {
  readonly title: string
  readonly tries: number
  readonly dueAt: number
}

/**
 * Creates events at a fixed rate, and repeats each request with its key until it succeeds; repetitions precede new
 * requests.
 * @param prefix of all titles.
 */
export function startEventWriter(
  world: World,
  send: Send,
  { prefix, perSecond }: { readonly prefix: string; readonly perSecond: number },
  tally: Tally,
): EventWriter {
  const acknowledged = new Set<string>()
  const rejected: Unfinished[] = []
  let begun = 0
  let isEnding = false
  const next = (): Unfinished | undefined => {
    const now = performance.now()
    const at = rejected.findIndex(({ dueAt }) => dueAt <= now)
    const [again] = at === -1 ? [] : rejected.splice(at, 1)
    if (again !== undefined || isEnding) return again
    begun += 1
    return { title: `${prefix}${begun}`, tries: 0, dueAt: now }
  }
  const stop = atRate(perSecond, async () => {
    const write = next()
    if (write === undefined) return
    const response = await sendCounted(send, eventRequest(world, write.title), tally)
    if (response?.status === 201) return void acknowledged.add(write.title)
    const tries = write.tries + 1
    const wait = waitMs(Number(response?.headers['retry-after'] ?? 1), tries)
    rejected.push({ ...write, tries, dueAt: performance.now() + wait })
  })
  return {
    async end() {
      isEnding = true
      const deadline = performance.now() + MAX_WAIT_MS
      while (acknowledged.size < begun && performance.now() < deadline) await sleep(20)
      await stop()
      for (const { title } of rejected) {
        tally.faults.push(`${title} did not succeed in ${MAX_WAIT_MS} ms`)
      }
      return acknowledged
    },
  }
}

/** Retry-After plus a random, growing time, because all were rejected in the same moment. */
function waitMs(retryAfter: number, tries: number): number {
  return (retryAfter + Math.random() * Math.min(tries, MAX_SPREAD)) * 1_000
}

/** @returns undefined without a response, which is an error. */
export async function sendCounted(
  send: Send,
  request: Sent,
  tally: Tally,
): Promise<Answer | undefined> {
  try {
    const response = await send(request)
    count(tally, response)
    return response
  } catch (error) {
    tally.faults.push(`${request.method ?? 'GET'} ${request.url}: ${String(error)}`)
    return undefined
  }
}

export interface Stored {
  /** Titles of acknowledged records that are missing. */
  readonly lost: readonly string[]
  /** Titles of two or more records. */
  readonly doubled: readonly string[]
}

export async function compareStored(
  ownerUrl: string,
  prefix: string,
  acknowledged: ReadonlySet<string>,
): Promise<Stored> {
  const counts = await countByTitle(ownerUrl, prefix)
  return {
    lost: [...acknowledged].filter((title) => !counts.has(title)),
    doubled: [...counts].filter(([, times]) => times > 1).map(([title]) => title),
  }
}
