import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '../../src/auth/principal.ts'
import type { Context, Operations } from '../../src/operation-context.ts'
import { operations as functions } from '../../src/operations.ts'
import { claimKey } from '../../src/writes/idempotency-queries.ts'
import {
  document,
  operations,
  resolve,
  tableOf,
  UNIQUE_NAMES,
  type Operation,
  type Schema,
} from '../contract/document.ts'
import { isBatch } from '../contract/response-cases/batches.ts'
import { makeFullRecords } from '../contract/full-records.ts'
import { listenOnFreePort, sendRawOnce } from '../http/raw-http.ts'
import { amount, isNightly } from '../support/amount.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase, type TestDatabase } from '../support/database.ts'
import { makeApiKey, type MadeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeDayOfRates, makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeNamed } from '../support/make-named.ts'
import { makeWebhook } from '../support/make-webhook.ts'
import { absentDatabase } from '../support/recorded-database.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { sendUnvalidated, type Answer, type Sent } from '../support/send.ts'
import { TAKEN_NAME, VARIANTS } from './request-variants.ts'
import { columnsOf, plantCanaries, selectTextColumns, selectTexts } from './text-columns.ts'

// Every personal column and every request value that may be personal contains "canary": no response and no log
// entry may contain it. Other request values contain "unlogged", which may not be logged.

const PERSONAL = /canary/i
/** The public start of a key. Only the operations of API keys show it. */
const HINT = /amk_[\w-]{8}/
/** More of a key than its public start. */
const SECRET = /amk_[\w-]{9}/
const WEBHOOK_SECRET = /whsec_/
const UNLOGGED = /unl.{1,2}gged/i

const test = useDatabase()
const log: Record<string, unknown>[] = []
const received = new Set<string>()
const reached = new Set<string>()
/** The keys in the responses of createApiKey. */
const newKeys = new Set<string>()
/** Personal fields of successful responses, as `listEvents email`. */
const shown = new Set<string>()
const apps = {} as Record<'running' | 'failing' | 'alone' | 'miserly', FastifyInstance>
const absent = absentDatabase()
let keys: Readonly<Record<Caller, MadeApiKey | undefined>>
/** The author of the event, and the owner of the gallery. */
let owner: { readonly id: string; readonly username: string }
let ids: Readonly<Record<string, number>>
let port: number | undefined

const WRITE_SCOPES = SCOPES.filter((scope) => scope !== 'admin')

type Caller = 'anonymous' | 'stranger' | 'another' | 'author' | 'admin'
const CALLERS: readonly Caller[] = ['anonymous', 'stranger', 'another', 'author', 'admin']

