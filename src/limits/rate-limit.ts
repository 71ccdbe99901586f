import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { MAX_LIST_HEADER_BYTES } from '../contract/request-head.ts'
import { isInternal } from '../http/internal-requests.ts'
import { Problem } from '../problems/problem.ts'
import { rejections } from './rejections.ts'
import type { KnownCredentials } from './known-credentials.ts'
import { rateStore } from './rate-counters.ts'
import { memoize } from '../cache/memoize.ts'

/** What one subscriber is given of IPv6 (RFC 6177): any address in it is as good as another. */
const IPV6_PREFIX = 64

/** What the sender from this address is counted by. */
export const clientKey = memoize(clientOf, { maxEntries: 10_000, maxKeyLength: 64 })

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

/** Counts requests, whatever they are for. */
export interface RequestCounter {
  /**
   * To be called once for each request, before anything of it is looked at.
   * @throws 429 when its client has sent too many.
   */
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** To be called where a request cost next to nothing: it is taken off again. */
  refund(request: FastifyRequest, reply: FastifyReply): void
}

const WINDOW_SECONDS = 60

const TOO_MANY =
  'More requests came in a minute than one client may send. Try again after `Retry-After` seconds.'

/**
 * Counts requests by their sender: a key that has been good, or else the address. Answers say how many
 * are left (draft-ietf-httpapi-ratelimit-headers-10), refusals when to come again.
 * @returns undefined where any number is allowed.
 */
export async function rateLimit(
  app: FastifyInstance,
  { perMinute, redisUrl }: RateLimit,
  known: KnownCredentials,
): Promise<RequestCounter | undefined> {
  if (perMinute === 0) return undefined
  const windowMs = WINDOW_SECONDS * 1_000
  // Not before here: most services count by themselves.
  const shared = redisUrl && (await import('./rate-counters.ts')).redisCounters(redisUrl, windowMs)
  const store = rateStore(windowMs, shared || undefined, app.log)
  if (shared) app.addHook('onClose', async () => shared.close())
  app.decorateRequest('counted', undefined)
  await app.register(fastifyRateLimit, {
    global: false,
    max: perMinute,
    timeWindow: windowMs,
    allowList: isInternal,
    keyGenerator: (request) => {
      const { authorization } = request.headers
      return (authorization && known.find(authorization)) ?? clientKey(addressOf(request))
    },
    store: class {
      incr = store.incr
      child(): this {
        return this
      }
    },
  })
  const count = app.createRateLimit()
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
      reply.header('retry-after', String(seconds))
      throw new Problem('too_many_requests', TOO_MANY)
    },
    refund({ counted }, reply) {
      if (counted === undefined) return
      store.refund(counted.client)
      reply.header('ratelimit', left(counted.remaining + 1, counted.seconds))
    },
  }
}

/** To read a list of a thousand proxies takes longer than to make a page; such a request is refused. */
function addressOf(request: FastifyRequest): string {
  const { length } = request.headers['x-forwarded-for'] ?? ''
  const isRead = length <= MAX_LIST_HEADER_BYTES
  return isRead ? request.ip : (request.socket.remoteAddress ?? '')
}

function left(remaining: number, seconds: number): string {
  return `"default";r=${remaining};t=${seconds}`
}

function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'address unknown'
  // An IPv4 address that came to a listener for IPv6 is the same client.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `address ${parsed.toString()}`
  const bytes = parsed.toByteArray().fill(0, IPV6_PREFIX / 8)
  return `address ${ipaddr.fromByteArray(bytes).toString()}/${IPV6_PREFIX}`
}
