import type { FastifyBaseLogger } from 'fastify'
import type { Callback, Result } from 'ioredis'
import { sharedCounters } from './rejections.ts'

/** About 10 MiB. At the maximum, the client whose window began first is evicted. */
const MAX_CLIENTS = 100_000

/** Fixed-window counters in this process's memory. A client's window begins with its first request. */
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
    // Re-inserted at the end, so that the map is ordered by the start of the windows.
    this.#windows.delete(client)
    this.#makeRoom(now)
    this.#windows.set(client, { current: 1, endsAt: now + this.#windowMs })
    return { current: 1, ttl: this.#windowMs }
  }

  /** Changes an open window only, and to no less than 0. */
  add(client: string, requests: number): void {
    const open = this.#windows.get(client)
    if (open !== undefined) open.current = Math.max(0, open.current + requests)
  }

  #makeRoom(now: number): void {
    for (const [client, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < MAX_CLIENTS) return
      this.#windows.delete(client)
    }
  }
}

/** A request does not wait longer to be counted. */
const TIMEOUT_MS = 100

const MAX_RECONNECT_MS = 2_000

/** Sets the expiry whenever it is missing, so that no window stays open for ever. */
const COUNT = `
  local current = redis.call('INCR', KEYS[1])
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    ttl = tonumber(ARGV[1])
  end
  return {current, ttl}`

/** Changes an open window only, and to no less than 0. */
const ADD = `
  local current = redis.call('GET', KEYS[1])
  if current then redis.call('INCRBY', KEYS[1], math.max(ARGV[1], -current)) end
  return 0`

type OnCount = (error: Error | null, count?: Count) => void

/** After a failure, Redis is not asked for this long, so that no request waits for it. */
const DOWN_MS = 1_000

const NOT_COUNTED = 'Redis (REDIS_URL) does not count: requests are counted by this process alone'

/** The request counters: shared through Redis when that is configured and up, otherwise local. */
interface RateStore {
  incr(client: string, done: OnCount): void
  /** Adds to the count of an open window; a negative number takes requests off it. */
  add(client: string, requests: number): void
}

/**
 * @param shared without it, or while Redis is down, this process counts alone. The first failure of each
 *   kind is logged once an outage.
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
      add: (client, requests) => local.add(client, requests),
    }
  }
  let downUntil = 0
  // An error that Redis replies, such as a missing permission, is another reason than a late or lost reply.
  const logged = new Set<boolean>()
  sharedCounters.isUp = true
  const recordDown = (error: Error): void => {
    downUntil = performance.now() + DOWN_MS
    sharedCounters.isUp = false
    const isReply = error.name === 'ReplyError'
    if (!logged.has(isReply)) log.warn({ err: error }, NOT_COUNTED)
    logged.add(isReply)
  }
  const recordUp = (): void => {
    sharedCounters.isUp = true
  }
  // A wrong address is logged at the start, before there is a request to count.
  shared.watch(recordUp, recordDown)
  return {
    incr(client, done) {
      if (performance.now() < downUntil) return done(null, local.count(client))
      shared.count(client, (error, count) => {
        if (count === undefined) {
          sharedCounters.failures += 1
          recordDown(error ?? new Error('No count'))
          return done(null, local.count(client))
        }
        // Not before: a connection that is ready may break at once, again and again.
        logged.clear()
        recordUp()
        done(null, count)
      })
    },
    add(client, requests) {
      if (performance.now() < downUntil) local.add(client, requests)
      else shared.add(client, requests)
    },
  }
}

interface Count {
  /** Requests of the client in its current window. */
  readonly current: number
  /** Milliseconds until the window ends. */
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
      callback: Callback<unknown>,
    ): Result<unknown, Context>
    addRequests(key: string, requests: number, callback: Callback<number>): Result<number, Context>
  }
}

interface RedisCounters {
  count(client: string, done: (error: Error | null, count?: Count) => void): void
  add(client: string, requests: number): void
  /** Calls `up` for each connection that is ready, and `down` for each that cannot be opened or breaks. */
  watch(up: () => void, down: (error: Error) => void): void
  close(): void
}

/** Undefined for a reply without a count, such as that of a proxy or of a server that is not Redis. */
function countIn(reply: unknown): Count | undefined {
  const [current, ttl]: unknown[] = Array.isArray(reply) ? reply : []
  return typeof current === 'number' && typeof ttl === 'number' ? { current, ttl } : undefined
}

/** Fixed-window counters in Redis, shared by all processes. */
export async function redisCounters(redisUrl: string, windowMs: number): Promise<RedisCounters> {
  // Imported on demand: most services run without Redis.
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    keyPrefix: 'art-marketplace:requests:',
    commandTimeout: TIMEOUT_MS,
    connectTimeout: 2_000,
    // A request that Redis cannot count now is counted locally, not later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(100 * attempt, MAX_RECONNECT_MS),
  })
  redis.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT })
  redis.defineCommand('addRequests', { numberOfKeys: 1, lua: ADD })
  // ioredis reconnects by itself. Meanwhile, the error of a command says only that there is no connection.
  let reason: Error | undefined
  redis.on('error', (error: Error) => (reason = error)).on('ready', () => (reason = undefined))
  return {
    count(client, done) {
      void redis.countRequest(client, windowMs, (error, counted) => {
        const count = countIn(counted)
        if (count === undefined) done(reason ?? error ?? new Error('No count'))
        else done(null, count)
      })
    },
    add(client, requests) {
      void redis.addRequests(client, requests, () => {})
    },
    watch: (up, down) => void redis.on('ready', up).on('error', down),
    close: () => redis.disconnect(),
  }
}
