import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { eventBody } from '../writes/event-requests.ts'
import { exchangeOne, listenAnywhere, request, type RawAnswer } from './raw-exchange.ts'

const test = useService()
let port: number
let key: string
let body: string

beforeAll(async () => {
  key = (await makeApiKey(test.db)).key
  body = eventBody((await makeVenue(test.db)).id)
  port = await listenAnywhere(test.app)
})

function post(headers: readonly string[], { isKnown = true } = {}): Promise<RawAnswer> {
  const all = [
    ...(isKnown ? [`Authorization: Bearer ${key}`] : []),
    ...headers,
    `Content-Length: ${body.length}`,
  ]
  return exchangeOne(port, request('POST /api/v1/events/', all, body))
}

describe('a body of another form', () => {
  it.each([
    ['A13', ['Content-Type: application/json', 'Content-Encoding: gzip']],
    ['A13', ['Content-Type: application/json', 'Content-Encoding: br']],
    ['A14', []],
    ['A14', ['Content-Type: text/plain']],
    ['A14', ['Content-Type: application/xml']],
    ['A14', ['Content-Type: multipart/form-data; boundary=a']],
    ['A15', ['Content-Type: application/json; charset=latin1']],
    ['A15', ['Content-Type: application/json;;;=']],
    ['A15', ['Content-Type: ;;;']],
    ['A15', ['Content-Type:']],
  ])('%s is 415, with what is accepted: %j', async (_, headers) => {
    const answer = await post(headers)
    expect(answer.status).toBe(415)
    expect(answer.headers['accept']).toBe('application/json')
    expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' })
    expect(await test.db.selectFrom('events').select('id').execute()).toEqual([])
  })
})

// What cannot be read at all is refused before anybody asks who sent it, all else after.
describe('a request with several faults', () => {
  it.each([
    ['the size before the key', ['Content-Length: 262145'], 413],
    ['a Content-Type that is none before the key', ['Content-Type: ;;;', 'Content-Length: 0'], 415],
    ['the key before the media type', ['Content-Type: text/plain', 'Content-Length: 0'], 401],
    ['the key before the encoding', ['Content-Encoding: gzip', 'Content-Length: 0'], 401],
    ['the key before the body', ['Content-Type: application/json', 'Content-Length: 0'], 401],
  ])('A11 A14 is told %s', async (_, headers, status) => {
    const answer = await exchangeOne(port, request('POST /api/v1/events/', headers))
    expect(answer.status).toBe(status)
  })

  it.each(['PUT', 'DELETE', 'TRACE'])('A18 is told the method before all: %s', async (method) => {
    const headers = ['Content-Type: ;;;', 'Content-Length: 262145', 'Accept: image/png']
    const answer = await exchangeOne(port, request(`${method} /api/v1/events/`, headers))
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe('GET, POST, HEAD, OPTIONS')
  })
})

it('A14 where there is nothing, no media type is asked for', async () => {
  const answer = await exchangeOne(port, request('POST /api/v1/events//', ['Content-Type: ;;;']))
  expect(answer.status).toBe(404)
  expect(answer.headers['accept']).toBeUndefined()
})

describe('what is accepted', () => {
  it.each(['text/html', 'image/png', 'application/problem+json'])(
    'A16 by a write is JSON, or 406 before it is done: %s',
    async (accept) => {
      const answer = await post(['Content-Type: application/json', `Accept: ${accept}`])
      expect(answer.status).toBe(406)
      expect(await test.db.selectFrom('events').select('id').execute()).toEqual([])
    },
  )

  it('A16 by a question is 406 where nothing of it can be made', async () => {
    const asking = request('GET /api/v1/events/', ['Accept: image/png'])
    const answer = await exchangeOne(port, asking)
    expect(answer.status).toBe(406)
    expect(answer.headers['content-type']).toBe('application/problem+json')
  })
})
