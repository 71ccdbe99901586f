import { describe, expect, it } from 'vitest'
import { createResponseStore, type CachedResponse } from '../../src/cache/response-store.ts'

const answerOf = (bytes: number, content = 'x'): CachedResponse => ({
  headers: { etag: `"${content}"` },
  body: Buffer.alloc(bytes, content),
  operationId: 'listTags',
})
const small = { bytes: 10_000, bodyBytes: 5_000 }

describe('the memory for answers', () => {
  it('gives back what it was given, in bytes of its own', () => {
    const memory = createResponseStore()
    const body = Buffer.from('short')
    memory.set('a', { ...answerOf(0), body }, 1)
    expect(memory.get('b')).toBeUndefined()
    const found = memory.get('a')
    expect(found).toEqual({ ...answerOf(0), body: Buffer.from('short') })
    expect(found?.body.buffer.byteLength).toBe(5)
  })

  it('never holds more than it may, whatever comes', () => {
    const memory = createResponseStore(small)
    for (let index = 0; index < 1_000; index += 1) {
      memory.set(`key ${index % 77}`, answerOf((index * 37) % 4_000), 1)
      if (index % 3 === 0) memory.get(`key ${index % 7}`)
      expect(memory.bytes).toBeLessThanOrEqual(small.bytes)
    }
    expect(memory.bytes).toBeGreaterThan(small.bytes / 3)
  })

  it('counts keys, and answers that replace others once', () => {
    const memory = createResponseStore(small)
    memory.set('a', answerOf(100), 1)
    const { bytes } = memory
    memory.set('a', answerOf(100, 'y'), 1)
    expect(memory.bytes).toBe(bytes)
    expect(memory.get('a')).toEqual(answerOf(100, 'y'))
    memory.set('b'.repeat(1_000), answerOf(100), 1)
    expect(memory.bytes).toBeGreaterThan(bytes * 2 + 1_000)
  })

  it('leaves out what is too large', () => {
    const memory = createResponseStore(small)
    memory.set('large', answerOf(5_001), 1)
    memory.set('fits', answerOf(5_000), 1)
    expect(memory.get('large')).toBeUndefined()
    expect(memory.get('fits')).toBeDefined()
  })

  it('lets go of what is not asked for, and spares what is', () => {
    const memory = createResponseStore(small)
    memory.set('often', answerOf(1_000), 1)
    for (let index = 0; index < 100; index += 1) {
      expect(memory.get('often'), `after ${index}`).toBeDefined()
      memory.set(`once ${index}`, answerOf(1_000), 1)
    }
    expect(memory.get('once 0')).toBeUndefined()
    expect(memory.get('once 99')).toBeDefined()
  })

  it('lets go of what was asked for often once, and no longer', () => {
    const memory = createResponseStore(small)
    memory.set('former', answerOf(1_000), 1)
    memory.get('former')
    for (let index = 0; index < 20; index += 1) memory.set(`later ${index}`, answerOf(1_000), 1)
    expect(memory.get('former')).toBeUndefined()
  })

  it('is of one generation: a newer one empties it, an older one is not let in', () => {
    const memory = createResponseStore()
    memory.set('a', answerOf(10), 1)
    memory.advance(1)
    expect(memory.get('a')).toBeDefined()
    memory.set('b', answerOf(10), 2)
    expect([memory.get('a'), memory.dataVersion]).toEqual([undefined, 2])
    memory.set('a', answerOf(10), 1)
    expect(memory.get('a')).toBeUndefined()
    memory.advance(3)
    expect([memory.get('b'), memory.dataVersion, memory.bytes]).toEqual([undefined, 3, 0])
  })
})
