import { expect, it } from 'vitest'
import { memoize } from '../../src/cache/memoize.ts'

const spied = (most: number, longest = 10) => {
  const made: string[] = []
  const make = (text: string): string | undefined => {
    made.push(text)
    return text === '' ? undefined : text.toUpperCase()
  }
  return { made, upper: memoize(make, { maxEntries: most, maxKeyLength: longest }) }
}

it('makes what it is asked for once, undefined included', () => {
  const { made, upper } = spied(5)
  const texts = ['a', 'b', '', 'a', 'b', '']
  expect(texts.map(upper)).toEqual(['A', 'B', undefined, 'A', 'B', undefined])
  expect(made).toEqual(['a', 'b', ''])
})

it('forgets all when there are too many', () => {
  const { made, upper } = spied(2)
  for (const text of ['a', 'b', 'a', 'c', 'a', 'c']) upper(text)
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

it('remembers nothing that is long', () => {
  const { made, upper } = spied(2, 3)
  for (const text of ['long', 'long', 'abc', 'abc']) expect(upper(text)).toBe(text.toUpperCase())
  expect(made).toEqual(['long', 'long', 'abc'])
})
