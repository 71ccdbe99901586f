import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'

const test = useService()
let key: string
let owner: string
let url: string

beforeAll(async () => {
  ;({ key, userId: owner } = await makeApiKey(test.db))
  url = await eventUrl()
})

async function eventUrl(): Promise<string> {
  const { id } = await makeEvent(test.db, { author_id: owner })
  return `/api/v1/events/${id}/`
}

type Headers = Readonly<Record<string, string>>

function read(headers: Headers, method: 'GET' | 'HEAD' = 'GET'): Promise<LightMyRequestResponse> {
  return test.app.inject({ method, url, headers: { ...headers } })
}

const tagOf = ({ headers }: LightMyRequestResponse): string => String(headers['etag'])

describe('If-Match of a request that reads', () => {
  it.each(['GET', 'HEAD'] as const)(
    'is compared with the tag of the selected representation: %s',
    async (method) => {
      const plain = tagOf(await read({}))
      const encoded = tagOf(await read({ 'accept-encoding': 'gzip' }))
      const page = tagOf(await read({ accept: 'text/html' }))
      const statusOf = async (headers: Headers) => (await read(headers, method)).statusCode
      expect(await statusOf({ 'if-match': `"another", ${plain}` })).toBe(200)
      expect(await statusOf({ 'if-match': '*' })).toBe(200)
      expect(await statusOf({ 'if-match': encoded, 'accept-encoding': 'gzip' })).toBe(200)
      expect(await statusOf({ 'if-match': encoded })).toBe(412)
      expect(await statusOf({ 'if-match': page })).toBe(412)
      expect(await statusOf({ 'if-match': `W/${plain}` })).toBe(412)
      expect(await statusOf({ 'if-match': 'none' })).toBe(412)
    },
  )

  it('is evaluated before If-None-Match, also when the response is cached', async () => {
    const known = tagOf(await read({}))
    for (let time = 0; time < 5; time += 1) {
      const both = { 'if-none-match': known, 'if-match': '"another"' }
      const response = await read(both)
      expect(response.statusCode).toBe(412)
      expect(response.json()).toMatchObject({ code: 'precondition_failed' })
      expect((await read({ ...both, 'if-match': known })).statusCode).toBe(304)
    }
  })

  it.each(['/openapi/v1.yaml', '/docs', '/docs/guide'])('applies to %s', async (document) => {
    const get = (headers: Headers) => test.app.inject({ url: document, headers: { ...headers } })
    const known = tagOf(await get({}))
    expect((await get({ 'if-match': known })).statusCode).toBe(200)
    expect((await get({ 'if-match': `W/${known}` })).statusCode).toBe(412)
  })

  it('is ignored when nothing is found', async () => {
    const response = await test.app.inject({
      url: '/api/v1/events/2147483647/',
      headers: { 'if-match': '"another"' },
    })
    expect(response.statusCode).toBe(404)
  })
})

describe.each(['PUT', 'PATCH', 'DELETE'] as const)('If-None-Match of %s', (method) => {
  /** @returns the status of the change, and the title after it. */
  async function change(conditions: (etag: string) => Headers): Promise<[number, unknown]> {
    const own = await eventUrl()
    const before = await test.app.inject({ url: own })
    const { category, venue } = before.json<{ category: { id: number }; venue: { id: number } }>()
    const whole = {
      category: category.id,
      venue: venue.id,
      start_time: '2026-03-14T09:00:00Z',
      end_time: '2026-06-30T16:00:00Z',
    }
    const response = await test.app.inject({
      method,
      url: own,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        'if-match': '*',
        ...conditions(tagOf(before)),
      },
      ...(method !== 'DELETE' && {
        payload: { ...(method === 'PUT' && whole), title: 'Southern Light' },
      }),
    })
    const after = await test.app.inject({ url: own })
    const isThere = after.statusCode === 200
    return [response.statusCode, isThere ? after.json<{ title: string }>().title : undefined]
  }

  it.each<[string, (etag: string) => Headers]>([
    ['the current tag', (etag) => ({ 'if-none-match': etag })],
    ['the current tag, weakly', (etag) => ({ 'if-none-match': `"another", W/${etag}` })],
    ['any version', () => ({ 'if-none-match': '*' })],
  ])('rejects it for %s', async (_, conditions) => {
    expect(await change(conditions)).toEqual([412, 'Northern Light'])
  })

  it.each<[string, (etag: string) => Headers]>([
    ['another version', () => ({ 'if-none-match': '"7-20240101000000.abc"' })],
    ['an unreadable tag', () => ({ 'if-none-match': 'none' })],
  ])('allows it for %s', async (_, conditions) => {
    const [status, title] = await change(conditions)
    expect(status).toBe(method === 'DELETE' ? 204 : 200)
    expect(title).toBe(method === 'DELETE' ? undefined : 'Southern Light')
  })
})

it('the ETag of the HTML view names no version, so a change with it as If-Match gets 412', async () => {
  const page = tagOf(await read({ accept: 'text/html' }))
  const headers = { authorization: `Bearer ${key}`, 'if-match': page }
  expect((await test.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(412)
})
