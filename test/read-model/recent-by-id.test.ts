import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PagedLru } from '../../src/read-model/documents/fragment-cache.ts'

const HALF = 4
/** Neighbours, the ends of chunks, and the greatest id that a column takes. */
const IDS = [0, 1, 2, 255, 256, 257, 511, 512, 65_536, 2 ** 31 - 1]

const step = fc.record({
  act: fc.constantFrom('set', 'set', 'get', 'delete', 'clear'),
  id: fc.constantFrom(...IDS),
  value: fc.nat(),
})

describe('what was asked for lately, by id', () => {
  it.each([
    ['is all that a map has, with room for it', 1_000],
    ['is what a map has, or nothing, with less room', 2 * HALF],
  ])('%s', (_, size) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const recent = new PagedLru<number>(size)
        const truth = new Map<number, number>()
        for (const { act, id, value } of steps) {
          if (act === 'set') {
            recent.set(id, value)
            truth.set(id, value)
            expect(recent.get(id)).toBe(value)
          } else if (act === 'delete') {
            recent.delete(id)
            truth.delete(id)
          } else if (act === 'clear') {
            recent.clear()
            truth.clear()
          } else recent.get(id)
          for (const one of IDS) {
            const found = recent.get(one)
            if (found !== undefined || size > 2 * HALF) expect(found).toBe(truth.get(one))
          }
        }
      }),
    )
  })

  it.each(['delete', 'clear'] as const)('forgets the older and the newer by %s', (act) => {
    const ids = Array.from({ length: 2 * HALF }, (_, id) => id)
    for (const id of ids) {
      const recent = new PagedLru<number>(2 * HALF)
      for (const one of ids) recent.set(one, one)
      recent[act](id)
      expect(recent.get(id)).toBeUndefined()
      const other = (id + 1) % ids.length
      expect(recent.get(other)).toBe(act === 'delete' ? other : undefined)
    }
  })

  it('has room again for what was deleted', () => {
    const recent = new PagedLru<number>(2 * HALF)
    for (let id = 0; id < HALF; id += 1) recent.set(id, id)
    for (let time = 0; time < 10 * HALF; time += 1) {
      recent.delete(0)
      recent.set(0, time)
    }
    expect([0, 1, 2, 3].map((id) => recent.get(id))).toEqual([10 * HALF - 1, 1, 2, 3])
  })

  it('has no more than it may', () => {
    const recent = new PagedLru<number>(2 * HALF)
    for (let id = 0; id < 1_000; id += 1) recent.set(id, id)
    const kept = Array.from({ length: 1_000 }, (_, id) => id).filter(
      (id) => recent.get(id) !== undefined,
    )
    expect(kept.length).toBeLessThanOrEqual(2 * HALF)
    expect(kept.slice(-HALF)).toEqual([996, 997, 998, 999])
  })

  it('keeps what is asked for again and again', () => {
    const recent = new PagedLru<string>(2 * HALF)
    recent.set(1_000, 'loved')
    for (let id = 0; id < 100; id += 1) {
      expect(recent.get(1_000)).toBe('loved')
      recent.set(id, 'other')
    }
  })
})
