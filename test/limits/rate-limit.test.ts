import { randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { rejections } from '../../src/limits/rejections.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeWebhook } from '../support/make-webhook.ts'
import { send } from '../support/send.ts'

const test = useDatabase()
const open: FastifyInstance[] = []
let eventId: number

beforeAll(async () => {
  // Tests set what PostgreSQL knows of the tables.
  for (const table of ['artworks', 'events'])
    await sql`ALTER TABLE ${sql.table(table)} SET (autovacuum_enabled = off)`.execute(test.db)
  ;({ id: eventId } = await makeEvent(test.db))
})
afterEach(async () => {
  vi.useRealTimers()
  for (const app of open.splice(0)) await app.close()
})

async function limitedTo(perMinute: number, trustedProxies?: string[]): Promise<FastifyInstance> {
  const app = await testApp(test, {
    limits: { perMinute, poolSize: 8 },
    ...(trustedProxies !== undefined && { trustedProxies }),
  })
  open.push(app)
  return app
}

interface Call {
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
}

function get(
  app: FastifyInstance,
  { from = '203.0.113.9', headers = {}, path = `/events/${eventId}/` }: Call = {},
): Promise<LightMyRequestResponse> {
  return app.inject({ url: `/api/v1${path}`, headers: { ...headers }, remoteAddress: from })
}

async function statusesOf(app: FastifyInstance, calls: readonly Call[]): Promise<number[]> {
  const statuses: number[] = []
  for (const call of calls) statuses.push((await get(app, call)).statusCode)
  return statuses
}

function left({ headers }: LightMyRequestResponse): { r: number; t: number } {
  const [, r, t] = /^"default";r=(\d+);t=(\d+)$/.exec(String(headers['ratelimit'])) ?? []
  return { r: Number(r), t: Number(t) }
}

/** Each copy of the artwork has all of these tags. */
async function makeTaggedCopies(
  id: number,
  { artworks, tags }: { readonly artworks: number; readonly tags: number },
): Promise<void> {
  const made = await test.db
    .insertInto('tags')
    .values(Array.from({ length: tags }, (_, number) => ({ name: `Tag ${number}` })))
    .returning('id')
    .execute()
  const ids = made.map((tag) => tag.id)
  await sql`
    WITH copies AS (
      INSERT INTO artworks (gallery_id, category_id, units, price, price_display, title, slug, publish_status, published_at)
      SELECT gallery_id, category_id, units, price, price_display, 'Copy', 'copy-' || number, 'published', published_at
      FROM artworks, generate_series(1, ${artworks}::integer) AS number WHERE id = ${id}
      RETURNING id
    ) INSERT INTO artwork_tags (artwork_id, tag_id)
      SELECT copies.id, tag_id FROM copies, unnest(${ids}::integer[]) AS tag_id`.execute(test.db)
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

describe('D13 a client over its limit', () => {
  it('D13 gets 429 with the time to wait, for each request over the limit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const app = await limitedTo(6)
    const limited = rejections.limited
    const all = await Promise.all(Array.from({ length: 60 }, () => get(app)))
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6)
    expect(all.filter(({ statusCode }) => statusCode === 429)).toHaveLength(54)
    expect(rejections.limited - limited).toBe(54)
    vi.advanceTimersByTime(18_300)
    const rejected = await get(app)
    expect(rejected.statusCode).toBe(429)
    expect(rejected.headers['retry-after']).toBe('42')
    expect(left(rejected)).toEqual({ r: 0, t: 42 })
    vi.advanceTimersByTime(41_600)
    expect((await get(app)).headers['retry-after']).toBe('1')
    vi.advanceTimersByTime(100)
    const again = await get(app)
    expect(again.statusCode).toBe(200)
    expect(left(again)).toEqual({ r: 5, t: 60 })
  })

  it('D13 is rejected as documented', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const app = await limitedTo(1)
    await send(app, { path: '/events/' })
    const response = await send(app, { path: '/events/' })
    expect(response.json()).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      detail: 'The client has exceeded its number of requests per minute. Try again in 60 s.',
    })
    expect(response.headers).toMatchObject({
      'retry-after': '60',
      'ratelimit-policy': '"default";q=1;w=60',
      ratelimit: '"default";r=0;t=60',
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('x-rate'))).toEqual([])
  })

  it('D13 is not another client because of X-Forwarded-For', async () => {
    const app = await limitedTo(2)
    const from = (address: string): Call => ({ headers: { 'x-forwarded-for': address } })
    const calls = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(from)
    expect(await statusesOf(app, calls)).toEqual([200, 200, 429])
  })

  it('D13 is identified by the last address that a trusted proxy added', async () => {
    const app = await limitedTo(1, ['203.0.113.0/24'])
    const from = (addresses: string): Call => ({ headers: { 'x-forwarded-for': addresses } })
    const calls = ['192.0.2.1', '192.0.2.2', '192.0.2.1', '198.51.100.1, 192.0.2.2'].map(from)
    expect(await statusesOf(app, calls)).toEqual([200, 200, 429, 429])
  })

  it('D13 is the same at every address of its /64', async () => {
    const app = await limitedTo(2)
    const suffixes = Array.from({ length: 3 }, () => randomBytes(2).toString('hex'))
    const calls = suffixes.map((suffix) => ({ from: `2001:db8:1:2:${suffix}::1` }))
    expect(await statusesOf(app, calls)).toEqual([200, 200, 429])
    expect(await statusesOf(app, [{ from: '2001:db8:1:3::1' }])).toEqual([200])
  })
})

