import type { FastifyBaseLogger } from 'fastify'
import { Redis, type Callback, type Result } from 'ioredis'

/** About 10 MiB. Of more clients, the one is forgotten whose window began first. */
const MOST_CLIENTS = 100_000

/** Counts by itself. A client's window begins with its first request. */
export class LocalCounters {
  readonly #windows = new Map<string, Window>()
  readonly #windowMs: number

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  count(client: string): Count {
    const now = performance.now()
    const open = this.#windows.get(client)
    if (open !== undefined && open.endsAt > now) {
      open.current += 1
      return { current: open.current, ttl: open.endsAt - now }
    }
    // Anew at the end, so that those stand first that began first.
    this.#windows.delete(client)
    this.#makeRoom(now)
    this.#windows.set(client, { current: 1, endsAt: now + this.#windowMs })
    return { current: 1, ttl: this.#windowMs }
  }

  /** Takes one request off again. */
  refund(client: string): void {
    const open = this.#windows.get(client)
    if (open !== undefined && open.current > 0) open.current -= 1
  }

  #makeRoom(now: number): void {
    for (const [client, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < MOST_CLIENTS) return
      this.#windows.delete(client)
    }
  }
}

/** Counting is worth no longer a wait. */
const TIMEOUT_MS = 100

const LONGEST_RECONNECT_MS = 2_000

/** So that no window stays open for ever, one is closed after its time whatever happened to it. */
const COUNT = `
  local current = redis.call('INCR', KEYS[1])
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    ttl = tonumber(ARGV[1])
  end
  return {current, ttl}`

/** Of an open window alone. */
const REFUND = `
  if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end
  return 0`

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

/** How many requests a client has sent in its present window. */
export interface Count {
  readonly current: number
  /** Until the window ends and the client begins at nothing, in milliseconds. */
  readonly ttl: number
}

interface Window {
  current: number
  readonly endsAt: number
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(
      key: string,
      windowMs: number,
      callback: Callback<[number, number]>,
    ): Result<[number, number], Context>
    refundRequest(key: string, callback: Callback<number>): Result<number, Context>
  }
}

export interface RedisCounters {
  count(client: string, done: (error: Error | null, count?: Count) => void): void
  refund(client: string): void
  close(): void
}

/** Counts in Redis, together with all processes that count there. */
export function redisCounters(redisUrl: string, windowMs: number): RedisCounters {
  const redis = new Redis(redisUrl, {
    keyPrefix: 'art-marketplace:requests:',
    commandTimeout: TIMEOUT_MS,
    connectTimeout: 2_000,
    // What cannot be counted now is counted elsewhere, not later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(100 * attempt, LONGEST_RECONNECT_MS),
  })
  redis.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT })
  redis.defineCommand('refundRequest', { numberOfKeys: 1, lua: REFUND })
  // It connects again by itself, and every command tells whether it went.
  redis.on('error', () => {})
  return {
    count(client, done) {
      void redis.countRequest(client, windowMs, (error, counted) => {
        const [current, ttl] = counted ?? []
        if (current === undefined || ttl === undefined) done(error ?? new Error('No count'))
        else done(null, { current, ttl })
      })
    },
    refund(client) {
      void redis.refundRequest(client, () => {})
    },
    close: () => redis.disconnect(),
  }
}
