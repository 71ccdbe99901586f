import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context, Operations } from '../../src/operation-context.ts'
import { operations as functions } from '../../src/operations.ts'
import { tryLockKey } from '../../src/writes/idempotency-queries.ts'
import { operations } from '../contract/document.ts'
import { makeFullRecords } from '../contract/full-records.ts'
import { listenOnFreePort, sendRawOnce } from '../http/raw-http.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase, type TestDatabase } from '../support/database.ts'
import { makeApiKey, type MadeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { absentDatabase } from '../support/recorded-database.ts'
import { sendUnvalidated, type Answer, type Sent } from '../support/send.ts'
import { VARIANTS } from './request-variants.ts'
import { columnsOf, plantCanaries, selectTextColumns, selectTexts } from './text-columns.ts'

// Every personal column and every request value that may be personal contains "canary": no response and no log
// entry may contain it. Other request values contain "unlogged", which may not be logged.

const PERSONAL = /canary/i
const SECRET = /amk_[\w-]{8}/
const UNLOGGED = /unl.{1,2}gged/i

const test = useDatabase()
const log: Record<string, unknown>[] = []
const received = new Set<string>()
const reached = new Set<string>()
const apps = {} as Record<'running' | 'failing' | 'alone' | 'miserly', FastifyInstance>
const absent = absentDatabase()
let keys: Readonly<Record<Caller, MadeApiKey | undefined>>
let ids: Readonly<Record<string, number>>
let port: number | undefined

type Caller = 'anonymous' | 'stranger' | 'another' | 'author' | 'admin'
const CALLERS: readonly Caller[] = ['anonymous', 'stranger', 'another', 'author', 'admin']

beforeAll(async () => {
  ids = await makeFullRecords(test.db)
  const { author_id: owner_id } = await test.db
    .selectFrom('events')
    .select('author_id')
    .executeTakeFirstOrThrow()
  await test.db.updateTable('artworks').set({ author_id: owner_id }).execute()
  keys = {
    anonymous: undefined,
    stranger: await makeApiKey(test.db, { scopes: ['artworks:write'] }),
    another: await makeApiKey(test.db, { scopes: ['events:write'] }),
    author: await makeApiKey(test.db, { owner_id, scopes: ['events:write', 'artworks:write'] }),
    admin: await makeApiKey(test.db, { scopes: ['admin'] }),
  }
  await makeSources()
  await plantCanaries(test.db)
  apps.running = await loggedApp(test, functions)
  apps.failing = await loggedApp(test, failingOperations())
  apps.alone = await loggedApp(absent, functions)
  apps.miserly = await loggedApp(test, functions, { limits: { perMinute: 1, poolSize: 8 } })
})

afterAll(async () => {
  for (const app of Object.values(apps)) await app.close()
  await absent.db.destroy()
})

/** A service that logs everything to `log`. */
async function loggedApp(
  database: TestDatabase,
  all: Operations,
  others: Parameters<typeof testApp>[1] = {},
): Promise<FastifyInstance> {
  const app = await testApp(database, { ...others, operations: all, logLevel: 'trace' })
  const lines = captureLog(app)
  lines.push = (...more) => log.push(...more)
  return app
}

/** The sources of imported records are not public. */
async function makeSources(): Promise<void> {
  for (const name of ['artist', 'artwork', 'venue', 'event']) {
    const source = sql.table(`${name}_sources`)
    await sql`INSERT INTO ${source} (source, external_id, fingerprint, ${sql.ref(`${name}_id`)})
      SELECT 'hidden source', 'hidden id ' || id, 'hidden fingerprint', id
      FROM ${sql.table(`${name}s`)}`.execute(test.db)
  }
  await makeExchangeRate(test.db, 'USD', '1.1', { source: 'hidden source of rates' })
}

/** PostgreSQL reports the whole row in the detail of the first error, and the value in the second. */
const FAILURES = [
  sql`UPDATE users SET username = NULL`,
  sql`SELECT email::integer FROM users`,
  sql`SELECT ${'canary@example.com'}::uuid`,
]

let failures = 0

function failingOperations(): Operations {
  const fail = async (_input: unknown, { db }: Context): Promise<never> => {
    failures += 1
    await FAILURES[failures % FAILURES.length]?.execute(db)
    throw new Error('PostgreSQL has not failed')
  }
  return Object.fromEntries(Object.keys(functions).map((id) => [id, fail])) as unknown as Operations
}

const CONTACT = {
  contact_name: 'Canary of a body',
  email: 'canary@body.example',
  phone: '+45 canary of a body',
}
const EVENT = {
  title: 'Unlogged event',
  category: 1,
  publish_status: 'published',
  start_time: '2026-03-14T09:00:00Z',
  end_time: '2026-06-30T16:00:00Z',
  ...CONTACT,
}

/** Personal data in headers of browsers and proxies. */
const CLIENT = {
  'user-agent': 'canary/1.0',
  cookie: 'session=canary',
  referer: 'https://canary.example',
  from: 'canary@example.com',
  forwarded: 'for=canary',
  'x-forwarded-for': 'canary',
}

function bodyOf(id: string): object | undefined {
  const artwork = { title: 'Unlogged artwork', units: 'inch', price_display: 'price on request' }
  const event = { ...EVENT, venue: ids['/venues/{id}/'] }
  const bodies: Readonly<Record<string, object>> = {
    createMarketplaceArtwork: { ...artwork, artists: [], gallery: 1, category: 2 },
    createEvent: event,
    updateEvent: event,
    partialUpdateEvent: event,
    createVenue: { name: 'Unlogged venue', city: 'Unlogged city', country: 'DK' },
  }
  return bodies[id]
}

let sentKeys = 0

/** A request that succeeds if its sender is authorised; each DELETE has its own event. */
async function requestOf(id: string, caller: Caller): Promise<Sent> {
  const { method = '', template = '' } = operations.find((each) => each.id === id) ?? {}
  const body = bodyOf(id)
  const record = id === 'deleteEvent' ? await makeDeletable() : ids[template]
  const key = keys[caller]?.key
  sentKeys += 1
  return {
    method,
    path: template.replace('{id}', String(record)),
    headers: {
      ...CLIENT,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(method === 'POST' && { 'idempotency-key': `unlogged ${sentKeys}` }),
      ...(/PUT|PATCH|DELETE/.test(method) && { 'if-match': '*' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

async function makeDeletable(): Promise<number> {
  const author = { author_id: keys.author?.userId ?? '', venue_id: ids['/venues/{id}/'] ?? 0 }
  return (await makeEvent(test.db, { ...author, ...CONTACT })).id
}

/** Sends a request, and expects no personal data in its response. */
async function sendChecked(app: FastifyInstance, request: Sent, id?: string): Promise<Answer> {
  const response = await sendUnvalidated(app, request)
  const all = `${JSON.stringify(response.headers)}\n${response.text}`
  expect(all, `${response.method} ${response.url}`).not.toMatch(PERSONAL)
  expect(all, `${response.method} ${response.url}`).not.toMatch(SECRET)
  received.add(all)
  if (id !== undefined) reached.add(`${id} ${response.status}`)
  return response
}

describe('the columns that can hold a text', () => {
  it('are each classified once as public, personal or hidden', async () => {
    const known = [...columnsOf('public'), ...columnsOf('personal'), ...columnsOf('hidden')]
    const found = await selectTextColumns(test.db)
    expect(known.map(({ name }) => name).toSorted()).toEqual(
      found.map(({ name }) => name).toSorted(),
    )
  })

  it.each(columnsOf('personal'))('contain a canary if personal: $name', async (column) => {
    expect(await selectTexts(test.db, column)).toEqual([`canary.${column.name}@example.com`])
  })
})

describe.each(operations)('$id', ({ id }) => {
  it.each(CALLERS)('returns no personal data to %s for any variant', async (caller) => {
    for (const change of Object.values(VARIANTS)) {
      const request = await requestOf(id, caller)
      const changed = change(request)
      if (changed !== request) await sendChecked(apps.running, changed, id)
    }
  })

  it('returns none on failure, without a database, or over the rate limit', async () => {
    for (const app of [apps.failing, apps.alone, apps.miserly]) {
      for (const caller of CALLERS) await sendChecked(app, await requestOf(id, caller), id)
    }
  })
})

describe.each(operations.filter(({ method }) => method === 'POST'))('$id', ({ id }) => {
  it('returns none on repetition, or with a reused key', async () => {
    const request = await requestOf(id, 'admin')
    const first = await sendChecked(apps.running, request, id)
    const again = await sendChecked(apps.running, request, id)
    expect(again).toMatchObject({ status: 201, text: first.text })
    const other = await sendChecked(apps.running, { ...request, body: `${request.body} ` }, id)
    expect(other.status).toBe(422)
  })

  it('returns none while the first request is running', async () => {
    const request = await requestOf(id, 'admin')
    const key = request.headers?.['idempotency-key'] ?? ''
    await test.db.transaction().execute(async (trx) => {
      await tryLockKey(trx, { ownerId: keys.admin?.userId ?? '', key })
      expect((await sendChecked(apps.running, request, id)).status).toBe(409)
    })
  })
})

describe('a request without an operation', () => {
  it.each([
    '/canary@example.com',
    '/api/v1/canary/',
    '/api/v1/events/canary@example.com/',
    '/api/v1/events/%zz',
    '/docs/problems/canary',
    '/openapi/canary.json',
  ])('gets no personal data at %s', async (url) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const request = { url, method, body: '{"email":"canary@example.com"}' }
      await sendChecked(apps.running, {
        ...request,
        headers: { 'content-type': 'application/json' },
      })
    }
  })

  it.each([
    ['no request', 'canary@example.com\r\n\r\n'],
    ['a wrong header', 'GET /canary HTTP/1.1\r\nHost: a\r\nFrom canary@example.com\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'canary'.repeat(3_000)}\r\n\r\n`],
  ])('gets none when it is %s', async (_, bytes) => {
    port ??= await listenOnFreePort(apps.running)
    const response = await sendRawOnce(port, bytes)
    expect(response.status).toBeGreaterThan(399)
    expect(JSON.stringify(response)).not.toMatch(PERSONAL)
  })
})

describe('all of these responses', () => {
  it('include every documented response', () => {
    const documented = operations.flatMap(({ id, responses }) =>
      Object.keys(responses).map((status) => `${id} ${status}`),
    )
    expect(documented.filter((response) => !reached.has(response))).toEqual([])
  })

  it('contain placeholders', () => {
    for (const placeholder of ['<NAME>', '<EMAIL>', '<PHONE>']) {
      const count = [...received].filter((response) => response.includes(placeholder)).length
      expect(count, placeholder).toBeGreaterThan(50)
    }
  })

  it.each(columnsOf('hidden'))('contain no value of $name', async (column) => {
    const texts = await selectTexts(test.db, column)
    expect(texts).not.toEqual([])
    for (const text of texts) {
      expect(
        [...received].filter((response) => response.includes(text)),
        text,
      ).toEqual([])
    }
  })
})

describe('a stored response', () => {
  it('contains placeholders too; the event contains the values', async () => {
    const stored = await test.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(stored.length).toBeGreaterThan(5)
    const texts = stored.map(({ headers, body }) => JSON.stringify(headers) + body).join('\n')
    expect(texts).toContain('<EMAIL>')
    expect(texts).not.toMatch(PERSONAL)
    const { email } = CONTACT
    const events = test.db.selectFrom('events').select('id').where('email', '=', email).execute()
    expect((await events).length).toBeGreaterThan(1)
  })
})

describe('a stored document', () => {
  it.each(['artwork_documents', 'event_documents'])(
    'contains no personal data: %s',
    async (table) => {
      const read = () =>
        sql<{ text: string }>`SELECT pieces::text AS text FROM ${sql.table(table)}`.execute(test.db)
      await expect
        .poll(async () => (await read()).rows.length, { timeout: 10_000 })
        .toBeGreaterThan(0)
      const { rows } = await read()
      expect(rows.filter(({ text }) => PERSONAL.test(text))).toEqual([])
      const masked = rows.filter(({ text }) => text.includes('<EMAIL>'))
      expect(masked.length > 0).toBe(table === 'event_documents')
    },
  )
})

describe('the log', () => {
  it('has an entry for each request, and one more for each failure', () => {
    const requests = log.filter(({ msg }) => msg === 'request')
    const failed = log.filter(({ msg }) => msg === 'The request failed')
    expect(requests.length).toBeGreaterThan(1_000)
    expect(failed).toHaveLength(requests.filter(({ status }) => Number(status) >= 500).length)
    const codes = new Set(failed.map(({ err }) => (err as { code?: unknown }).code))
    expect(codes).toEqual(new Set(['22P02', '23502', 'ECONNREFUSED']))
  })

  it('contains no personal data, no key and no request value', () => {
    const lines = [...new Set(log.map((line) => JSON.stringify(line)))]
    for (const secret of [PERSONAL, SECRET, UNLOGGED]) {
      expect(lines.filter((line) => secret.test(line)).slice(0, 3)).toEqual([])
    }
  })

  it('of the embedded database contains no personal data', async () => {
    const { rows } = await sql<{ data_directory: string }>`SHOW data_directory`.execute(test.db)
    const folder = path.dirname(rows[0]?.data_directory ?? '')
    const text = await readFile(path.join(folder, 'postgres.log'), 'utf8')
    expect(text).toContain('ready to accept connections')
    const lines = text.split('\n')
    expect(lines.filter((line) => PERSONAL.test(line)).slice(0, 3)).toEqual([])
  })
})
