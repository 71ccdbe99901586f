import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SCOPES, type Scope } from '../../src/auth/principal.ts'
import { document, operations } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { makeFullRecords } from '../contract/full-records.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeUser } from '../support/make-user.ts'
import { makeVenue } from '../support/make-venue.ts'
import { rowChanges, type RowChanges } from '../support/row-changes.ts'
import { sendUnvalidated, type Answer, type Sent } from '../support/send.ts'

// The permissions of each caller. Each cell is a test with its own record, whose author is `author`. Unless the
// column says otherwise, the key belongs to `author` and has the scope that the operation needs: `wrongScope`
// has the scope of the other collection, `admin` only the scope `admin`. A list with a state is filtered by
// `publish_status`. A GET that is not listed has the row PUBLIC_READ.
const TABLE = `
operation                  state     anonymous malformed expired revoked wrongScope author another admin
listMarketplaceArtworks    -         200       401       401     401     200        200    200     200
listMarketplaceArtworks    draft     401       401       401     401     200        200    200     200
listMarketplaceArtworks    published 200       401       401     401     200        200    200     200
listMarketplaceArtworks    archived  401       401       401     401     200        200    200     200
createMarketplaceArtwork   -         401       401       401     401     403        201    201     201
retrieveMarketplaceArtwork draft     404       401       401     401     200        200    404     200
retrieveMarketplaceArtwork published 200       401       401     401     200        200    200     200
retrieveMarketplaceArtwork archived  404       401       401     401     200        200    404     200
retrieveMarketplaceArtwork inactive  404       401       401     401     200        200    404     200
retrieveMarketplaceArtwork missing   404       401       401     401     404        404    404     404
listEvents                 -         200       401       401     401     200        200    200     200
listEvents                 draft     401       401       401     401     200        200    200     200
listEvents                 published 200       401       401     401     200        200    200     200
listEvents                 archived  401       401       401     401     200        200    200     200
createEvent                -         401       401       401     401     403        201    201     201
retrieveEvent              draft     404       401       401     401     200        200    404     200
retrieveEvent              published 200       401       401     401     200        200    200     200
retrieveEvent              archived  404       401       401     401     200        200    404     200
retrieveEvent              missing   404       401       401     401     404        404    404     404
updateEvent                draft     401       401       401     401     403        200    404     200
updateEvent                published 401       401       401     401     403        200    403     200
updateEvent                archived  401       401       401     401     403        200    404     200
updateEvent                missing   401       401       401     401     403        404    404     404
partialUpdateEvent         draft     401       401       401     401     403        200    404     200
partialUpdateEvent         published 401       401       401     401     403        200    403     200
partialUpdateEvent         archived  401       401       401     401     403        200    404     200
partialUpdateEvent         missing   401       401       401     401     403        404    404     404
deleteEvent                draft     401       401       401     401     403        204    404     204
deleteEvent                published 401       401       401     401     403        204    403     204
deleteEvent                archived  401       401       401     401     403        204    404     204
deleteEvent                missing   401       401       401     401     403        404    404     404
createVenue                -         401       401       401     401     403        201    201     201
`

const PUBLIC_READ = '-         200       401       401     401     200        200    200     200'

const UNLISTED = operations
  .filter(({ id, method }) => method === 'GET' && !TABLE.includes(`\n${id} `))
  .map(({ id }) => `${id} ${PUBLIC_READ}`)

const [HEAD = [], ...LINES] = [...TABLE.trim().split('\n'), ...UNLISTED].map((line) =>
  line.split(/ +/),
)
const CALLERS = HEAD.slice(2) as Caller[]
const ROWS = LINES.map(([id = '', state = '', ...statuses]) => ({
  id,
  state,
  name: state === '-' ? id : `${id}, ${state}`,
  cells: CALLERS.map((caller, at) => ({ caller, status: Number(statuses[at]) })),
}))

type Caller =
  'anonymous' | 'malformed' | 'expired' | 'revoked' | 'wrongScope' | 'author' | 'another' | 'admin'
type Person = 'author' | 'another' | 'admin'

const test = useService()
const people = {} as Record<Person, string>
const credentials = {} as Record<Scope, Record<Caller, string | undefined>>
let venue: number
let gallery: number
/** Records without an author, by the path of their operations. */
let sharedRecords: Readonly<Record<string, number>>

beforeAll(async () => {
  for (const person of ['author', 'another', 'admin'] as const) {
    people[person] = (await makeUser(test.db)).id
  }
  for (const scope of SCOPES) credentials[scope] = await makeCredentials(scope)
  venue = (await makeVenue(test.db)).id
  gallery = (await makeGallery(test.db)).id
  sharedRecords = await makeFullRecords(test.db)
})

