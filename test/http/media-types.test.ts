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

function post(headers: readonly string[], { isAuthenticated = true } = {}): Promise<RawResponse> {
  const all = [
    ...(isAuthenticated ? [`Authorization: Bearer ${key}`] : []),
    ...headers,
    `Content-Length: ${body.length}`,
  ]
  return sendRawOnce(port, request('POST /api/v1/events/', all, body))
}

describe('a body in an unsupported media type', () => {
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
  ])('%s gets 415 and the accepted media type: %j', async (_, headers) => {
    const response = await post(headers)
    expect(response.status).toBe(415)
    expect(response.headers['accept']).toBe('application/json')
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' })
    expect(await test.db.selectFrom('events').select('id').execute()).toEqual([])
  })
})

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

  it('A16 gets 406 from a read when no accepted media type is available', async () => {
    const unacceptable = request('GET /api/v1/events/', ['Accept: image/png'])
    const response = await sendRawOnce(port, unacceptable)
    expect(response.status).toBe(406)
    expect(response.headers['content-type']).toBe('application/problem+json')
  })
})
