import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PagedLru } from '../../../src/read-model/documents/fragment-cache.ts'

const HALF = 4
/** Neighbours, the ends of pages, and the greatest id of a column. */
const IDS = [0, 1, 2, 255, 256, 257, 511, 512, 65_536, 2 ** 31 - 1]

const step = fc.record({
  act: fc.constantFrom('set', 'set', 'get', 'delete', 'clear'),
  id: fc.constantFrom(...IDS),
  value: fc.string(),
})

describe('PagedLru', () => {
  it.each([
    ['has the entries of a map, with room for all', 1_000],
    ['has the entries of a map or none, with less room', 2 * HALF],
  ])('%s', (_, size) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lru = new PagedLru<string>(size)
        const map = new Map<number, string>()
        for (const { act, id, value } of steps) {
          if (act === 'set') {
            lru.set(id, value)
            map.set(id, value)
            expect(lru.get(id)).toBe(value)
          } else if (act === 'delete') {
            lru.delete(id)
            map.delete(id)
          } else if (act === 'clear') {
            lru.clear()
            map.clear()
          } else lru.get(id)
          for (const one of IDS) {
            const found = lru.get(one)
            if (found !== undefined || size > 2 * HALF) expect(found).toBe(map.get(one))
          }
        }
      }),
    )
  })

  it.each(['delete', 'clear'] as const)('removes older and newer entries by %s', (act) => {
    const ids = Array.from({ length: 2 * HALF }, (_, id) => id)
    for (const id of ids) {
      const lru = new PagedLru<string>(2 * HALF)
      for (const one of ids) lru.set(one, String(one))
      lru[act](id)
      expect(lru.get(id)).toBeUndefined()
      const other = (id + 1) % ids.length
      expect(lru.get(other)).toBe(act === 'delete' ? String(other) : undefined)
    }
  })

  it('reuses the room of deleted entries', () => {
    const lru = new PagedLru<string>(2 * HALF)
    for (let id = 0; id < HALF; id += 1) lru.set(id, String(id))
    for (let time = 0; time < 10 * HALF; time += 1) {
      lru.delete(0)
      lru.set(0, String(time))
    }
    expect([0, 1, 2, 3].map((id) => lru.get(id))).toEqual([String(10 * HALF - 1), '1', '2', '3'])
  })

  it('has no more entries than its maximum', () => {
    const lru = new PagedLru<string>(2 * HALF)
    for (let id = 0; id < 1_000; id += 1) lru.set(id, String(id))
    const left = Array.from({ length: 1_000 }, (_, id) => id).filter(
      (id) => lru.get(id) !== undefined,
    )
    expect(left.length).toBeLessThanOrEqual(2 * HALF)
    expect(left.slice(-HALF)).toEqual([996, 997, 998, 999])
  })

  it('holds no more than its maximum of lengths, without those replaced and deleted', () => {
    const lru = new PagedLru<string>(1_000, 100)
    const left = (): string[] => IDS.flatMap((id) => lru.get(id) ?? [])
    for (let time = 0; time < 100; time += 1) {
      lru.set(0, 'a'.repeat(49))
      if (time % 2 === 0) lru.delete(0)
      lru.set(1, 'b')
    }
    expect(left()).toEqual(['a'.repeat(49), 'b'])
    for (const id of IDS) lru.set(id, 'c'.repeat(25))
    expect(left().join('').length).toBeLessThanOrEqual(100)
    expect(left()).not.toEqual([])
  })

  it('keeps an entry that is read often', () => {
    const lru = new PagedLru<string>(2 * HALF)
    lru.set(1_000, 'hot')
    for (let id = 0; id < 100; id += 1) {
      expect(lru.get(1_000)).toBe('hot')
      lru.set(id, 'other')
    }
  })
})