beforeEach(async () => {
  await test.db.deleteFrom('events').execute()
  await test.db.deleteFrom('artworks').execute()
})

async function bearer(values: Parameters<typeof makeApiKey>[1]): Promise<string> {
  return `Bearer ${(await makeApiKey(test.db, values)).key}`
}

async function makeCredentials(scope: Scope): Promise<Record<Caller, string | undefined>> {
  const own = { owner_id: people.author, scopes: [scope] }
  const past = '2024-05-07T09:30:00Z'
  return {
    anonymous: undefined,
    malformed: 'Bearer amk_malformed',
    expired: await bearer({ ...own, expires_at: past }),
    revoked: await bearer({ ...own, revoked_at: past }),
    wrongScope: await bearer({
      ...own,
      scopes: [scope === 'events:write' ? 'artworks:write' : 'events:write'],
    }),
    author: await bearer(own),
    another: await bearer({ ...own, owner_id: people.another }),
    admin: await bearer({ owner_id: people.admin, scopes: ['admin'] }),
  }
}

/** The owner of the caller's key, if the key is valid. */
const PERSON: Partial<Record<Caller, Person>> = {
  wrongScope: 'author',
  author: 'author',
  another: 'another',
  admin: 'admin',
}

interface Secured {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, readonly Scope[]>>[]
}

const secured = Object.values(document.paths).flatMap(
  (path) => Object.values(path) as unknown as Secured[],
)

/** The `security` of an operation in the contract. */
function securityOf(id: string): Secured['security'] {
  return secured.find(({ operationId }) => operationId === id)?.security ?? []
}

/** The scopes that an operation needs, by the contract. */
function scopesOf(id: string): Scope[] {
  return securityOf(id).flatMap((requirement) => Object.values(requirement).flat())
}

/** The collection in the path of an operation. */
function collectionOf(id: string): string {
  return operations.find((each) => each.id === id)?.template.split('/')[1] ?? ''
}

const STATES: Readonly<Record<string, object>> = {
  draft: { publish_status: 'draft', published_at: null },
  published: { publish_status: 'published' },
  archived: { publish_status: 'archived' },
  inactive: { is_active: false },
}
const MISSING = 2147483647

/** @returns the id of a new record in this state. */
async function makeRecord(collection: string, state: string, person: Person): Promise<number> {
  const isOwned = ['events', 'marketplace-artworks'].includes(collection)
  if (!isOwned) return sharedRecords[`/${collection}/{id}/`] ?? MISSING
  if (state === 'missing') return MISSING
  const values = { ...STATES[state], author_id: people[person] }
  const { id } =
    collection === 'events'
      ? await makeEvent(test.db, { ...values, venue_id: venue })
      : await makeArtwork(test.db, { ...values, gallery_id: gallery })
  return id
}

const TITLE = 'Written by a cell'

/** A valid body for an operation. */
function bodyOf(id: string): object | undefined {
  const times = { start_time: '2026-03-14T09:00:00Z', end_time: '2026-06-30T16:00:00Z' }
  const event = { title: TITLE, venue, category: 1, ...times }
  const artwork = { title: TITLE, artists: [], gallery, category: 2 }
  const bodies: Readonly<Record<string, object>> = {
    createMarketplaceArtwork: { ...artwork, units: 'inch', price_display: 'price on request' },
    createEvent: event,
    updateEvent: event,
    partialUpdateEvent: { title: TITLE },
    createVenue: { name: TITLE },
  }
  return bodies[id]
}

let sentKeys = 0

