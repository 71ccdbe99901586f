import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/contract/document.ts'
import { memoize, memoizeByObject } from '../../src/cache/memoize.ts'

describe('memoize', () => {
  const memoized = (maxEntries: number, maxKeyLength = 10) => {
    const calls: string[] = []
    const make = (text: string): string | undefined => {
      calls.push(text)
      return text === '' ? undefined : text.toUpperCase()
    }
    return { calls, upper: memoize(make, { maxEntries, maxKeyLength }) }
  }

  it('calls the function once for each text, also when it returns undefined', () => {
    const { calls, upper } = memoized(8)
    const texts = ['a', 'b', '', 'a', 'b', '']
    expect(texts.map(upper)).toEqual(['A', 'B', undefined, 'A', 'B', undefined])
    expect(calls).toEqual(['a', 'b', ''])
  })

  it('evicts the least recently used texts', () => {
    const { calls, upper } = memoized(2)
    for (const text of ['a', 'b', 'a', 'c', 'a', 'c', 'b']) upper(text)
    expect(calls).toEqual(['a', 'b', 'c', 'b'])
  })

  it('does not cache long texts', () => {
    const { calls, upper } = memoized(2, 3)
    for (const text of ['long', 'long', 'abc', 'abc']) expect(upper(text)).toBe(text.toUpperCase())
    expect(calls).toEqual(['long', 'long', 'abc'])
  })
})

describe('memoizeByObject', () => {
  const operation = (operationId: string): Operation => ({ operationId }) as Operation

  it('calls the function once for each object', () => {
    const idOf = memoizeByObject(({ operationId }: Operation) => ({ operationId }))
    const [one, other] = [operation('listEvents'), operation('listArtists')]
    expect(idOf(one)).toEqual({ operationId: 'listEvents' })
    expect(idOf(other)).toEqual({ operationId: 'listArtists' })
    expect(idOf(one)).toBe(idOf(one))
  })
})
