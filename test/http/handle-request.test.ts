import { describe, expect, it } from 'vitest'
import { cacheKeyOf, type CacheableRequest } from '../../src/http/handle-request.ts'
import { operations } from '../contract/document.ts'

const request: CacheableRequest = { method: 'GET', url: '/api/v1/tags/', headers: { host: 'a' } }
const keyWith = (headers: CacheableRequest['headers'], others: Partial<CacheableRequest> = {}) =>
  cacheKeyOf({ ...request, ...others, headers: { ...request.headers, ...headers } })

describe('the cache key of a request', () => {
  it('depends on the raw URL, Accept, and the negotiated encoding', () => {
    const keys = [
      keyWith({}),
      keyWith({}, { url: '/api/v1/tags' }),
      keyWith({}, { url: '/api/v1/tags/?format=json' }),
      keyWith({ accept: 'text/html' }),
      keyWith({ 'accept-encoding': 'gzip' }),
      keyWith({ 'accept-encoding': 'gzip, identity;q=0' }),
      keyWith({ 'accept-encoding': 'br' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain(undefined)
  })

  it('is undefined for an empty If-None-Match, which is invalid', () => {
    expect(keyWith({ 'if-none-match': '' })).toBeUndefined()
  })

  it('is the same for HEAD, and does not depend on other headers', () => {
    const key = keyWith({})
    expect(keyWith({}, { method: 'HEAD' })).toBe(key)
    expect(keyWith({ 'if-none-match': '"a"', 'user-agent': 'b', cookie: 'c', host: 'd' })).toBe(key)
    const firefox = keyWith({ 'accept-encoding': 'gzip, deflate, br' })
    expect(keyWith({ 'accept-encoding': 'gzip, deflate, br, zstd' })).toBe(firefox)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('does not exist for %s', (method) => {
    expect(keyWith({}, { method })).toBeUndefined()
  })

  it.each(['Bearer amk_abc', 'Basic x'])(
    'does not exist with the credential "%s"',
    (authorization) => {
      expect(keyWith({ authorization })).toBeUndefined()
    },
  )

  it.each(['', 'Bearer'])('is the same with the empty credential "%s"', (authorization) => {
    expect(keyWith({ authorization })).toBe(keyWith({}))
  })

  it('does not exist when it would be long', () => {
    const long = 'x'.repeat(2048)
    expect(keyWith({}, { url: `/api/v1/tags/?name=${long}` })).toBeUndefined()
    expect(keyWith({ accept: long })).toBeUndefined()
    expect(keyWith({}, { url: `/api/v1/tags/?name=${long.slice(1000)}` })).toBeDefined()
  })

  // Another header that a response depends on would have to be part of the key.
  it('covers all request headers of the contract', () => {
    const headers = operations
      .filter(({ method }) => method === 'GET')
      .flatMap(({ parameters }) => parameters)
      .filter((parameter) => parameter.in === 'header')
    // The last is that of streams, which are not cached.
    const names = new Set(['If-None-Match', 'Last-Event-ID'])
    expect(new Set(headers.map(({ name }) => name))).toEqual(names)
  })
})