beforeAll(async () => {
  ids = await makeFullRecords(test.db)
  const { author_id: owner_id } = await test.db
    .selectFrom('events')
    .select('author_id')
    .executeTakeFirstOrThrow()
  await test.db
    .updateTable('artworks')
    .set({ author_id: owner_id, category_id: ids['/artwork-categories/{id}/'] ?? 0 })
    .execute()
  await test.db.updateTable('galleries').set({ owner_id }).execute()
  await test.db.updateTable('webhooks').set({ owner_id }).execute()
  owner = await test.db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', owner_id)
    .executeTakeFirstOrThrow()
  keys = {
    anonymous: undefined,
    stranger: await makeApiKey(test.db, { scopes: ['artworks:write'] }),
    another: await makeApiKey(test.db, { scopes: ['events:write'] }),
    author: await makeApiKey(test.db, { owner_id, scopes: WRITE_SCOPES }),
    admin: await makeApiKey(test.db, { scopes: ['admin'] }),
  }
  for (const { table } of UNIQUE_NAMES) await makeNamed(test.db, table, { name: TAKEN_NAME })
  // The full event is deleted before its category, which needs another one.
  await makeEvent(test.db, {
    author_id: owner_id,
    category_id: ids['/event-categories/{id}/'] ?? 0,
  })
  await makeSources()
  await plantCanaries(test.db)
  apps.running = await loggedApp(test, functions)
  await settleFeeds(test.db)
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
  await makeExchangeRate(test.db, 'USD', '1.1')
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

let sentBodies = 0

/** A body that succeeds. Its name is unique, as names of tags and categories are. */
function bodyOf(id: string): object | string | undefined {
  sentBodies += 1
  if (id === 'importExchangeRates') return 'Date,USD,\n2026-04-13,1.1684,\n'
  const gallery = ids['/galleries/{id}/']
  const artwork = { title: 'Unlogged artwork', units: 'inch', price_display: 'price on request' }
  const event = { ...EVENT, venue: ids['/venues/{id}/'] }
  const name = `Unlogged name ${sentBodies}`
  const ofGallery = { name, owner: owner.username, phone_number: '+45 canary of a body' }
  const bodies: Readonly<Record<string, object>> = {
    createMarketplaceArtwork: { ...artwork, artists: [], gallery, category: 2 },
    partialUpdateMarketplaceArtwork: {
      title: 'Unlogged artwork',
      publish_status: 'published',
      gallery,
    },
    createEvent: event,
    batchEvents: { external_id: 'unlogged', event },
    batchMarketplaceArtworks: {
      external_id: 'unlogged',
      artwork: { ...artwork, artists: [], gallery, category: 2 },
    },
    updateEvent: event,
    partialUpdateEvent: event,
    partialUpdateArtist: { name, featured_image: null },
    createVenue: { name, city: 'Unlogged city', country: 'DK' },
    partialUpdateVenue: { name, city: 'Unlogged city', country: 'DK' },
    createGallery: ofGallery,
    partialUpdateGallery: ofGallery,
    updateGalleryMembers: { members: [owner.username] },
    createWebhook: { url: 'https://unlogged.example/', collections: ['events'] },
    partialUpdateWebhook: { url: 'https://unlogged.example/' },
    // The key of `stranger` has another scope.
    createApiKey: { scopes: ['events:write'], expires_at: '2099-07-01T08:00:00Z' },
  }
  const { method = '' } = operations.find((each) => each.id === id) ?? {}
  return bodies[id] ?? (/POST|PATCH/.test(method) ? { name } : undefined)
}

let sentKeys = 0

/** A request that succeeds if its sender is authorised; each DELETE has its own record. */
async function requestOf(id: string, caller: Caller): Promise<Sent> {
  const { method = '', template = '' } = operations.find((each) => each.id === id) ?? {}
  const record = method === 'DELETE' ? await makeDeletable(template) : idOf(template)
  return requestFor(id, caller, record)
}

/** The id of the full record in a path. */
function idOf(template: string): number | undefined {
  return ids[template.replace(/(?<=\{id\}\/).*/, '')]
}

function requestFor(id: string, caller: Caller, record?: number | string): Sent {
  const {
    method = '',
    template = '',
    requestBody,
  } = operations.find((each) => each.id === id) ?? {}
  // PATCH accepts application/json, too.
  const types = Object.keys(requestBody?.content ?? {})
  // A POST without a body ignores one.
  const isJson = types.includes(JSON_TYPE) || (method === 'POST' && types.length === 0)
  const type = isJson ? JSON_TYPE : types[0]
  const body = bodyOf(id)
  const key = keys[caller]?.key
  sentKeys += 1
  return {
    method,
    path: template.replace(/\{\w+\}/, String(record)),
    headers: {
      ...CLIENT,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(method === 'POST' && { 'idempotency-key': `unlogged ${sentKeys}` }),
      ...(/PUT|PATCH|DELETE/.test(method) && { 'if-match': '*' }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

/** A record to which no other refers, by the path of its operations, for each that has more than a name. */
const DELETABLE: Readonly<Record<string, () => Promise<{ id: number | string }>>> = {
  '/events/{id}/': () =>
    makeEvent(test.db, { author_id: owner.id, venue_id: ids['/venues/{id}/'] ?? 0, ...CONTACT }),
  '/marketplace-artworks/{id}/': () =>
    makeArtwork(test.db, { gallery_id: ids['/galleries/{id}/'] ?? 0 }),
  '/galleries/{id}/': () =>
    makeGallery(test.db, { owner_id: owner.id, phone_number: '+45 canary of a row' }),
  '/webhooks/{id}/': () => makeWebhook(test.db, { owner_id: owner.id }),
  // An expired key does not count towards the maximum of valid keys.
  '/api-keys/{id}/': () =>
    makeApiKey(test.db, { owner_id: owner.id, expires_at: '2024-05-07T09:30:00Z' }),
  '/exchange-rates/{date}/': async () => ({ id: await makeDayOfRates(test.db) }),
}

async function makeDeletable(template: string): Promise<number | string> {
  return (await (DELETABLE[template]?.() ?? makeNamed(test.db, tableOf(template)))).id
}

/** Sends a request, and expects no personal data in its response. */
async function sendChecked(app: FastifyInstance, request: Sent, id?: string): Promise<Answer> {
  const response = await sendUnvalidated(app, request)
  const text = withoutSecret(response, id)
  const all = `${JSON.stringify(response.headers)}\n${text}`
  const secret = id?.includes('ApiKey') === true ? SECRET : HINT
  expect(all, `${response.method} ${response.url}`).not.toMatch(PERSONAL)
  expect(all, `${response.method} ${response.url}`).not.toMatch(secret)
  expect(all, `${response.method} ${response.url}`).not.toMatch(WEBHOOK_SECRET)
  received.add(all)
  if (id !== undefined) reached.add(`${id} ${response.status}`)
  if (id !== undefined && response.status < 300 && response.headers['content-type'] === JSON_TYPE) {
    for (const field of peopleIn(response)) shown.add(`${id} ${field}`)
  }
  return response
}

/** The statuses of the responses that have a new key or secret. */
const SECRET_STATUS: Readonly<Record<string, number>> = {
  createApiKey: 201,
  createWebhook: 201,
  replaceWebhookSecret: 200,
}

/** The body of a response, without a new key or secret, if it is a response that may have one. */
function withoutSecret(response: Answer, id = ''): string {
  const hasSecret = SECRET_STATUS[id] === response.status && response.method === 'POST'
  if (!hasSecret) return response.text
  if (id !== 'createApiKey') {
    const { secret, ...others } = response.json()
    expect(secret).toMatch(WEBHOOK_SECRET)
    return JSON.stringify(others)
  }
  const { key, ...others } = response.json()
  expect(key).toMatch(/^amk_[\w-]{43}$/)
  newKeys.add(String(key))
  return JSON.stringify(others)
}

const JSON_TYPE = 'application/json'

/** The personal fields of the contract, whose descriptions name their placeholders. */
const PLACEHOLDERS: ReadonlyMap<string, string> = new Map(
  Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { description = '' }]) => {
      const placeholder = /the placeholder `(<[A-Z]+>)`/.exec(description)?.[1]
      return placeholder === undefined ? [] : [[name, placeholder] as const]
    }),
  ),
)

/** The names of the personal fields that a successful response can have, embedded records included. */
function personalFieldsOf({ responses }: Operation): Set<string> {
  const names = new Set<string>()
  const visited = new Set<object>()
  const visit = (node: Schema): void => {
    const { properties = {}, items, oneOf = [] } = resolve<Schema>(node)
    if (visited.has(properties)) return
    visited.add(properties)
    for (const name of Object.keys(properties)) if (PLACEHOLDERS.has(name)) names.add(name)
    for (const part of [...Object.values(properties), ...oneOf, ...(items ? [items] : [])])
      visit(part)
  }
  for (const [status, { content }] of Object.entries(responses)) {
    const schema = content?.[JSON_TYPE]?.schema
    if (status.startsWith('2') && schema !== undefined) visit(schema)
  }
  return names
}

/** The names of the personal fields in a response, each of which must have its placeholder. */
function peopleIn(response: Answer): Set<string> {
  const names = new Set<string>()
  JSON.parse(response.text, (name, value: unknown) => {
    const placeholder = PLACEHOLDERS.get(name)
    if (placeholder === undefined || typeof value !== 'string') return value
    expect(value, `${response.method} ${response.url} ${name}`).toBe(placeholder)
    names.add(name)
    return value
  })
  return names
}

const DECIDE = `Classify each new column in test/auth/text-columns.ts: public if every client may read it as it is, personal if
it says something of a person and a response has a placeholder, hidden if no response has it.`

describe('the columns that can hold a text', () => {
  it('are each classified once as public, personal or hidden', async () => {
    const known = [...columnsOf('public'), ...columnsOf('personal'), ...columnsOf('hidden')]
    const found = await selectTextColumns(test.db)
    expect(known.map(({ name }) => name).toSorted(), DECIDE).toEqual(
      found.map(({ name }) => name).toSorted(),
    )
  })

  it.each(columnsOf('personal'))('contain a canary if personal: $name', async (column) => {
    expect(await selectTexts(test.db, column)).toEqual([`canary.${column.name}@example.com`])
  })
})

/** One who reaches every record, and for a third one of the others by turns; each variant and each operation has all of them. */
function callersOf(id: string, variant: string): readonly Caller[] {
  if (variant === 'unchanged' || isNightly) return CALLERS
  const others = CALLERS.filter((caller) => caller !== 'admin')
  const turn =
    operations.findIndex((each) => each.id === id) + Object.keys(VARIANTS).indexOf(variant)
  return turn % 3 > 0 ? ['admin'] : ['admin', others[turn % others.length] ?? 'anonymous']
}

describe.each(operations)('$id', ({ id }) => {
  it('returns no personal data for any variant', async () => {
    for (const [variant, change] of Object.entries(VARIANTS)) {
      for (const caller of callersOf(id, variant)) {
        const request = await requestOf(id, caller)
        const changed = change(request)
        if (changed !== request) await sendChecked(apps.running, changed, id)
      }
    }
  })

  it('returns none on failure, without a database, or over the rate limit', async () => {
    for (const app of [apps.failing, apps.alone, apps.miserly]) {
      for (const caller of isNightly ? CALLERS : (['anonymous', 'admin'] as const))
        await sendChecked(app, await requestOf(id, caller), id)
    }
  })
})

const isDelete = ({ method }: { method: string }) => method === 'DELETE'

describe.each(operations.filter(isDelete))('$id', ({ id, template, responses }) => {
  it('returns none for the record to which others refer, or the key of the request', async () => {
    if (!('409' in responses)) return
    const record = id === 'deleteApiKey' ? keys.admin?.id : idOf(template)
    const request = requestFor(id, 'admin', record)
    const response = await sendChecked(apps.running, request, id)
    expect(response.status, 'Say in kinds.ts how to refer to one, or document no 409').toBe(409)
  })
})

const isReplayed = ({ parameters }: Operation) =>
  parameters.some(({ name }) => name === 'Idempotency-Key')

describe.each(operations.filter(isReplayed))('$id', ({ id, responses }) => {
  it('returns none on repetition, or with a reused key', async () => {
    const request = await requestOf(id, 'admin')
    const first = await sendChecked(apps.running, request, id)
    const again = await sendChecked(apps.running, request, id)
    expect(again).toMatchObject({ status: '201' in responses ? 201 : 200, text: first.text })
    const other = await sendChecked(apps.running, { ...request, body: `${request.body} ` }, id)
    expect(other.status).toBe(422)
  })

  it('returns none while the first request is running', async () => {
    const request = await requestOf(id, 'admin')
    const key = request.headers?.['idempotency-key'] ?? ''
    await test.db.transaction().execute(async (trx) => {
      await claimKey(trx, { ownerId: keys.admin?.userId ?? '', key })
      expect((await sendChecked(apps.running, request, id)).status).toBe(409)
    })
  })
})

const isUnreplayed = (operation: Operation) =>
  '201' in operation.responses && !isReplayed(operation) && !isBatch(operation)

describe.each(operations.filter(isUnreplayed))('$id', ({ id }) => {
  it('ignores an Idempotency-Key: no response is stored or repeated', async () => {
    const request = await requestOf(id, 'admin')
    const bodies = [request.body, request.body, `${request.body} `]
    const made = []
    for (const body of bodies) {
      const response = await sendChecked(apps.running, { ...request, ...(body && { body }) }, id)
      expect(response.status).toBe(201)
      made.push(response.json()['id'])
    }
    expect(new Set(made).size).toBe(bodies.length)
    const stored = await test.db
      .selectFrom('idempotency_keys')
      .select('status')
      .where('idempotency_key', '=', request.headers?.['idempotency-key'] ?? '')
      .execute()
    expect(stored).toEqual([])
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

/** At most so many of these, from all parts of them. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, Math.ceil(items.length / most))
  return items.filter((_, at) => at % step === 0)
}

describe('all of these responses', () => {
  it('include every documented response', () => {
    const documented = operations.flatMap(({ id, responses }) =>
      Object.keys(responses).map((status) => `${id} ${status}`),
    )
    expect(documented.filter((response) => !reached.has(response))).toEqual([])
  })

  it('contain a placeholder in each personal field of the contract', () => {
    const wanted = operations.flatMap((operation) =>
      [...personalFieldsOf(operation)].map((name) => `${operation.id} ${name}`),
    )
    expect(new Set(PLACEHOLDERS.values())).toEqual(new Set(['<NAME>', '<EMAIL>', '<PHONE>']))
    expect(wanted.filter((field) => !shown.has(field))).toEqual([])
    expect(wanted.length).toBeGreaterThan(50)
  })

  it.each(columnsOf('hidden'))('contain no value of $name', async (column) => {
    const texts = await selectTexts(test.db, column)
    expect(texts).not.toEqual([])
    for (const text of spread(texts, amount({ commit: 20, nightly: 1_000 }))) {
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
  it.each([
    ['artwork_documents', 'listMarketplaceArtworks'],
    ['event_documents', 'listEvents'],
  ])('contains no personal data: %s', async (table, list) => {
    const read = () => sql<{ text: string }>`SELECT text FROM ${sql.table(table)}`.execute(test.db)
    await expect
      .poll(async () => {
        await sendChecked(apps.running, requestFor(list, 'anonymous'))
        return (await read()).rows.length
      })
      .toBeGreaterThan(0)
    const { rows } = await read()
    expect(rows.filter(({ text }) => PERSONAL.test(text))).toEqual([])
    const masked = rows.filter(({ text }) => text.includes('<EMAIL>'))
    expect(masked.length > 0).toBe(table === 'event_documents')
  })
})

describe('the secret of a key', () => {
  /** The keys and their hashes, in each form that a program may write. */
  function secrets(): string[] {
    const made = Object.values(keys).flatMap((known) => known?.key ?? [])
    return [...newKeys, ...made].flatMap((key) => [
      key,
      ...(['hex', 'base64', 'base64url'] as const).map((encoding) => hash('sha256', key, encoding)),
    ])
  }

  function expectNoSecret(texts: Iterable<string>): void {
    const found = secrets()
    const exposed = [...texts].filter((text) => found.some((secret) => text.includes(secret)))
    expect(exposed.slice(0, 3)).toEqual([])
  }

  it('is in the response to its creation only', () => {
    expect(newKeys.size).toBeGreaterThan(10)
    expectNoSecret(received)
  })

  it('is in no line of the log', () => {
    expectNoSecret(new Set(log.map((line) => JSON.stringify(line))))
  })

  it('is in no column of the database, but for the hash of each key', async () => {
    const columns = await selectTextColumns(test.db)
    const tables = new Set(columns.map(({ table }) => table))
    expect([...tables]).toEqual(expect.arrayContaining(['api_keys', 'idempotency_keys', 'users']))
    for (const table of tables) {
      const { rows } = await sql<{ text: string }>`
        SELECT (to_jsonb(each) - 'key_hash')::text AS text FROM ${sql.table(table)} each`.execute(
        test.db,
      )
      expectNoSecret(rows.map(({ text }) => text))
    }
  })

  it('is found where it is', async () => {
    const rows = await test.db.selectFrom('api_keys').select('key_hash').execute()
    const hashes = rows.map(({ key_hash }) => key_hash.toString('hex'))
    const found = secrets().filter((secret) => hashes.includes(secret))
    expect(found).toHaveLength(secrets().length / 4)
  })
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
    for (const secret of [PERSONAL, HINT, WEBHOOK_SECRET, UNLOGGED]) {
      expect(lines.filter((line) => secret.test(line)).slice(0, 3)).toEqual([])
    }
  })

  it('of the embedded database contains no personal data', async () => {
    const { rows } = await sql<{ data_directory: string }>`SHOW data_directory`.execute(test.db)
    const folder = path.dirname(rows[0]?.data_directory ?? '')
    const text = await readFile(path.join(folder, 'postgres.log'), 'utf8')
    expect(text).toContain('ready to accept connections')
    const lines = text.split('\n')
    for (const secret of [PERSONAL, HINT, WEBHOOK_SECRET]) {
      expect(lines.filter((line) => secret.test(line)).slice(0, 3)).toEqual([])
    }
  })
})
