import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { sendUnjudged, type Answer } from '../support/send.ts'
import { makeFullArtwork } from './full-records.ts'
import { judge } from './judge.ts'

// The suite is only as good as its judge, so it is shown answers that are wrong in one thing each.

const test = useService()
let good: Answer
let notFound: Answer

beforeAll(async () => {
  const id = await makeFullArtwork(test.db)
  good = await sendUnjudged(test.app, { path: `/marketplace-artworks/${id}/` })
  notFound = await sendUnjudged(test.app, { path: '/marketplace-artworks/0/' })
})

type Json = Record<string, unknown>

function withBody(answer: Answer, change: (body: Json) => unknown): string[] {
  return judge({ ...answer, text: JSON.stringify(change(JSON.parse(answer.text) as Json)) }).faults
}

function withHeader(answer: Answer, name: string, value: string | undefined): string[] {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([other]) => other !== name),
  )
  return judge({
    ...answer,
    headers: value === undefined ? headers : { ...headers, [name]: value },
  }).faults
}

describe('judge', () => {
  it('finds nothing wrong with what is right', () => {
    expect(judge(good)).toEqual({
      faults: [],
      reached: ['retrieveMarketplaceArtwork 200 application/json'],
    })
    expect(judge(notFound).faults).toEqual([])
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
  ])('finds %s', (_, change) => {
    expect(withBody(good, change)).not.toEqual([])
  })

  it.each<[string, string | undefined]>([
    ['content-type', 'application/json; charset=utf-8'],
    ['content-type', 'text/html'],
    ['content-type', undefined],
    ['vary', undefined],
    ['vary', 'accept-encoding'],
    ['allow', undefined],
    ['allow', 'GET, OPTIONS, HEAD'],
    ['x-request-id', undefined],
    ['x-request-id', 'req-1'],
    ['x-powered-by', 'Fastify'],
  ])('finds the header %s: %s', (name, value) => {
    expect(withHeader(good, name, value)).not.toEqual([])
  })

  it.each([200, 201, 204, 301, 418])('finds a wrong status, %d', (status) => {
    expect(judge({ ...notFound, status }).faults).not.toEqual([])
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
  ])('finds a problem with %s', (_, change) => {
    expect(withBody(notFound, change)).not.toEqual([])
  })

  it('finds a body under HEAD', () => {
    expect(judge({ ...good, method: 'HEAD' }).faults).not.toEqual([])
  })

  it('finds an answer other than 405 to a method that the path has not', () => {
    expect(judge({ ...good, method: 'TRACE' }).faults).not.toEqual([])
  })

  it('finds a success at a path that the contract has not', () => {
    expect(judge({ ...good, url: '/api/v1/users/' }).faults).not.toEqual([])
  })
})

function putIn(body: Json, field: string, value: unknown): Json {
  return { ...body, gallery: { ...(body['gallery'] as Json), [field]: value } }
}

function reversed(body: Json): Json {
  return Object.fromEntries(Object.entries(body).toReversed())
}