describe('an API key', () => {
  it('is counted by key after its first success, from any address', async () => {
    const app = await limitedTo(2)
    const [mine, other] = [await makeApiKey(test.db), await makeApiKey(test.db)]
    // The first use of each is counted by address.
    const first = [
      { ...bearer(mine.key), from: '192.0.2.1' },
      { ...bearer(other.key), from: '192.0.2.2' },
    ]
    expect(await statusesOf(app, first)).toEqual([200, 200])
    const then = ['192.0.2.7', '192.0.2.8', '192.0.2.9'].map((from) => ({
      ...bearer(mine.key),
      from,
    }))
    expect(await statusesOf(app, then)).toEqual([200, 200, 429])
    expect(await statusesOf(app, [{ ...bearer(other.key), from: '192.0.2.9' }])).toEqual([200])
    expect(await statusesOf(app, [{ from: '192.0.2.9' }])).toEqual([200])
  })

  it('that is invalid is counted by address', async () => {
    const app = await limitedTo(3)
    // Without any valid key, the service would not look keys up.
    const { key } = await makeApiKey(test.db)
    await get(app, { ...bearer(key), from: '192.0.2.66' })
    const made = () => bearer(`amk_${randomBytes(32).toString('base64url')}`)
    const calls = [made(), bearer('amk_short'), made(), made(), {}]
    expect(await statusesOf(app, calls)).toEqual([401, 401, 401, 429, 429])
  })

  it('is not charged for another key with the same prefix', async () => {
    const app = await limitedTo(2)
    const { key } = await makeApiKey(test.db)
    await get(app, bearer(key))
    const alike = `${key.slice(0, 12)}${randomBytes(32).toString('base64url')}`.slice(0, 46) + 'A'
    await get(app, { ...bearer(alike), from: '192.0.2.66' })
    expect(left(await get(app, bearer(key)))).toMatchObject({ r: 1 })
  })

  it('that was revoked is counted by address again', async () => {
    const app = await limitedTo(4)
    const { key, id } = await makeApiKey(test.db)
    await get(app)
    await get(app, bearer(key))
    await test.db
      .updateTable('api_keys')
      .set({ revoked_at: '2024-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute()
    expect((await get(app, bearer(key))).statusCode).toBe(401)
    // Three by address; by key only the request that found the revocation.
    expect(left(await get(app, bearer(key)))).toMatchObject({ r: 1 })
  })
})

describe('the rate limit', () => {
  it('is reported on every counted response', async () => {
    const app = await limitedTo(100)
    const paths = ['/events/', `/events/${eventId}/`, '/events/0/', '/nothing/', '/events/?limit=x']
    for (const [at, path] of paths.entries()) {
      const response = await get(app, { path })
      expect(response.headers['ratelimit-policy'], path).toBe('"default";q=100;w=60')
      expect(left(response), path).toMatchObject({ r: 99 - at })
    }
  })

  it('does not count a cached 304', async () => {
    const app = await limitedTo(5)
    // The first request reads the first version of the data, so the third is built and cached.
    await get(app)
    const { headers } = await get(app)
    const known = { headers: { 'if-none-match': String(headers['etag']) } }
    expect(left(await get(app, known))).toMatchObject({ r: 2 })
    for (let time = 0; time < 5; time += 1) {
      const response = await get(app, known)
      expect(response.statusCode).toBe(304)
      expect(left(response)).toMatchObject({ r: 2 })
    }
    expect(await statusesOf(app, [{}, {}, known])).toEqual([200, 200, 429])
  })

  it('counts a 304 that was not cached', async () => {
    const app = await limitedTo(3)
    const { headers } = await get(app)
    const known = (accept: string) => ({
      headers: { 'if-none-match': String(headers['etag']), accept },
    })
    const calls = ['application/json', '*/*', 'application/json;q=0.5'].map(known)
    expect(await statusesOf(app, calls)).toEqual([304, 304, 429])
  })

  it.each([
    ['GET', '/docs', 200],
    ['GET', '/openapi/v1.json', 200],
    ['GET', '/media/placeholder.svg', 200],
    ['GET', '/nothing', 404],
    ['GET', '/api/v1/nothing/', 404],
    ['GET', '/%zz', 400],
    ['GET', '/api/v1/events/?limit=0', 400],
    ['OPTIONS', '/api/v1/events/', 200],
    ['OPTIONS', '/nothing', 404],
    ['PUT', '/api/v1/events/', 405],
    ['DELETE', '/docs', 404],
  ] as const)('counts %s %s', async (method, url, status) => {
    const app = await limitedTo(1)
    const first = await app.inject({ method, url })
    expect([first.statusCode, first.headers['ratelimit']]).toEqual([status, '"default";r=0;t=60'])
    const second = await app.inject({ method, url })
    expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([
      429,
      'too_many_requests',
    ])
  })

  it('gets what a page looks like, which does not count', async () => {
    const app = await limitedTo(1)
    const headers = { accept: 'text/html' }
    expect((await app.inject({ url: '/', headers })).statusCode).toBe(200)
    const rejected = await app.inject({ url: '/', headers })
    const files = rejected.body.match(/(?<=(?:href|src)=")[^"]*\/assets\/[^"]*/g) ?? []
    expect([rejected.statusCode, files.length]).toEqual([429, 4])
    for (const url of files) {
      const file = await app.inject({ url })
      expect([file.statusCode, file.headers['ratelimit']], url).toEqual([200, undefined])
    }
  })

  it('counts a body once for each 512 KiB that it begins', async () => {
    for (let number = 0; number < 10; number += 1) {
      await makeEvent(test.db, { content: 'a'.repeat(100_000) })
    }
    const app = await limitedTo(10)
    const page = await get(app, { path: '/events/?limit=4' })
    expect([page.statusCode, left(page).r]).toEqual([200, 9])
    const long = await get(app, { path: '/events/?limit=8' })
    expect([long.statusCode, left(long).r]).toEqual([200, 7])
    expect(left(await get(app)).r).toBe(6)
    for (const remaining of [4, 2, 0]) {
      expect(left(await get(app, { path: '/events/?limit=8' })).r).toBe(remaining)
    }
    expect((await get(app)).statusCode).toBe(429)
  })

  it('counts a nested list once more for each 5,000 records that are read for it', async () => {
    await sql`
      INSERT INTO events (venue_id, author_id, category_id, featured_image_id, start_time, end_time, title, slug, publish_status, published_at)
      SELECT venue_id, author_id, category_id, featured_image_id, start_time, end_time, 'Copy', 'copy-' || number, 'published', published_at
      FROM events, generate_series(1, 10000) AS number WHERE id = ${eventId}`.execute(test.db)
    const app = await limitedTo(10)
    const { venue } = (await get(app)).json<{ venue: { id: number } }>()
    const list = await get(app, { path: `/venues/${venue.id}/events/` })
    expect(list.json<{ count: number }>().count).toBe(10_001)
    expect(left(list).r).toBe(6)
  })

  it('counts the texts that facets fold', async () => {
    for (let n = 0; n < 60; n += 1)
      await makeArtwork(test.db, { medium: `${n}${'油'.repeat(198)}` })
    const app = await limitedTo(10)
    const path = '/marketplace-artworks/facets/'
    expect([left(await get(app, { path })).r, left(await get(app, { path })).r]).toEqual([8, 7])
  })

  it('counts the names in which it looks for a long text', async () => {
    const alike = '\u2A0C'
    for (let n = 0; n < 60; n += 1) await makeArtist(test.db, { name: alike.repeat(160) + n })
    const app = await limitedTo(10)
    const path = `/artists/?name=${encodeURIComponent(`x${alike.repeat(80)}`)}`
    const remaining = [left(await get(app, { path: '/artists/?name=x' })).r]
    expect([...remaining, left(await get(app, { path })).r]).toEqual([9, 7])
  })

  it.each([
    { reads: 'records', path: '/events/?is_featured=true', counted: 13 },
    { reads: 'an index', path: '/marketplace-artworks/?has_image=true', counted: 5 },
    { reads: 'two indexes', path: '/marketplace-artworks/?color=%23808080', counted: 17 },
  ])('counts a filter that reads $reads of 60,000 records $counted times', async (filter) => {
    const tables = sql`oid IN ('artworks_by_id'::regclass, 'events_by_id'::regclass)`
    await sql`UPDATE pg_class SET reltuples = 60000 WHERE ${tables}`.execute(test.db)
    const app = await limitedTo(20)
    expect(left(await get(app, { path: filter.path })).r).toBe(20 - filter.counted)
  })

  it('counts the tags of artworks that facets read', async () => {
    const { id } = await makeArtwork(test.db)
    const path = '/marketplace-artworks/facets/'
    await makeTaggedCopies(id, { artworks: 2_500, tags: 20 })
    await sql`ANALYZE artworks`.execute(test.db)
    const tagged = left(await get(await limitedTo(20), { path })).r
    await sql`DELETE FROM artwork_tags`.execute(test.db)
    const untagged = left(await get(await limitedTo(20), { path })).r
    expect(tagged).toBeLessThan(untagged)
  })

  it('counts each 512 KiB of a part of the sitemap', async () => {
    await sql`INSERT INTO tags (name) SELECT 'T' || no FROM generate_series(1, 9000) AS no`.execute(
      test.db,
    )
    const app = await limitedTo(20)
    const response = await app.inject({ url: '/sitemap/tags-0.xml' })
    const further = Math.floor(response.rawPayload.length / (512 * 1024))
    expect(further).toBeGreaterThan(0)
    expect(left(response).r).toBe(19 - further)
  })

  const url = 'https://hooks.quayside.example/art'
  const causes: readonly {
    of: string
    path: string
    payload?: object
    isChange?: boolean
    waiting?: number
  }[] = [
    { of: 'the ping', path: 'ID/ping/' },
    { of: 'the redelivery', path: 'ID/redelivery/' },
    { of: 'the creation', path: '', payload: { url, collections: ['events'] } },
    ...[0, 1, 2].flatMap((waiting) => [
      { of: `a new secret, with ${waiting} messages that wait,`, path: 'ID/secret/', waiting },
      { of: `a change, with ${waiting}`, path: 'ID/', payload: { url }, isChange: true, waiting },
    ]),
  ]
  it.each(causes)('counts $of of a webhook as 20 requests a message', async (cause) => {
    const { path, payload, isChange = false, waiting = 1 } = cause
    const { key, userId } = await makeApiKey(test.db, { scopes: ['webhooks'] })
    const { id } = await makeWebhook(test.db, { owner_id: userId })
    await sql`INSERT INTO webhook_deliveries (webhook_id, type, body, is_manual)
      SELECT ${id}, 'events.changed', '{}', false FROM generate_series(1, ${waiting}::integer)`.execute(
      test.db,
    )
    const counted = Math.max(1, waiting * 20)
    const app = await limitedTo(2 * counted + 1)
    // From then on, its requests count for the key.
    await get(app, { path: '/webhooks/', ...bearer(key) })
    const ask = () =>
      app.inject({
        method: isChange ? 'PATCH' : 'POST',
        url: `/api/v1/webhooks/${path.replace('ID', String(id))}`,
        headers: { ...bearer(key).headers, ...(isChange && { 'if-match': '*' }) },
        ...(payload && { payload }),
      })
    const responses = [await ask(), await ask(), await ask(), await ask()]
    const made = path === '' ? 201 : 200
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([made, made, made, 429])
    expect(responses.map((response) => left(response).r)).toEqual([counted + 1, 1, 0, 0])
  })

  it('counts a request rejected for its headers by its address, ignoring X-Forwarded-For', async () => {
    const app = await limitedTo(1, ['203.0.113.0/24'])
    const lists = ['192.0.2.1', '192.0.2.2'].map((address) => `${address},`.repeat(200))
    const calls = lists.map((list) => ({ headers: { 'x-forwarded-for': list } }))
    expect(await statusesOf(app, calls)).toEqual([431, 429])
  })

  it('is off when it is 0', async () => {
    const app = await limitedTo(0)
    const response = await get(app)
    expect(response.statusCode).toBe(200)
    expect(response.headers['ratelimit']).toBeUndefined()
    expect(response.headers['ratelimit-policy']).toBeUndefined()
  })
})
