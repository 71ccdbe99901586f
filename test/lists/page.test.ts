import { describe, expect, it } from 'vitest'
import { page, parseOrdering } from '../../src/lists/list.ts'

const request = { listUrl: 'https://art.example/list/', limit: 10, offset: 20, given: {} }

describe('page', () => {
  it.each([
    [0, 10, 10, null],
    [5, 10, 15, 0],
    [10, 10, 20, 0],
    [11, 10, 21, 1],
    [30, 10, null, 20],
    [39, 1, null, 38],
    [39, 100, null, 0],
    [40, 10, null, 30],
    [2_147_483_647, 100, null, 2_147_483_547],
    [0, 40, null, null],
    [0, 39, 39, null],
  ])('of 40 records at %d, limit %d, has next %s, previous %s', (offset, limit, ...links) => {
    const size = Math.max(0, Math.min(limit, 40 - offset))
    const { next, previous } = page({ ...request, limit, offset }, 40, [], size)
    const link = (to: number | null) =>
      to === null ? null : `https://art.example/list/?limit=${limit}&offset=${to}`
    expect([next, previous]).toEqual(links.map(link))
  })

  it('goes on after its last record when it has ended early', () => {
    expect(page(request, 45, [], 3).next).toBe('https://art.example/list/?limit=10&offset=23')
  })

  it('normalises limit and offset', () => {
    const given = { offset: '020', limit: '010' }
    expect(page({ ...request, given }, 45, [], 10).next).toBe(
      'https://art.example/list/?limit=10&offset=30',
    )
  })

  it('percent-encodes the other parameters, a space as +', () => {
    const given = { z: '"><script>', a: 'b c&d=é' }
    expect(page({ ...request, given }, 45, [], 10).next).toBe(
      'https://art.example/list/?a=b+c%26d%3D%C3%A9&limit=10&offset=30&z=%22%3E%3Cscript%3E',
    )
  })
})

it('parseOrdering reads a sort key and its direction', () => {
  expect(parseOrdering('price_usd')).toEqual({ key: 'price_usd', descending: false })
  expect(parseOrdering('-price_usd')).toEqual({ key: 'price_usd', descending: true })
})
