import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { sendUnvalidated, type Answer } from '../support/send.ts'
import { deleting, eventBody, posting } from '../writes/event-requests.ts'
import { makeFullArtwork } from './full-records.ts'
import { validate } from './validate.ts'

// The suite relies on its validator, so this test gives it responses with one injected violation each.

const test = useService()
let good: Answer
let notFound: Answer
let created: Answer
let deleted: Answer
let known: Answer
let unauthorized: Answer
let unsupported: Answer

beforeAll(async () => {
  const id = await makeFullArtwork(test.db)
  good = await sendUnvalidated(test.app, { path: `/marketplace-artworks/${id}/` })
  notFound = await sendUnvalidated(test.app, { path: '/marketplace-artworks/0/' })
  known = await sendUnvalidated(test.app, {
    path: `/marketplace-artworks/${id}/`,
    headers: { 'if-none-match': '*' },
  })
  unauthorized = await sendUnvalidated(test.app, { path: '/events/', method: 'POST' })
  const { key } = await makeApiKey(test.db)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const venue = { path: '/venues/', method: 'POST', body: '{"name":"Kunsthal Nord"}' }
  created = await sendUnvalidated(test.app, { ...venue, headers })
  unsupported = await sendUnvalidated(test.app, {
    ...venue,
    headers: { ...headers, 'content-type': 'text/plain' },
  })
  const venueId = Number(created.json()['id'])
  const post = posting(key, eventBody(venueId))
  const event = await sendUnvalidated(test.app, post)
  deleted = await sendUnvalidated(
    test.app,
    deleting(key, { id: Number(event.json()['id']), etag: event.headers['etag'] ?? '' }),
  )
})

type Json = Record<string, unknown>

function withBody(answer: Answer, change: (body: Json) => unknown): string[] {
  return validate({ ...answer, text: JSON.stringify(change(JSON.parse(answer.text) as Json)) })
    .errors
}

function withHeader(answer: Answer, name: string, value: string | undefined): string[] {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([other]) => other !== name),
  )
  return validate({
    ...answer,
    headers: value === undefined ? headers : { ...headers, [name]: value },
  }).errors
}

