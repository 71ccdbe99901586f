import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { bearerKey, type HashedKey } from '../auth/api-key.ts'
import { memoize } from '../cache/memoize.ts'
import { MAX_LIST_HEADER_BYTES } from '../contract/request-head.ts'

/** The prefix that one subscriber is assigned (RFC 6177): the client can use any address in it. */
const IPV6_PREFIX = 64

export const clientKey = memoize(keyOfAddress, { maxEntries: 10_000, maxKeyLength: 64 })

/** An address with a port, or in brackets: some proxies send these, and none is an address for `proxyAddr`. */
const WITH_PORT = /\[([^[\]]*)\](?::\d{1,5})?|((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}/g

export interface ClientFinder {
  /** The client of a request: a known API key, or else an address. */
  ofRequest(request: IncomingMessage): string
  /** The user of a known API key, or else an address: these take turns with each other. A user can have many keys. */
  inTurn(request: IncomingMessage): string
  /** The address of a connection; undefined for a trusted proxy, whose connections are those of many clients. */
  ofConnection(socket: Socket): string | undefined
}

/** @param trustedProxies the addresses and CIDR ranges of proxies whose `X-Forwarded-For` counts. */
export function clientFinder(
  known: KnownCredentials,
  trustedProxies: readonly string[],
): ClientFinder {
  const isTrusted = trustedProxies.length > 0 && proxyAddr.compile([...trustedProxies])
  const addressOf = (request: IncomingMessage): string => {
    // Does not parse a header that is too long: that takes longer than a page, and `validateHead` rejects it later.
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    if (!isTrusted || forwarded.length > MAX_LIST_HEADER_BYTES)
      return request.socket.remoteAddress ?? ''
    const headers = { 'x-forwarded-for': forwarded.replaceAll(WITH_PORT, '$1$2') }
    return proxyAddr({ headers, socket: request.socket } as unknown as IncomingMessage, isTrusted)
  }
  return {
    ofRequest(request) {
      const { authorization } = request.headers
      return (authorization && known.find(authorization)) ?? clientKey(addressOf(request))
    },
    inTurn(request) {
      const { authorization } = request.headers
      return (authorization && known.userOf(authorization)) ?? clientKey(addressOf(request))
    },
    ofConnection({ remoteAddress = '' }) {
      const isProxy = isTrusted && isTrusted(remoteAddress, 0)
      return isProxy ? undefined : clientKey(remoteAddress)
    },
  }
}

function keyOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'address unknown'
  // An IPv4-mapped IPv6 address is the same client as the IPv4 address.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `address ${parsed.toString()}`
  const bytes = parsed.toByteArray().fill(0, IPV6_PREFIX / 8)
  return `address ${ipaddr.fromByteArray(bytes).toString()}/${IPV6_PREFIX}`
}

/** More than there are partners. At the maximum, the least recently used entry is evicted. */
const MAX_ENTRIES = 10_000

/**
 * The hashes of API keys that were valid when they were last used. The rate limit counts only these keys by
 * themselves: a client that invents a key for each request is counted by address, and a client that
 * knows only the hint of another client's key cannot use up that key's limit.
 */
export interface KnownCredentials {
  /** The rate limit's key for this `Authorization` header; undefined unless its API key is known. */
  find(authorization: string): string | undefined
  /** The user of this `Authorization` header; undefined unless its API key is known. */
  userOf(authorization: string): string | undefined
  add(key: HashedKey, userId: string): void
  forget(key: HashedKey): void
}

export function knownCredentials(): KnownCredentials {
  const users = new LRUCache<string, string>({ max: MAX_ENTRIES })
  const find = (authorization: string): string | undefined => {
    if (users.size === 0) return undefined
    const name = nameIn(authorization)
    return name !== undefined && users.has(name) ? name : undefined
  }
  return {
    find,
    userOf: (authorization) => users.get(find(authorization) ?? ''),
    add(key, userId) {
      users.set(nameOf(key), userId)
    },
    forget(key) {
      users.delete(nameOf(key))
    },
  }
}

function nameIn(authorization: string): string | undefined {
  try {
    return nameOf(bearerKey(authorization))
  } catch {
    return undefined
  }
}

function nameOf({ hash }: HashedKey): string {
  return `key ${hash.toString('base64url')}`
}
