import { describe, expect, it } from 'vitest'
import { createResponseStore, type CachedResponse } from '../../src/cache/response-cache.ts'

const responseOf = (bytes: number, content = 'x'): CachedResponse => ({
  headers: { etag: `"${content}"` },
  body: Buffer.alloc(bytes, content),
  operationId: 'listTags',
})
const small = { bytes: 10_000, bodyBytes: 5_000 }

describe('the response store', () => {
  it('returns a stored response, with its own copy of the body', () => {
    const store = createResponseStore()
    const body = Buffer.from('short')
    store.set('a', { ...responseOf(0), body }, 1)
    expect(store.get('b')).toBeUndefined()
    const found = store.get('a')
    expect(found).toEqual({ ...responseOf(0), body: Buffer.from('short') })
    expect(found?.body.buffer.byteLength).toBe(5)
  })

  it('never exceeds its limit', () => {
    const store = createResponseStore(small)
    for (let index = 0; index < 1_000; index += 1) {
      store.set(`key ${index % 77}`, responseOf((index * 37) % 4_000), 1)
      if (index % 3 === 0) store.get(`key ${index % 7}`)
      expect(store.bytes).toBeLessThanOrEqual(small.bytes)
    }
    expect(store.bytes).toBeGreaterThan(small.bytes / 3)
  })

  it('counts the bytes of keys, and counts a replaced response once', () => {
    const store = createResponseStore(small)
    store.set('a', responseOf(100), 1)
    const { bytes } = store
    store.set('a', responseOf(100, 'y'), 1)
    expect(store.bytes).toBe(bytes)
    expect(store.get('a')).toEqual(responseOf(100, 'y'))
    store.set('b'.repeat(1_000), responseOf(100), 1)
    expect(store.bytes).toBeGreaterThan(bytes * 2 + 1_000)
  })

  it('does not store a body above the limit', () => {
    const store = createResponseStore(small)
    store.set('large', responseOf(5_001), 1)
    store.set('fits', responseOf(5_000), 1)
    expect(store.get('large')).toBeUndefined()
    expect(store.get('fits')).toBeDefined()
  })

  it('evicts responses that are not looked up, and keeps those that are', () => {
    const store = createResponseStore(small)
    store.set('often', responseOf(1_000), 1)
    for (let index = 0; index < 100; index += 1) {
      expect(store.get('often'), `after ${index}`).toBeDefined()
      store.set(`once ${index}`, responseOf(1_000), 1)
    }
    expect(store.get('once 0')).toBeUndefined()
    expect(store.get('once 99')).toBeDefined()
  })

  it('evicts a response that is no longer looked up', () => {
    const store = createResponseStore(small)
    store.set('former', responseOf(1_000), 1)
    store.get('former')
    for (let index = 0; index < 20; index += 1) store.set(`later ${index}`, responseOf(1_000), 1)
    expect(store.get('former')).toBeUndefined()
  })

  it('holds one data version: a newer one empties it, an older one is ignored', () => {
    const store = createResponseStore()
    store.set('a', responseOf(10), 1)
    store.advance(1)
    expect(store.get('a')).toBeDefined()
    store.set('b', responseOf(10), 2)
    expect([store.get('a'), store.dataVersion]).toEqual([undefined, 2])
    store.set('a', responseOf(10), 1)
    expect(store.get('a')).toBeUndefined()
    store.advance(3)
    expect([store.get('b'), store.dataVersion, store.bytes]).toEqual([undefined, 3, 0])
  })
})