describe('validate', () => {
  it('accepts valid responses', () => {
    expect(validate(good)).toEqual({
      errors: [],
      reached: ['retrieveMarketplaceArtwork 200 application/json'],
    })
    expect(validate(notFound).errors).toEqual([])
    expect(validate(created).reached).toEqual(['createVenue 201 application/json'])
    expect(validate(deleted).reached).toEqual(['deleteEvent 204 -'])
    expect(validate(known).reached).toEqual(['retrieveMarketplaceArtwork 304 -'])
    expect(validate(unauthorized).reached).toEqual(['createEvent 401 application/problem+json'])
    expect(validate(unsupported).reached).toEqual(['createVenue 415 application/problem+json'])
    for (const answer of [created, deleted, known, unauthorized, unsupported]) {
      expect(validate(answer).errors).toEqual([])
    }
  })

  it.each<[string, (body: Json) => unknown]>([
    ['an undeclared field', (body) => ({ ...body, secret: 1 })],
    [
      'an undeclared embedded field',
      (b) => ({ ...b, gallery: { ...(b['gallery'] as Json), x: 1 } }),
    ],
    ['a field in an object declared empty', (b) => putIn(b, 'more_artworks', { x: 1 })],
    ['a missing field', ({ title: _, ...body }) => body],
    ['a field of another type', (body) => ({ ...body, price: '2400.00' })],
    ['another order of fields', ({ id, title, ...body }) => ({ title, id, ...body })],
    [
      'another order of embedded fields',
      (b) => ({ ...b, gallery: reversed(b['gallery'] as Json) }),
    ],
    ['a timestamp with three digits', (b) => ({ ...b, created_at: '2024-05-07T09:30:00.123Z' })],
    ['a timestamp with an offset', (b) => ({ ...b, created_at: '2024-05-07T09:30:00+00:00' })],
    ['a zero fraction', (b) => ({ ...b, created_at: '2024-05-07T09:30:00.000000Z' })],
    ['a day that does not exist', (b) => ({ ...b, created_at: '2024-02-30T09:30:00Z' })],
    ['a price in euros with one decimal', (body) => ({ ...body, price_eur: '2400.0' })],
    ['an id that is no integer', (body) => ({ ...body, id: 1.5 })],
  ])('reports %s', (_, change) => {
    expect(withBody(good, change)).not.toEqual([])
  })

  it.each<[string, string | undefined]>([
    ['content-type', 'application/json; charset=utf-8'],
    ['content-type', 'text/html'],
    ['content-type', undefined],
    ['vary', undefined],
    ['vary', 'accept-encoding'],
    ['vary', 'Accept-Encoding'],
    ['vary', 'Accept, Origin'],
    ['allow', undefined],
    ['allow', 'GET, OPTIONS, HEAD'],
    ['x-request-id', undefined],
    ['x-request-id', 'req-1'],
    ['x-powered-by', 'Fastify'],
    ['etag', undefined],
    ['etag', 'W/"abc"'],
    ['etag', 'abc'],
    ['etag', '""'],
    ['etag', '"of something else"'],
    ['cache-control', undefined],
    ['cache-control', 'max-age=60'],
    ['cache-control', 'private, no-cache'],
    ['location', 'https://art.example/api/v1/venues/1/'],
  ])('reports the header %s: %s', (name, value) => {
    expect(withHeader(good, name, value)).not.toEqual([])
  })

  it('reports the ETag of another body', () => {
    expect(validate(good).errors).toEqual([])
    expect(withBody(good, (body) => ({ ...body, title: 'Low Tide' }))).not.toEqual([])
  })

  it('reports a private response that shared caches may store', () => {
    const sent = { authorization: 'Bearer amk_0' }
    expect(validate({ ...good, sent }).errors).not.toEqual([])
    expect(withHeader({ ...good, sent }, 'cache-control', 'private, no-cache')).toEqual([])
    expect(validate({ ...good, sent: { authorization: 'Bearer' } }).errors).toEqual([])
  })

  it.each([
    undefined,
    'https://art.example/api/v1/venues/',
    'https://art.example/api/v1/venues/2147483647/',
    'https://art.example/api/v1/events/1/',
    'https://art.example/api/v1/venues/1',
    '/api/v1/venues/1/',
    'https://art.example/api/v1/venues/1/?format=json',
  ])('reports the Location %s of a new venue', (location) => {
    expect(created.headers['location']).toBe('https://art.example/api/v1/venues/1/')
    expect(withHeader(created, 'location', location)).not.toEqual([])
  })

  it.each([undefined, 'Basic realm="art"', 'Bearer', 'Bearer realm="art", error="invalid_token"'])(
    'reports the challenge %s',
    (challenge) => {
      expect(withHeader(unauthorized, 'www-authenticate', challenge)).not.toEqual([])
    },
  )

  it.each([undefined, '', 'application/json, text/plain', 'application/merge-patch+json'])(
    'reports a wrong list of accepted media types: %s',
    (accept) => {
      expect(withHeader(unsupported, 'accept', accept)).not.toEqual([])
    },
  )

  it.each<[string, () => Answer]>([
    ['204', () => deleted],
    ['304', () => known],
  ])('reports a body, its type or its length under %s', (_, answer) => {
    expect(validate({ ...answer(), text: '{}' }).errors).not.toEqual([])
    expect(withHeader(answer(), 'content-type', 'application/json')).not.toEqual([])
    expect(withHeader(answer(), 'content-length', '0')).not.toEqual([])
  })

  it.each([200, 201, 204, 301, 418])('reports a wrong status, %d', (status) => {
    expect(validate({ ...notFound, status }).errors).not.toEqual([])
  })

  it.each<[string, (body: Json) => unknown]>([
    ['another status', (body) => ({ ...body, status: 500 })],
    ['another instance', (b) => ({ ...b, instance: `urn:uuid:${crypto.randomUUID()}` })],
    [
      'a code that is not in the list',
      (b) => ({ ...b, code: 'gone', type: 'https://x.example/docs/problems/gone' }),
    ],
    ['a type that leads elsewhere', (body) => ({ ...body, type: 'https://art.example/docs' })],
    ['a stack', (body) => ({ ...body, stack: 'Error' })],
  ])('reports a problem with %s', (_, change) => {
    expect(withBody(notFound, change)).not.toEqual([])
  })

  it('reports a body under HEAD', () => {
    expect(validate({ ...good, method: 'HEAD' }).errors).not.toEqual([])
  })

  it('reports a response other than 405 to a method that the path does not have', () => {
    expect(validate({ ...good, method: 'TRACE' }).errors).not.toEqual([])
  })

  it('reports a success at a path that the contract does not have', () => {
    expect(validate({ ...good, url: '/api/v1/users/' }).errors).not.toEqual([])
  })
})

function putIn(body: Json, field: string, value: unknown): Json {
  return { ...body, gallery: { ...(body['gallery'] as Json), [field]: value } }
}

function reversed(body: Json): Json {
  return Object.fromEntries(Object.entries(body).toReversed())
}
