import { describe, expect, it } from 'vitest'
import { compareBounds } from '../../../scripts/compatibility/compare-values.ts'
import { IN_REQUESTS, IN_RESPONSES, type Ways } from '../../../scripts/compatibility/document.ts'

const SUBJECT = { kind: 'field', name: 'Event.price' } as const

function classified(before: object, after: object, ways: Ways) {
  const pair = { before: { ...before }, after: { ...after } }
  return compareBounds(pair, SUBJECT, ways).map(({ what, remedy }) => [what, remedy !== undefined])
}

describe('a bound', () => {
  it.each([
    [{ maximum: 100 }, { maximum: 50 }, '`maximum` `50` instead of `100`', true],
    [{ minimum: 1 }, { minimum: 2 }, '`minimum` `2` instead of `1`', true],
    [{}, { maxLength: 5 }, 'new `maxLength` `5`', true],
    [{}, { minItems: 5 }, 'new `minItems` `5`', true],
    [{ maxItems: 5 }, {}, 'no `maxItems` any more, which was `5`', false],
    [{ minLength: 5 }, {}, 'no `minLength` any more, which was `5`', false],
    [
      { 'x-maximum-decimals': 2 },
      { 'x-maximum-decimals': 3 },
      '`x-maximum-decimals` `3` instead of `2`',
      false,
    ],
    [{ minProperties: 2 }, { minProperties: 1 }, '`minProperties` `1` instead of `2`', false],
  ])('from %j to %j narrows one way and widens the other', (before, after, what, isNarrower) => {
    expect(classified(before, after, IN_REQUESTS)).toEqual([[what, isNarrower]])
    expect(classified(before, after, IN_RESPONSES)).toEqual([[what, !isNarrower]])
  })

  it('that is the same is not reported', () => {
    expect(classified({ maximum: 1 }, { maximum: 1 }, IN_REQUESTS)).toEqual([])
  })
})
