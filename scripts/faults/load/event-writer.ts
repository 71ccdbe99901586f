import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../contract/judge/answer.ts'
import type { Send, Sent } from '../../contract/http-client.ts'
import type { World } from '../world.ts'
import { countEventsByTitle } from '../system/database-queries.ts'
import { count, type Tally } from './tally.ts'

/** In seconds; with less, what a slow machine refuses comes again faster than it can be done. */
const MOST_SPREAD = 10
/** Far longer than anything here is away, and than a slow machine takes to catch up. */
const LONGEST_MS = 300_000

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

/**
 * Sends it again with the same key until it is done, as a client does that wants its event.
 * @returns whether it was acknowledged.
 */
export async function createUntilDone(send: Send, request: Sent, tally: Tally): Promise<boolean> {
  const deadline = performance.now() + LONGEST_MS
  for (let tries = 1; performance.now() < deadline; tries += 1) {
    const answer = await sendNoting(send, request, tally)
    if (answer?.status === 201) return true
    await sleep(waitMs(Number(answer?.headers['retry-after'] ?? 1), tries))
  }
  tally.faults.push(`${request.headers?.['idempotency-key']} was not done in ${LONGEST_MS} ms`)
  return false
}

/** What the answer says, and a random, growing time, as all were refused in the same moment. */
function waitMs(retryAfter: number, tries: number): number {
  return (retryAfter + Math.random() * Math.min(tries, MOST_SPREAD)) * 1_000
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
