import { expect, it } from 'vitest'
import { parseOrdering } from '../../src/lists/page.ts'

it('parseOrdering reads a sort key and its direction', () => {
  expect(parseOrdering('price_usd')).toEqual({ key: 'price_usd', descending: false })
  expect(parseOrdering('-price_usd')).toEqual({ key: 'price_usd', descending: true })
})
