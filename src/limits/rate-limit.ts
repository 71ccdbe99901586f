import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { Problem } from '../problem.ts'
import { clientAt } from './client-address.ts'
import { refusals } from './counts.ts'
import type { KnownCredentials } from './known-credentials.ts'
import { rateStore } from './rate-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been counted. */
    counted: Counted | undefined
  }
}

interface Counted {
  readonly client: string
  readonly remaining: number
  /** Whole seconds until the client may send as many as ever. */
  readonly seconds: number
}

export interface RateLimit {
  /** Requests of one client a minute; 0 means any number. */
  readonly perMinute: number
  /** Where several processes count together; undefined means each by itself. */
  readonly redisUrl?: string | undefined
}

/** For a route, so that its requests are counted. */
export type CountingHooks = Pick<RouteShorthandOptions, 'onRequest' | 'onSend'>

const WINDOW_SECONDS = 60

const TOO_MANY =
  'More requests came in a minute than one client may send. Try again after `Retry-After` seconds.'

/**
 * What a route needs so that its requests are counted, by who sends them: a key that has been good, or
 * else the address. Answers say what is left (draft-ietf-httpapi-ratelimit-headers-10), refusals when
 * to come again. A 304 costs nothing.
 */
export async function rateLimit(
  app: FastifyInstance,
  { perMinute, redisUrl }: RateLimit,
  known: KnownCredentials,
): Promise<CountingHooks> {
  if (perMinute === 0) return {}
  const windowMs = WINDOW_SECONDS * 1_000
  // Not before here: most services count by themselves.
  const shared = redisUrl && (await import('./redis-counts.ts')).sharedCounts(redisUrl, windowMs)
  const store = rateStore(windowMs, shared || undefined, app.log)
  if (shared) app.addHook('onClose', async () => shared.close())
  app.decorateRequest('counted', undefined)
  await app.register(fastifyRateLimit, {
    global: false,
    max: perMinute,
    timeWindow: windowMs,
    keyGenerator: ({ ip, headers }) =>
      (headers.authorization && known.find(headers.authorization)) ?? clientAt(ip),
    store: class {
      incr = store.incr
      child(): this {
        return this
      }
    },
  })
  const count = app.createRateLimit()
  const policy = `"default";q=${perMinute};w=${WINDOW_SECONDS}`

  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.method === 'OPTIONS') return
    const limit = await count(request)
    if (limit.isAllowed) return
    const { key, remaining, isExceeded } = limit
    const seconds = Math.max(1, limit.ttlInSeconds)
    reply.header('ratelimit-policy', policy).header('ratelimit', left(remaining, seconds))
    if (!isExceeded) {
      request.counted = { client: key, remaining, seconds }
      return
    }
    refusals.limited += 1
    reply.header('retry-after', String(seconds))
    throw new Problem('too_many_requests', TOO_MANY)
  }
  const onSend = (
    { counted, headers }: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void => {
    // Who names no tag has nothing that could be as it was.
    const hasCopy = reply.statusCode === 304 && headers['if-none-match']?.trim() !== '*'
    if (hasCopy && counted !== undefined) {
      store.refund(counted.client)
      reply.header('ratelimit', left(counted.remaining + 1, counted.seconds))
    }
    done(null, payload)
  }
  return { onRequest, onSend }
}

function left(remaining: number, seconds: number): string {
  return `"default";r=${remaining};t=${seconds}`
}
