import type { FastifyBaseLogger } from 'fastify'
import { LocalCounters, type Count } from './local-counts.ts'
import type { RedisCounters } from './redis-counts.ts'

type OnCount = (error: Error | null, count?: Count) => void

/** What is away is asked again after this; so long nobody waits for it. */
const AWAY_MS = 1_000

/** Where requests are counted: with other processes where that can be, and otherwise alone. */
export interface RateStore {
  incr(client: string, done: OnCount): void
  refund(client: string): void
}

/**
 * @param shared without it each process counts alone; so it does while that cannot be reached, which is
 *   logged once each time.
 */
export function rateStore(
  windowMs: number,
  shared: RedisCounters | undefined,
  log: FastifyBaseLogger,
): RateStore {
  const local = new LocalCounters(windowMs)
  if (shared === undefined) {
    return {
      incr: (client, done) => done(null, local.count(client)),
      refund: (client) => local.refund(client),
    }
  }
  let awayUntil = 0
  let isAway = false
  const noteAway = (error: Error): void => {
    awayUntil = performance.now() + AWAY_MS
    if (!isAway) log.warn({ err: error }, 'Requests are counted by this process alone')
    isAway = true
  }
  return {
    incr(client, done) {
      if (performance.now() < awayUntil) return done(null, local.count(client))
      shared.count(client, (error, count) => {
        if (count === undefined) {
          noteAway(error ?? new Error('No count'))
          return done(null, local.count(client))
        }
        isAway = false
        done(null, count)
      })
    },
    refund(client) {
      if (performance.now() < awayUntil) local.refund(client)
      else shared.refund(client)
    },
  }
}
