import { describe, expect, it } from 'vitest'
import { isSuccess } from '../../src/client/response.ts'
import { operations } from '../contract/document.ts'

const API = 'https://art.example/api/v1'
const request = (method: string, path: string, headers = {}) =>
  new Request(`${API}${path}`, { method, headers })
const response = (status: number, body = '', type = 'application/json') => ({
  status,
  headers: new Headers({ 'content-type': type }),
  body,
})
const pageWith = (next: unknown, results: unknown = [{ id: 7 }]) =>
  response(200, JSON.stringify({ count: 9, next, previous: null, results }))

describe('a response to an unconditional request', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])('is never 304 (%s)', (method) => {
    expect(isSuccess(request(method, '/events/7/'), response(304))).toBe(false)
    const conditional = request(method, '/events/7/', { 'if-none-match': '"x"' })
    expect(isSuccess(conditional, response(304))).toBe(true)
  })
})

describe('a response without a body', () => {
  it.each([
    ['DELETE', true],
    ['GET', false],
    ['HEAD', false],
    ['POST', false],
    ['PUT', false],
    ['PATCH', false],
  ])('to %s is a success: %s', (method, expected) => {
    expect(isSuccess(request(method, '/events/7/'), response(204))).toBe(expected)
  })

  it('to HEAD is a success with the media type of GET', () => {
    expect(isSuccess(request('HEAD', '/events/'), response(200))).toBe(true)
    expect(isSuccess(request('HEAD', '/events/'), response(200, '', 'text/html'))).toBe(false)
  })
})

describe('a body', () => {
  it.each(['null', '[]', '[{"id": 7}]', '7', '"7"', 'true', '', '{"id": '])(
    'of %s is never a record',
    (body) => {
      for (const method of ['GET', 'PUT', 'PATCH']) {
        expect(isSuccess(request(method, '/events/7/'), response(200, body))).toBe(false)
      }
      expect(isSuccess(request('POST', '/events/'), response(201, body))).toBe(false)
    },
  )

  const lists = operations.filter(({ id }) => id.startsWith('list'))
  const others = operations.filter(
    ({ id, method }) => !/^list|Changes$/.test(id) && method !== 'DELETE',
  )

  it.each(lists)('of $id has the records of a page', ({ method, template }) => {
    const sent = request(method, template)
    expect(isSuccess(sent, pageWith(null))).toBe(true)
    for (const results of [null, {}, 7]) {
      expect(isSuccess(sent, pageWith(null, results))).toBe(false)
    }
    expect(isSuccess(sent, response(200, '{"id": 7}'))).toBe(false)
  })

  it.each(others)('of $id has none', ({ method, template }) => {
    const sent = request(method, template.replace('{id}', '7'))
    expect(isSuccess(sent, response(method === 'POST' ? 201 : 200, '{"id": 7}'))).toBe(true)
  })
})

describe('the next of a page', () => {
  it.each<[string, unknown]>([
    ['?limit=5', `${API}/events/?limit=5&offset=1`],
    ['?limit=5&offset=5', `${API}/events/?limit=5&offset=6`],
    ['?limit=5&offset=5', 'https://elsewhere.example/events/?offset=6&ordering=x'],
    ['?limit=5&offset=900', null],
  ])('after %s can be %s', (query, next) => {
    expect(isSuccess(request('GET', `/events/${query}`), pageWith(next))).toBe(true)
  })

  it.each<[string, unknown]>([
    ['?limit=5', `${API}/events/?limit=5`],
    ['?limit=5', `${API}/events/?limit=5&offset=0`],
    ['?limit=5&offset=5', `${API}/events/?limit=5&offset=5`],
    ['?limit=5&offset=10', `${API}/events/?limit=5&offset=9`],
    ['?limit=5&offset=5', `${API}/events/?limit=5&offset=10`],
    ['?limit=5', `${API}/events/?offset=x`],
    ['?limit=5', undefined],
    ['?limit=5', ''],
    ['?limit=5', '/api/v1/events/?limit=5&offset=5'],
    ['?limit=5', '?offset=5'],
    ['?limit=5', 5],
    ['?limit=5', [`${API}/events/?limit=5&offset=5`]],
    ['?limit=5', false],
  ])('after %s cannot be %s', (query, next) => {
    expect(isSuccess(request('GET', `/events/${query}`), pageWith(next))).toBe(false)
  })
})

describe('changes', () => {
  const summary = { count: 0, digest: '' }
  it.each<[boolean, object]>([
    [true, { results: [], next_cursor: 'a', summary }],
    [true, { results: [], next_cursor: 'b', summary: null }],
    [false, { results: [], next_cursor: 'a', summary: null }],
    [false, { results: [], summary }],
    [false, { results: {}, next_cursor: 'b', summary }],
    [false, { results: [], next_cursor: 'b' }],
  ])('after a cursor a are a success: %s, %o', (expected, body) => {
    const sent = request('GET', '/events/changes/?cursor=a')
    expect(isSuccess(sent, response(200, JSON.stringify(body)))).toBe(expected)
  })
})
