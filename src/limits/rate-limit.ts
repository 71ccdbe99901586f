import type { IncomingMessage } from 'node:http'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestCounter } from '../http/handle-request.ts'
import { isInternal } from '../http/logging.ts'
import { Problem } from '../problems/problem.ts'
import { rejections } from './rejections.ts'
import { rateStore, redisCounters } from './rate-counters.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been counted. */
    counted: Counted | undefined
  }
  interface FastifyContextConfig {
    /** Whether the rate limit neither counts nor refuses requests for this route. */
    isUnlimited?: boolean
  }
}

interface Counted {
  readonly client: string
  remaining: number
  /** Whole seconds until the window ends. */
  readonly seconds: number
}

export interface RateLimit {
  /** Requests that one client may send in a minute; 0 disables the limit. */
  readonly perMinute: number
  /** Redis, in which several processes share their counters; undefined: each process counts alone. */
  readonly redisUrl?: string | undefined
}

const WINDOW_SECONDS = 60

/**
 * A fixed-window rate limit by client: by a known API key, or else by address. A request that
 * costs much counts as several. Responses report how many requests are left
 * (draft-ietf-httpapi-ratelimit-headers-10), rejections also `Retry-After`.
 * @returns undefined when there is no limit.
 */
export async function rateLimit(
  app: FastifyInstance,
  { perMinute, redisUrl }: RateLimit,
  clientOf: (request: IncomingMessage) => string,
): Promise<RequestCounter | undefined> {
  if (perMinute === 0) return undefined
  const windowMs = WINDOW_SECONDS * 1_000
  const shared = redisUrl ? await redisCounters(redisUrl, windowMs) : undefined
  const store = rateStore(windowMs, shared, app.log)
  if (shared) app.addHook('onClose', async () => shared.close())
  app.decorateRequest('counted', undefined)
  await app.register(fastifyRateLimit, {
    global: false,
    max: perMinute,
    timeWindow: windowMs,
    allowList: (request) => isInternal(request) || request.routeOptions.config.isUnlimited === true,
    keyGenerator: ({ raw }) => clientOf(raw),
    store: class {
      incr = store.incr
      child(): this {
        return this
      }
    },
  })
  const count = app.createRateLimit()
  const add = ({ counted }: FastifyRequest, reply: FastifyReply, requests: number): void => {
    if (counted === undefined) return
    store.add(counted.client, requests)
    counted.remaining -= requests
    reply.header('ratelimit', left(Math.max(0, counted.remaining), counted.seconds))
  }
  const policy = `"default";q=${perMinute};w=${WINDOW_SECONDS}`

  return {
    async count(request, reply) {
      const limit = await count(request)
      if (limit.isAllowed) return
      const { key, remaining, isExceeded } = limit
      const seconds = Math.max(1, limit.ttlInSeconds)
      reply.header('ratelimit-policy', policy).header('ratelimit', left(remaining, seconds))
      if (!isExceeded) {
        request.counted = { client: key, remaining, seconds }
        return
      }
      rejections.limited += 1
      // A browser does not show `Retry-After`.
      const detail = `The client has exceeded its number of requests per minute. Try again in ${seconds} s.`
      throw new Problem('too_many_requests', detail, { retryAfterSeconds: seconds })
    },
    clientOf: ({ raw }) => clientOf(raw),
    refund: (request, reply) => add(request, reply, -1),
    charge(request, reply, requests) {
      if (requests > 0) add(request, reply, requests)
    },
  }
}

function left(remaining: number, seconds: number): string {
  return `"default";r=${remaining};t=${seconds}`
}
