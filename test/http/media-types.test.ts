import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { eventBody } from '../writes/event-requests.ts'
import { sendRawOnce, listenOnFreePort, request, type RawResponse } from './raw-http.ts'

const test = useService()
let port: number
let key: string
let body: string

beforeAll(async () => {
  key = (await makeApiKey(test.db)).key
  body = eventBody((await makeVenue(test.db)).id)
  port = await listenOnFreePort(test.app)
})

function post(headers: readonly string[]): Promise<RawResponse> {
  const all = [`Authorization: Bearer ${key}`, ...headers, `Content-Length: ${body.length}`]
  return sendRawOnce(port, request('POST /api/v1/events/', all, body))
}

// Requests that cannot be read are rejected before authentication, all others after it.
describe('a request with several errors', () => {
  it.each([
    ['the size before the key', ['Content-Type: application/json', 'Content-Length: 262145'], 413],
    ['the media type before the size', ['Content-Length: 262145'], 415],
    ['a malformed Content-Type before the key', ['Content-Type: ;;;', 'Content-Length: 0'], 415],
    ['the key before the media type', ['Content-Type: text/plain', 'Content-Length: 0'], 401],
    ['the key before the encoding', ['Content-Encoding: gzip', 'Content-Length: 0'], 401],
    ['the key before the body', ['Content-Type: application/json', 'Content-Length: 0'], 401],
  ])('A11 A14 gets %s', async (_, headers, status) => {
    const response = await sendRawOnce(port, request('POST /api/v1/events/', headers))
    expect(response.status).toBe(status)
  })

  it.each(['PUT', 'DELETE', 'TRACE'])('A18 gets 405 before any other error: %s', async (method) => {
    const headers = ['Content-Type: ;;;', 'Content-Length: 262145', 'Accept: image/png']
    const response = await sendRawOnce(port, request(`${method} /api/v1/events/`, headers))
    expect(response.status).toBe(405)
    expect(response.headers['allow']).toBe('GET, POST, HEAD, OPTIONS')
  })
})

it('A14 an unknown path gets 404 before the media type is checked', async () => {
  const response = await sendRawOnce(port, request('POST /api/v1/events//', ['Content-Type: ;;;']))
  expect(response.status).toBe(404)
  expect(response.headers['accept']).toBeUndefined()
})

describe('Accept', () => {
  it.each(['text/html', 'image/png', 'application/problem+json'])(
    'A16 other than JSON gets 406 from a write, before it is executed: %s',
    async (accept) => {
      const response = await post(['Content-Type: application/json', `Accept: ${accept}`])
      expect(response.status).toBe(406)
      expect(await test.db.selectFrom('events').select('id').execute()).toEqual([])
    },
  )
})
