import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../../scripts/contract/validate/answer.ts'
import type { Send, Sent } from '../../../scripts/contract/http-client.ts'
import type { World } from '../world.ts'
import { countEventsByTitle } from '../system/database-queries.ts'
import { atRate } from './at-rate.ts'
import { count, type Tally } from './tally.ts'

/** In seconds. */
const MAX_SPREAD = 10
/** Far longer than anything here is away, and than a slow machine takes to catch up. */
const MAX_WAIT_MS = 300_000

/** A request that creates an event of this title, once, however often it is sent. */
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
  /** @returns the titles that were acknowledged, once all that were begun are. */
  end(): Promise<ReadonlySet<string>>
}

interface Unfinished {
  readonly title: string
  readonly tries: number
  readonly dueAt: number
}

/**
 * Sends so many requests a second that create events, each again with the same key until it is done, as
 * clients do that want their events: what is due again goes before what is new.
 * @param prefix what all titles begin with.
 */
export function startEventWriter(
  world: World,
  send: Send,
  { prefix, perSecond }: { readonly prefix: string; readonly perSecond: number },
  tally: Tally,
): EventWriter {
  const acknowledged = new Set<string>()
  const refused: Unfinished[] = []
  let begun = 0
  let isEnding = false
  const next = (): Unfinished | undefined => {
    const now = performance.now()
    const at = refused.findIndex(({ dueAt }) => dueAt <= now)
    const [again] = at === -1 ? [] : refused.splice(at, 1)
    if (again !== undefined || isEnding) return again
    begun += 1
    return { title: `${prefix}${begun}`, tries: 0, dueAt: now }
  }
  const stop = atRate(perSecond, async () => {
    const write = next()
    if (write === undefined) return
    const answer = await sendNoting(send, eventRequest(world, write.title), tally)
    if (answer?.status === 201) return void acknowledged.add(write.title)
    const tries = write.tries + 1
    const wait = waitMs(Number(answer?.headers['retry-after'] ?? 1), tries)
    refused.push({ ...write, tries, dueAt: performance.now() + wait })
  })
  return {
    async end() {
      isEnding = true
      const deadline = performance.now() + MAX_WAIT_MS
      while (acknowledged.size < begun && performance.now() < deadline) await sleep(20)
      await stop()
      for (const { title } of refused) {
        tally.faults.push(`${title} was not done in ${MAX_WAIT_MS} ms`)
      }
      return acknowledged
    },
  }
}

/** Retry-After plus a random, growing time, because all were rejected in the same moment. */
function waitMs(retryAfter: number, tries: number): number {
  return (retryAfter + Math.random() * Math.min(tries, MAX_SPREAD)) * 1_000
}

/** @returns undefined where there is no answer, which is a fault. */
export async function sendNoting(
  send: Send,
  request: Sent,
  tally: Tally,
): Promise<Answer | undefined> {
  try {
    const answer = await send(request)
    count(tally, answer)
    return answer
  } catch (error) {
    tally.faults.push(`${request.method ?? 'GET'} ${request.url}: ${String(error)}`)
    return undefined
  }
}

export interface Stored {
  /** Titles of events that were acknowledged and are not there. */
  readonly lost: readonly string[]
  /** Titles of which there are two or more. */
  readonly doubled: readonly string[]
}

export async function compareStored(
  ownerUrl: string,
  prefix: string,
  acknowledged: ReadonlySet<string>,
): Promise<Stored> {
  const counts = await countEventsByTitle(ownerUrl, prefix)
  return {
    lost: [...acknowledged].filter((title) => !counts.has(title)),
    doubled: [...counts].filter(([, times]) => times > 1).map(([title]) => title),
  }
}
