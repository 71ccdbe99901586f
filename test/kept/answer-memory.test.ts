import { describe, expect, it } from 'vitest'
import { answerMemory, type KeptAnswer } from '../../src/kept/answer-memory.ts'

const answerOf = (bytes: number, content = 'x'): KeptAnswer => ({
  headers: { etag: `"${content}"` },
  body: Buffer.alloc(bytes, content),
  operationId: 'listTags',
})
const small = { bytes: 10_000, bodyBytes: 5_000 }

describe('the memory for answers', () => {
  it('gives back what it was given, in bytes of its own', () => {
    const memory = answerMemory()
    const body = Buffer.from('short')
    memory.keep('a', { ...answerOf(0), body }, 1)
    expect(memory.find('b')).toBeUndefined()
    const found = memory.find('a')
    expect(found).toEqual({ ...answerOf(0), body: Buffer.from('short') })
    expect(found?.body.buffer.byteLength).toBe(5)
  })

  it('never holds more than it may, whatever comes', () => {
    const memory = answerMemory(small)
    for (let index = 0; index < 1_000; index += 1) {
      memory.keep(`key ${index % 77}`, answerOf((index * 37) % 4_000), 1)
      if (index % 3 === 0) memory.find(`key ${index % 7}`)
      expect(memory.bytes).toBeLessThanOrEqual(small.bytes)
    }
    expect(memory.bytes).toBeGreaterThan(small.bytes / 3)
  })

  it('counts keys, and answers that replace others once', () => {
    const memory = answerMemory(small)
    memory.keep('a', answerOf(100), 1)
    const { bytes } = memory
    memory.keep('a', answerOf(100, 'y'), 1)
    expect(memory.bytes).toBe(bytes)
    expect(memory.find('a')).toEqual(answerOf(100, 'y'))
    memory.keep('b'.repeat(1_000), answerOf(100), 1)
    expect(memory.bytes).toBeGreaterThan(bytes * 2 + 1_000)
  })

  it('leaves out what is too large', () => {
    const memory = answerMemory(small)
    memory.keep('large', answerOf(5_001), 1)
    memory.keep('fits', answerOf(5_000), 1)
    expect(memory.find('large')).toBeUndefined()
    expect(memory.find('fits')).toBeDefined()
  })

  it('lets go of what is not asked for, and spares what is', () => {
    const memory = answerMemory(small)
    memory.keep('often', answerOf(1_000), 1)
    for (let index = 0; index < 100; index += 1) {
      expect(memory.find('often'), `after ${index}`).toBeDefined()
      memory.keep(`once ${index}`, answerOf(1_000), 1)
    }
    expect(memory.find('once 0')).toBeUndefined()
    expect(memory.find('once 99')).toBeDefined()
  })

  it('lets go of what was asked for often once, and no longer', () => {
    const memory = answerMemory(small)
    memory.keep('former', answerOf(1_000), 1)
    memory.find('former')
    for (let index = 0; index < 20; index += 1) memory.keep(`later ${index}`, answerOf(1_000), 1)
    expect(memory.find('former')).toBeUndefined()
  })

  it('is of one generation: a newer one empties it, an older one is not let in', () => {
    const memory = answerMemory()
    memory.keep('a', answerOf(10), 1)
    memory.moveOn(1)
    expect(memory.find('a')).toBeDefined()
    memory.keep('b', answerOf(10), 2)
    expect([memory.find('a'), memory.generation]).toEqual([undefined, 2])
    memory.keep('a', answerOf(10), 1)
    expect(memory.find('a')).toBeUndefined()
    memory.moveOn(3)
    expect([memory.find('b'), memory.generation, memory.bytes]).toEqual([undefined, 3, 0])
  })
})
