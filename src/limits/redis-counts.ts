import { Redis, type Callback, type Result } from 'ioredis'
import type { Count } from './local-counts.ts'

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