/** A request that is valid except for its credential. */
function requestOf(id: string, record: number, query: string, authorization?: string): Sent {
  const { method = '', template = '' } = operations.find((each) => each.id === id) ?? {}
  const body = bodyOf(id)
  sentKeys += 1
  return {
    method,
    path: template.replace('{id}', String(record)) + query,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(method === 'POST' && { 'idempotency-key': `cell ${sentKeys}` }),
      ...(/PUT|PATCH|DELETE/.test(method) && { 'if-match': '*' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

/** The body of a response without the id of the request. */
function bodyWithoutId(response: Answer): Record<string, unknown> {
  const { instance: _, ...body } = response.json()
  return body
}

function expectUnauthorized(response: Answer): void {
  expect(response.status).toBe(401)
  expect(response.headers['www-authenticate']).toBe('Bearer realm="art-marketplace"')
  expect(bodyWithoutId(response)).toEqual({
    type: 'https://art.example/docs/problems/unauthorized',
    title: 'Unauthorized',
    status: 401,
    detail: 'Send a valid API key as `Authorization: Bearer KEY`.',
    code: 'unauthorized',
  })
}

/** A hidden record gets the same response as a missing one. */
function expectRejection(response: Answer, id: string, record: number, caller: Caller): void {
  if (response.status === 401) return expectUnauthorized(response)
  const noun = collectionOf(id) === 'events' ? 'event' : 'artwork'
  const scope = `The scope ${scopesOf(id).join()} is needed.`
  const forbidden = 'Only the author of the event and admin may change it.'
  const detail = {
    403: caller === 'wrongScope' ? scope : forbidden,
    404: `No ${noun} has the id ${record}.`,
  }
  expect(bodyWithoutId(response)['detail']).toBe(detail[response.status as 403 | 404])
}

/** The tables whose rows a write adds or removes. */
const EFFECTS: Readonly<Record<string, { added: readonly string[]; removed: readonly string[] }>> =
  {
    createMarketplaceArtwork: { added: ['artworks', 'idempotency_keys'], removed: [] },
    createEvent: { added: ['events', 'idempotency_keys'], removed: [] },
    createVenue: { added: ['idempotency_keys', 'venues'], removed: [] },
    updateEvent: { added: ['events'], removed: ['events'] },
    partialUpdateEvent: { added: ['events'], removed: ['events'] },
    deleteEvent: { added: [], removed: ['events'] },
  }

const NOTHING = { added: [], removed: [] }

function tablesOf({ added, removed }: RowChanges<Answer>) {
  const names = (rows: RowChanges<Answer>['added']) => rows.map(({ table }) => table).toSorted()
  return { added: names(added), removed: names(removed) }
}

/** Expects that a write changed its record, with the right author. */
function expectWritten(
  changes: RowChanges<Answer>,
  id: string,
  record: number,
  writer: Person,
): void {
  expect(tablesOf(changes)).toEqual(EFFECTS[id])
  const { added, removed, result } = changes
  for (const { values } of removed) expect(values).toMatchObject({ id: record })
  const written = added.find(({ table }) => table === collectionOf(id).replace('marketplace-', ''))
  if (written === undefined) return
  const body = result.json()
  const isVenue = collectionOf(id) === 'venues'
  const wanted = isVenue ? { name: TITLE } : { title: TITLE }
  const author = id.startsWith('create') ? people[writer] : people.author
  const own = { id: body['id'], ...(!isVenue && { author_id: author }) }
  expect(body).toMatchObject(wanted)
  expect(written.values).toMatchObject({ ...wanted, ...own })
}

describe('the table', () => {
  it('has every operation of the contract, and no others', () => {
    const rows = new Set(ROWS.map(({ id }) => id))
    expect([...rows].toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  })

  it('has unique rows, known states and documented statuses', () => {
    const names = ROWS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const line of LINES) expect(line).toHaveLength(HEAD.length)
    for (const { id, state, cells } of ROWS) {
      expect(['-', 'missing', ...Object.keys(STATES)]).toContain(state)
      const { responses = {} } = operations.find((each) => each.id === id) ?? {}
      for (const { status } of cells) expect(Object.keys(responses)).toContain(String(status))
    }
  })
})

const isList = ({ id }: { id: string }) => /^list(Events|MarketplaceArtworks)$/.test(id)

describe.each(ROWS.filter(({ id }) => id in EFFECTS))('$name', ({ id, state, cells }) => {
  it.each(cells)('gets $status for $caller', async ({ caller, status }) => {
    const record = await makeRecord(collectionOf(id), state, 'author')
    const authorization = credentials[scopesOf(id)[0] ?? 'admin'][caller]
    const changes = await rowChanges(test.db, () =>
      test.send(requestOf(id, record, '', authorization)),
    )
    const { result } = changes
    expect(result.status, result.text).toBe(status)
    if (status < 400) return expectWritten(changes, id, record, PERSON[caller] ?? 'author')
    expect(tablesOf(changes)).toEqual(NOTHING)
    expectRejection(result, id, record, caller)
  })
})

const READS = ROWS.filter((row) => !(row.id in EFFECTS) && !isList(row))

describe.each(READS)('$name', ({ id, state, cells }) => {
  it.each(cells)('gets $status for $caller', async ({ caller, status }) => {
    const record = await makeRecord(collectionOf(id), state, 'author')
    const request = requestOf(id, record, '', credentials['events:write'][caller])
    const response = await test.send(request)
    expect(response.status, response.text).toBe(status)
    if (status >= 400) expectRejection(response, id, record, caller)
    else if (request.path?.includes(String(record))) expect(response.json()['id']).toBe(record)
    const head = await sendUnvalidated(test.app, { ...request, method: 'HEAD' })
    expect(head.status).toBe(status)
  })
})

describe.each(ROWS.filter(isList))('$name', ({ id, state, cells }) => {
  const requested = state === '-' ? 'published' : state

  it.each(cells)('gets $status for $caller', async ({ caller, status }) => {
    const shown: number[] = []
    for (const person of ['author', 'another'] as const) {
      for (const each of ['draft', 'published', 'archived']) {
        const record = await makeRecord(collectionOf(id), each, person)
        const isShown = requested === 'published' || caller === 'admin' || PERSON[caller] === person
        if (each === requested && isShown) shown.push(record)
      }
    }
    const query = state === '-' ? '' : `?publish_status=${state}`
    const authorization = credentials['events:write'][caller]
    const response = await test.send(requestOf(id, 0, query, authorization))
    expect(response.status, response.text).toBe(status)
    if (status === 401) return expectUnauthorized(response)
    const { count, results } = response.json() as { count: number; results: { id: number }[] }
    expect(results.map((record) => record.id).toSorted((a, b) => a - b)).toEqual(shown)
    expect(count).toBe(shown.length)
    expect(shown.length).toBeGreaterThan(0)
  })
})

/** Every set of scopes without redundant ones. */
const HELD: readonly { held: readonly Scope[] }[] = [
  ...SCOPES.map((scope) => ({ held: [scope] })),
  { held: ['artworks:write', 'events:write'] },
]

describe('the security of the contract', () => {
  it('has only existing scopes', () => {
    const named = new Set(secured.flatMap(({ operationId }) => scopesOf(operationId)))
    expect([...named, 'admin'].toSorted()).toEqual([...SCOPES].toSorted())
  })

  it('D3 needs artworks:write for writes of artworks, events:write for other writes, none for reads', () => {
    const needed = Object.fromEntries(operations.map(({ id }) => [id, scopesOf(id)]))
    const wanted = operations.map(({ id, method }) => {
      const scope = collectionOf(id) === 'marketplace-artworks' ? 'artworks:write' : 'events:write'
      return [id, method === 'GET' ? [] : [scope]]
    })
    expect(needed).toEqual(Object.fromEntries(wanted))
  })

  describe.each(operations)('of $id', ({ id, responses }) => {
    const success = Number(Object.keys(responses).find((status) => status.startsWith('2')))

    it.each(HELD)('is enforced for a key with the scopes $held', async ({ held }) => {
      const record = await makeRecord(collectionOf(id), 'published', 'author')
      const authorization = await bearer({ owner_id: people.author, scopes: held })
      const response = await test.send(requestOf(id, record, '', authorization))
      const has = (scope: Scope) => held.includes(scope) || held.includes('admin')
      expect(response.status).toBe(scopesOf(id).every(has) ? success : 403)
    })

    it.each([
      ['no', undefined],
      ['an empty', ''],
      ['a blank', '  '],
      ['only a scheme in the', 'Bearer'],
      ['a scheme and a blank in the', 'bearer '],
    ])('is enforced with %s Authorization header', async (_, authorization) => {
      const record = await makeRecord(collectionOf(id), 'published', 'author')
      const response = await test.send(requestOf(id, record, '', authorization))
      const ways = securityOf(id)
      const isOpen = ways.length === 0 || ways.some((way) => Object.keys(way).length === 0)
      if (!isOpen) return expectUnauthorized(response)
      const without = await test.send(requestOf(id, record, ''))
      expect(response.status).toBe(success)
      expect(response.text).toBe(without.text)
      expect(response.headers['cache-control']).toBe(without.headers['cache-control'])
    })
  })
})

describe("another author's event", () => {
  it.each(['updateEvent', 'partialUpdateEvent', 'deleteEvent'])(
    'never reveals by %s whether an ETag matches',
    async (id) => {
      for (const [state, status] of [
        ['draft', 404],
        ['published', 403],
      ] as const) {
        const record = await makeRecord('events', state, 'author')
        const { author, another } = credentials['events:write']
        const read = await test.send(requestOf('retrieveEvent', record, '', author))
        const request = requestOf(id, record, '', another)
        for (const tag of [read.headers['etag'] ?? '', '"stale"', '*']) {
          const response = await test.send({
            ...request,
            headers: { ...request.headers, 'if-match': tag },
          })
          expect(response.status, tag).toBe(status)
          expectRejection(response, id, record, 'another')
        }
      }
    },
  )
})

it('a key is read only from the Authorization header', async () => {
  const bearerKey = credentials['events:write'].author ?? ''
  const key = bearerKey.replace('Bearer ', '')
  const request = requestOf('createEvent', 0, '')
  const others: Record<string, string>[] = [
    { 'x-api-key': key },
    { cookie: `authorization=${bearerKey}` },
    { 'proxy-authorization': bearerKey },
  ]
  for (const other of others) {
    const headers = { ...request.headers, ...other }
    expectUnauthorized(await test.send({ ...request, headers }))
  }
  for (const query of [`?authorization=Bearer+${key}`, `?api_key=${key}`]) {
    expectUnauthorized(await test.send(requestOf('createEvent', 0, query)))
  }
})
