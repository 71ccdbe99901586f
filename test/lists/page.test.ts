import { describe, expect, it } from 'vitest'
import { page, parseOrdering } from '../../src/lists/list.ts'

const request = { listUrl: 'https://art.example/list/', limit: 10, offset: 20, given: {} }

describe('page', () => {
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
