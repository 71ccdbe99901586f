import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HashLru } from '../../src/cache/hash-lru.ts'

const HALF = 4

const step = fc.record({
  act: fc.constantFrom('set', 'get', 'delete', 'clear'),
  key: fc.nat(9),
  value: fc.nat(),
})

describe('a map of what was asked for lately', () => {
  it('has nothing but what was set last, and all that was used lately', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const recent = new HashLru<number, number>(2 * HALF)
        const truth = new Map<number, number>()
        let lately: number[] = []
        const use = (key: number): void => {
          lately = [key, ...lately.filter((other) => other !== key)]
        }
        for (const { act, key, value } of steps) {
          if (act === 'set') {
            recent.set(key, value)
            truth.set(key, value)
            use(key)
          } else if (act === 'delete') {
            recent.delete(key)
            truth.delete(key)
          } else if (act === 'clear') {
            recent.clear()
            truth.clear()
          } else if (recent.get(key) !== undefined) use(key)
          // The keys used last cannot have left with an older half.
          for (const one of lately.slice(0, 1)) expect(recent.get(one)).toBe(truth.get(one))
          for (const one of Array.from({ length: 10 }, (_, index) => index)) {
            const found = recent.get(one)
            if (found !== undefined) {
              expect(found).toBe(truth.get(one))
              use(one)
            }
          }
        }
      }),
    )
  })

  it('has no more than it may', () => {
    const recent = new HashLru<number, number>(2 * HALF)
    for (let key = 0; key < 100; key += 1) recent.set(key, key)
    const kept = Array.from({ length: 100 }, (_, key) => key).filter(
      (key) => recent.get(key) !== undefined,
    )
    expect(kept.length).toBeLessThanOrEqual(2 * HALF)
    expect(kept.slice(-HALF)).toEqual([96, 97, 98, 99])
  })

  it('keeps what is asked for again and again', () => {
    const recent = new HashLru<string, number>(2 * HALF)
    recent.set('loved', 1)
    for (let key = 0; key < 100; key += 1) {
      expect(recent.get('loved')).toBe(1)
      recent.set(String(key), key)
    }
  })
})
