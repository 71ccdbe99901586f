import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HashLru } from '../../src/cache/hash-lru.ts'

const GENERATION = 4

const step = fc.record({
  act: fc.constantFrom('set', 'get', 'delete', 'clear'),
  key: fc.nat(9),
  value: fc.nat(),
})

describe('HashLru', () => {
  it('returns only the value set last, and never loses the key used last', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lru = new HashLru<number, number>(2 * GENERATION)
        const map = new Map<number, number>()
        let last: number | undefined
        for (const { act, key, value } of steps) {
          if (act === 'set') {
            lru.set(key, value)
            map.set(key, value)
            last = key
          } else if (act === 'delete') {
            lru.delete(key)
            map.delete(key)
          } else if (act === 'clear') {
            lru.clear()
            map.clear()
          } else if (lru.get(key) !== undefined) last = key
          // The last key cannot have left with the old generation.
          if (last !== undefined) expect(lru.get(last)).toBe(map.get(last))
          for (const one of Array.from({ length: 10 }, (_, index) => index)) {
            const found = lru.get(one)
            if (found !== undefined) {
              expect(found).toBe(map.get(one))
              last = one
            }
          }
        }
      }),
    )
  })

  it('never exceeds its limit, and keeps the newest generation', () => {
    const lru = new HashLru<number, number>(2 * GENERATION)
    for (let key = 0; key < 100; key += 1) lru.set(key, key)
    const left = Array.from({ length: 100 }, (_, key) => key).filter(
      (key) => lru.get(key) !== undefined,
    )
    expect(left.length).toBeLessThanOrEqual(2 * GENERATION)
    expect(left.slice(-GENERATION)).toEqual([96, 97, 98, 99])
  })

  it('keeps a key that is looked up often', () => {
    const lru = new HashLru<string, number>(2 * GENERATION)
    lru.set('popular', 1)
    for (let key = 0; key < 100; key += 1) {
      expect(lru.get('popular')).toBe(1)
      lru.set(String(key), key)
    }
  })
})
