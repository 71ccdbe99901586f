import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SCOPES, type Scope } from '../../src/auth/principal.ts'
import { bodyWithoutId } from '../api-keys/key-requests.ts'
import {
  document,
  lists,
  NAMED_LISTS,
  needsKey,
  operations,
  resolve,
  tableOf,
  type Operation,
} from '../contract/document.ts'
import { isNightly, shareOf } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeDayOfRates } from '../support/make-exchange-rate.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeNamed } from '../support/make-named.ts'
import { makeUser } from '../support/make-user.ts'
import { makeVenue } from '../support/make-venue.ts'
import { makeWebhook } from '../support/make-webhook.ts'
import { rowChanges, type RowChanges } from '../support/row-changes.ts'
import { sendUnvalidated, type Answer, type Sent } from '../support/send.ts'

// The permissions of each caller. `author` is the author of an event, and the
// owner of a gallery and so of its artworks, which `another` has written: their author has no rights. Unless the column
// says otherwise, the key belongs to `author` and has the first scope that the operation accepts: `wrongScope` has a
// scope that the operation does not accept, `admin` only the scope `admin`. The operations of API keys accept every
// valid key, so `wrongScope` is one with another scope, and each key creates a key with its own scopes. A list with a
// state is filtered by `publish_status` or `is_active`. A batch answers each line by itself: test/batches/batch.test.ts has the rights
// on them. A row holds for all operations whose ids fit its pattern, in each of its states. An operation that no row names
// has one of UNNAMED, and each operation of one record has a row for a missing one.
const TABLE = `
operations                                                    states                      anonymous wrongScope author another admin
list(MarketplaceArtworks|Events)                              -,published                 200       200        200    200     200
listMarketplaceArtworks                                       draft,archived,inactive     401       200        200    200     200
listEvents                                                    draft,archived              401       200        200    200     200
createMarketplaceArtwork                                      -                           401       403        201    403     201
batch(MarketplaceArtworks|Events)                             -                           401       403        200    200     200
retrieve(MarketplaceArtwork|Event)                            published                   200       200        200    200     200
retrieveMarketplaceArtwork                                    draft,archived,inactive     404       200        200    404     200
retrieveEvent                                                 draft,archived              404       200        200    404     200
partialUpdateMarketplaceArtwork                               draft,archived,inactive     401       403        200    404     200
(update|partialUpdate)Event                                   draft,archived              401       403        200    404     200
(update|partialUpdate)(MarketplaceArtwork|Event)              published                   401       403        200    403     200
deleteMarketplaceArtwork                                      draft,archived,inactive     401       403        204    404     204
deleteEvent                                                   draft,archived              401       403        204    404     204
delete(MarketplaceArtwork|Event)                              published                   401       403        204    403     204
create(Event|Gallery)                                         -                           401       403        201    201     201
deleteExchangeRates                                           -                           401       403        204    204     204
partialUpdateGallery|(retrieve|update)GalleryMembers          -                           401       403        200    403     200
deleteGallery                                                 -                           401       403        204    403     204
acceptGalleryInvitation                                       -                           401       403        200    403     403
importExchangeRates                                           -                           401       403        200    200     200
listApiKeys                                                   -                           401       200        200    200     200
createApiKey                                                  -                           401       201        201    201     201
retrieveApiKey                                                -                           401       200        200    404     200
deleteApiKey                                                  -                           401       204        204    404     204
listWebhooks                                                  -                           401       403        200    200     200
createWebhook                                                 -                           401       403        201    201     201
(retrieve|partialUpdate|ping)Webhook                          -                           401       403        200    404     200
replaceWebhookSecret|redeliverWebhookMessage                  -                           401       403        200    404     200
retrieveWebhookDeliveries                                     -                           401       403        200    404     200
deleteWebhook                                                 -                           401       403        204    404     204
`

const PUBLIC_READ = '- 200 200 200 200 200'

const [HEAD = [], ...LINES] = TABLE.trim()
  .split('\n')
  .map((line) => line.split(/ +/))
const NAMED = LINES.flatMap(([pattern = '', states = '', ...statuses]) =>
  operations
    .filter(({ id }) => new RegExp(`^(${pattern})$`).test(id))
    .flatMap(({ id }) => states.split(',').map((state) => [id, state, ...statuses])),
)
const isNamed = (id: string) => NAMED.some(([named]) => named === id)
/** Collections of named records, all of which any sender with the scope may change: no row names an operation. */
const OPEN = NAMED_LISTS.map(({ path }) => path.split('/')[1] ?? '').filter((collection) =>
  operations.every(({ id }) => collectionOf(id) !== collection || !isNamed(id)),
)
const UNNAMED = operations.flatMap(({ id, method, responses }) => {
  if (isNamed(id)) return []
  if (method === 'GET') return [[id, ...PUBLIC_READ.split(' ')]]
  const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? ''
  return OPEN.includes(collectionOf(id)) ? [[id, '-', '401', '403', success, success, success]] : []
})
/** Of operations of a record: those who may not even try learn nothing, the others that there is none. */
const OF_MISSING = operations
  .filter(({ template }) => /\{\w+\}/.test(template))
  .map((operation) => {
    const anonymous = needsKey(operation) ? '401' : '404'
    const wrongScope = scopesOf(operation.id).length > 0 ? '403' : '404'
    return [operation.id, 'missing', anonymous, wrongScope, '404', '404', '404']
  })
const LOGGED_OUT = ['malformed', 'expired', 'revoked'] as const
const CALLERS = HEAD.slice(2) as Caller[]

/** Callers of galleries and artworks, who have the rights of a column: a plain member has those of the owner. */
const SAME_RIGHTS: Partial<Record<Caller, Caller>> = { member: 'author', former: 'another' }
const MEMBERS = Object.keys(SAME_RIGHTS) as Caller[]

const ROWS = [...NAMED, ...UNNAMED, ...OF_MISSING].map(([id = '', state = '', ...statuses], at) => {
  const belongsToGallery = /^(galleries|marketplace-artworks)$/.test(collectionOf(id))
  const callers = belongsToGallery ? [...CALLERS, ...MEMBERS] : CALLERS
  return {
    id,
    state,
    name: state === '-' ? id : `${id}, ${state}`,
    cells: [
      ...shareOf(LOGGED_OUT, at % LOGGED_OUT.length, { of: LOGGED_OUT.length }).map((caller) => ({
        caller: caller as Caller,
        status: 401,
      })),
      ...callers.map((caller) => ({
        caller,
        status: Number(statuses[CALLERS.indexOf(SAME_RIGHTS[caller] ?? caller)]),
      })),
    ],
  }
})

type Person = 'author' | 'another' | 'admin' | 'member' | 'former'
type Caller = Person | 'anonymous' | 'malformed' | 'expired' | 'revoked' | 'wrongScope'
type Owner = 'author' | 'another'
type Credentials = Record<Exclude<Caller, 'wrongScope'>, string | undefined>

const test = useService()
const people = {} as Record<Person, { readonly id: string; readonly username: string }>
/** By scope; that of `wrongScope` is another one of `author`. */
const credentials = {} as Record<Scope, Credentials>
/** By their owner. The gallery of `author` has `member`, and had `former`. */
const galleries = {} as Record<Owner, number>
/** The scopes of each key, by its `Authorization` header. */
const heldBy = new Map<string, readonly Scope[]>()
let venue: number
let lastCredential: number

beforeAll(async () => {
  for (const person of ['author', 'another', 'admin', 'member', 'former'] as const) {
    people[person] = await makeUser(test.db)
  }
  for (const scope of SCOPES) credentials[scope] = await makeCredentials(scope)
  venue = (await makeVenue(test.db)).id
  for (const owner of ['author', 'another'] as const) {
    galleries[owner] = (await makeGalleryOf(owner)).id
  }
  lastCredential = (await makeApiKey(test.db)).id
})

beforeEach(async () => {
  // The number of valid keys of a user is limited.
  await test.db.deleteFrom('api_keys').where('id', '>', lastCredential).execute()
  await test.db.deleteFrom('webhooks').execute()
  await test.db.deleteFrom('events').execute()
  await test.db.deleteFrom('artworks').execute()
})

async function bearer(
  values: Parameters<typeof makeApiKey>[1] & { scopes: readonly Scope[] },
): Promise<string> {
  const authorization = `Bearer ${(await makeApiKey(test.db, values)).key}`
  heldBy.set(authorization, values.scopes)
  return authorization
}

async function makeCredentials(scope: Scope): Promise<Credentials> {
  const keyOf = ({ id }: { id: string }) => bearer({ owner_id: id, scopes: [scope] })
  const own = { owner_id: people.author.id, scopes: [scope] }
  const past = '2024-05-07T09:30:00Z'
  return {
    anonymous: undefined,
    malformed: 'Bearer amk_malformed',
    expired: await bearer({ ...own, expires_at: past }),
    revoked: await bearer({ ...own, revoked_at: past }),
    author: await keyOf(people.author),
    another: await keyOf(people.another),
    member: await keyOf(people.member),
    former: await keyOf(people.former),
    admin: await bearer({ owner_id: people.admin.id, scopes: ['admin'] }),
  }
}

/** The alternatives of an operation in the contract: a key needs every scope of one of them. */
function alternativesOf(id: string): Scope[][] {
  const { security = [] } = operationOf(id) ?? {}
  return security.map((requirement) => Object.values(requirement).flat() as Scope[])
}

/** Whether an operation needs no credential. */
function isPublic(id: string): boolean {
  const operation = operationOf(id)
  return operation !== undefined && !needsKey(operation)
}

/** The scopes that an operation accepts. */
function scopesOf(id: string): Scope[] {
  return alternativesOf(id).flat()
}

/** A credential for an operation. `wrongScope` is a scope of no alternative. */
function credentialOf(id: string, caller: Caller): string | undefined {
  const accepted = scopesOf(id)
  const [scope = 'events:write'] = accepted
  if (caller !== 'wrongScope') return credentials[scope][caller]
  const wrong = SCOPES.find((each) => each !== 'admin' && !accepted.includes(each))
  return credentials[wrong ?? scope].author
}

/** The owner of the caller's key. */
function personOf(caller: Caller): Person {
  return caller in people ? (caller as Person) : 'author'
}

/** The collection in the path of an operation. */
function collectionOf(id: string): string {
  return templateOf(id).split('/')[1] ?? ''
}

function templateOf(id: string): string {
  return operationOf(id)?.template ?? ''
}

function operationOf(id: string) {
  return operations.find((each) => each.id === id)
}

const STATES: Readonly<Record<string, object>> = {
  draft: { publish_status: 'draft', published_at: null },
  published: { publish_status: 'published' },
  archived: { publish_status: 'archived' },
  inactive: { is_active: false },
}
const EVENT_STATES = ['draft', 'published', 'archived']
const MISSING = 2147483647
const GALLERY_NAME = 'Quayside Editions'

/** A gallery. That of `author` has, by `admin`, the plain member `member` and the former member `former`. */
async function makeGalleryOf(owner: Owner): Promise<{ id: number }> {
  const values = { owner_id: people[owner].id, name: GALLERY_NAME }
  const { id } = await makeGallery(test.db, values)
  if (owner === 'another') return { id }
  for (const members of [['member', 'former'] as const, ['member'] as const]) {
    const usernames = members.map((member) => people[member].username)
    expect((await putMembers(id, usernames, 'admin')).status).toBe(200)
  }
  return { id }
}

function putMembers(gallery: number, members: string[], caller: Caller): Promise<Answer> {
  return sendBody('updateGalleryMembers', { members }, caller, gallery)
}

/** Of records that have more than a name. */
const MAKERS: Readonly<Record<string, (owner: Owner, values: object) => Promise<{ id: number }>>> =
  {
    events: (owner, values) =>
      makeEvent(test.db, { ...values, author_id: people[owner].id, venue_id: venue }),
    'marketplace-artworks': (owner, values) =>
      makeArtwork(test.db, {
        ...values,
        gallery_id: galleries[owner],
        author_id: people[owner === 'author' ? 'another' : 'author'].id,
      }),
    galleries: makeGalleryOf,
    'api-keys': (owner) => makeApiKey(test.db, { owner_id: people[owner].id }),
    // Nothing is sent while it is not active.
    webhooks: (owner) => makeWebhook(test.db, { owner_id: people[owner].id, is_active: false }),
    // In place of an id: the number of the day since 1970.
    'exchange-rates': async () => ({ id: Date.parse(await makeDayOfRates(test.db)) / DAY_MS }),
  }

/** @returns the id of a new record in this state. */
async function makeRecord(collection: string, state: string, owner: Owner): Promise<number> {
  if (state === 'missing' || collection === '') return MISSING
  const made = MAKERS[collection]?.(owner, STATES[state] ?? {})
  return (await (made ?? makeNamed(test.db, tableOf(`/${collection}/`)))).id
}

let sentBodies = 0

/** A valid body for an operation. Its title or name is unique; a new key has the scopes of the sender's key. */
function bodyOf(id: string, authorization = ''): object | string | undefined {
  sentBodies += 1
  if (id === 'importExchangeRates') return rateFile(new Date(Date.UTC(2010, 0, sentBodies)))
  const name = `Written by cell ${sentBodies}`
  const times = { start_time: '2026-03-14T09:00:00Z', end_time: '2026-06-30T16:00:00Z' }
  const event = { title: name, venue, category: 1, ...times }
  const artwork = { title: name, artists: [], gallery: galleries.author, category: 2 }
  const newArtwork = { ...artwork, units: 'inch', price_display: 'price on request' }
  const bodies: Readonly<Record<string, object>> = {
    createMarketplaceArtwork: newArtwork,
    batchMarketplaceArtworks: { external_id: name, artwork: newArtwork },
    batchEvents: { external_id: name, event },
    partialUpdateMarketplaceArtwork: { title: name },
    createEvent: event,
    updateEvent: event,
    partialUpdateEvent: { title: name },
    updateGalleryMembers: { members: [people.another.username] },
    createWebhook: { url: 'https://hooks.quayside.example/art', collections: ['events'] },
    partialUpdateWebhook: { operations: ['delete'] },
    replaceWebhookSecret: {},
    createApiKey: { scopes: heldBy.get(authorization) ?? ['events:write'] },
  }
  const { method = '' } = operationOf(id) ?? {}
  return bodies[id] ?? (/POST|PATCH/.test(method) ? { name } : undefined)
}

function rateFile(day: Date): string {
  return `Date,USD,\n${day.toISOString().slice(0, 10)},1.1684,\n`
}

const DAY_MS = 86_400_000

/** The day of a record of `exchange-rates`; one without rates for a missing record. */
function dayOf(record: number): string {
  return record === MISSING ? '1999-01-01' : new Date(record * DAY_MS).toISOString().slice(0, 10)
}

let sentKeys = 0

/** A request that is valid except for its credential. */
function requestOf(
  id: string,
  record: number,
  query: string,
  authorization?: string,
  body = bodyOf(id, authorization),
): Sent {
  const { method = '', template = '', requestBody } = operationOf(id) ?? {}
  const [type = 'application/json'] = Object.keys(requestBody?.content ?? {})
  sentKeys += 1
  return {
    method,
    path: template.replace('{id}', String(record)).replace('{date}', dayOf(record)) + query,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(method === 'POST' && { 'idempotency-key': `cell ${sentKeys}` }),
      ...(/PUT|PATCH|DELETE/.test(method) && { 'if-match': '*' }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

function sendBody(id: string, body: object, caller: Caller, record = 0): Promise<Answer> {
  return test.send(requestOf(id, record, '', credentialOf(id, caller), body))
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
  const scope = `The scope ${scopesOf(id).join(' or ')} is needed.`
  const detail = {
    403: caller === 'wrongScope' ? scope : forbiddenText(id, record),
    404:
      id === 'deleteExchangeRates'
        ? `No exchange rate has the date ${dayOf(record)}.`
        : `No ${nounOf(id)} has the id ${record}.`,
  }
  expect(bodyWithoutId(response)['detail']).toBe(detail[response.status as 403 | 404])
}

function nounOf(id: string): string {
  const words = collectionOf(id).replace('marketplace-', '').replaceAll('-', ' ')
  return words.replace(/ies$/, 'y').replace(/s$/, '').replace(/^api /, 'API ')
}

const NOT_INVITED = 'Only a user whom a member of the gallery has invited may do this.'

function forbiddenText(id: string, record: number): string {
  if (id === 'acceptGalleryInvitation') return NOT_INVITED
  const collection = collectionOf(id)
  if (collection === 'events') return 'Only the author of the event and admin may change it.'
  return membersOnly(collection === 'galleries' ? record : galleries.author)
}

function membersOnly(gallery: number): string {
  return `Only members of the gallery ${gallery}, ${GALLERY_NAME}, and admin may do this.`
}

/** Each gallery of these writes has a plain member, whose membership ends. */
const ENDS_MEMBERSHIPS = /^(updateGalleryMembers|deleteGallery)$/

/** The row of a deleted key stays: it is revoked. */
const KEEPS_ROW = /^deleteApiKey$/

/** The tables that writes of webhooks change, where they are not those of other kinds. */
const OF_WEBHOOKS: Readonly<Record<string, { added: string[]; removed: string[] }>> = {
  createWebhook: { added: ['webhook_positions', 'webhooks'], removed: [] },
  pingWebhook: { added: ['webhook_deliveries'], removed: [] },
  redeliverWebhookMessage: { added: ['webhook_deliveries'], removed: [] },
  replaceWebhookSecret: { added: ['webhooks'], removed: ['webhooks'] },
  deleteWebhook: {
    added: [],
    removed: ['webhook_deliveries', 'webhook_positions', 'webhook_positions', 'webhooks'],
  },
}

/** The tables whose rows a write adds or removes. */
function effectsOf(id: string, writer: Person): { added: string[]; removed: string[] } {
  const ofWebhooks = OF_WEBHOOKS[id]
  if (ofWebhooks !== undefined) return ofWebhooks
  const table = tableOf(templateOf(id))
  const rows = ENDS_MEMBERSHIPS.test(id) ? [table, 'gallery_members'] : [table]
  const { method, parameters = [] } = operationOf(id) ?? {}
  if (id === 'acceptGalleryInvitation') return { added: rows, removed: rows }
  if (id === 'updateGalleryMembers' && writer !== 'admin') {
    return { added: [table, 'gallery_invitations'].toSorted(), removed: rows }
  }
  if (method === 'POST') {
    const isReplayed = parameters.some(({ name }) => name === 'Idempotency-Key')
    return { added: isReplayed ? [table, 'idempotency_keys'].toSorted() : [table], removed: [] }
  }
  return { added: method === 'DELETE' && !KEEPS_ROW.test(id) ? [] : rows, removed: rows }
}

const NOTHING = { added: [], removed: [] }

function tablesOf({ added, removed }: RowChanges<unknown>) {
  const names = (rows: RowChanges<unknown>['added']) => rows.map(({ table }) => table).toSorted()
  return { added: names(added), removed: names(removed) }
}

/** Expects that a write changed its record, and that only a creation sets who made it. */
function expectWritten(
  changes: RowChanges<Answer>,
  id: string,
  record: number,
  { sent, writer }: { sent: Sent; writer: Person },
): void {
  expect(tablesOf(changes)).toEqual(effectsOf(id, writer))
  const table = tableOf(templateOf(id))
  const ofTable = (rows: RowChanges<Answer>['added']) =>
    rows.find((row) => row.table === table)?.values
  const [written, former] = [ofTable(changes.added), ofTable(changes.removed)]
  // A rate has no id.
  const hasId = table !== 'exchange_rates'
  if (former !== undefined) {
    expect(former).toMatchObject(hasId ? { id: record } : { rate_date: dayOf(record) })
  }
  if (written === undefined) return
  if (KEEPS_ROW.test(id)) {
    expect(former).toMatchObject({ revoked_at: null })
    expect(written).toEqual({ ...former, revoked_at: expect.any(String) as string })
    return
  }
  const body = changes.result.json()
  if (!hasId) {
    expect(body).toMatchObject({ added: 1 })
    return
  }
  expect(written).toMatchObject({ id: former === undefined ? body['id'] : record })
  // The user who has made it.
  const column = ['author_id', 'owner_id'].find((name) => name in written)
  if (column !== undefined) {
    expect(OPEN, `Not any sender may change ${table}: list its operations in TABLE.`).not.toContain(
      collectionOf(id),
    )
    expect(written[column]).toBe(former === undefined ? people[writer].id : former[column])
  }
  if (id === 'acceptGalleryInvitation') return expectMembers(body, ['author', 'member'])
  if (id === 'updateGalleryMembers') {
    if (writer === 'admin') return expectMembers(body, ['another', 'author'])
    return expectMembers(body, ['author'], [people.another.username])
  }
  const { title, name, scopes } = JSON.parse(sent.body ?? '') as Record<string, unknown>
  const wanted = Object.fromEntries(
    Object.entries({ title, name, scopes }).filter(([, value]) => value !== undefined),
  )
  expect(body).toMatchObject(wanted)
  expect(written).toMatchObject(wanted)
}

function expectMembers(
  body: Record<string, unknown>,
  members: readonly Person[],
  invited: readonly string[] = [],
): void {
  expect(body['invited']).toEqual(invited.toSorted())
  const shown = (body['members'] as { username: string }[]).map(({ username }) => username)
  const wanted = members.map((member) => people[member].username)
  expect(shown.toSorted()).toEqual(wanted.toSorted())
}

describe('the table', () => {
  it('has every operation of the contract, and no others', () => {
    const rows = new Set(ROWS.map(({ id }) => id))
    expect([...rows].toSorted(), 'Write the rows of each new operation into TABLE.').toEqual(
      operations.map(({ id }) => id).toSorted(),
    )
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
const isWrite = ({ id }: { id: string }) => operationOf(id)?.method !== 'GET'

describe.each(ROWS.filter(isWrite))('$name', ({ id, state, cells }) => {
  it('changes nothing for each caller that it rejects', async () => {
    const record = await makeRecord(collectionOf(id), state, 'author')
    const changes = await rowChanges(test.db, async () => {
      for (const { caller, status } of cells.filter((cell) => cell.status >= 400)) {
        const response = await test.send(requestOf(id, record, '', credentialOf(id, caller)))
        expect(response.status, `${caller}: ${response.text}`).toBe(status)
        expectRejection(response, id, record, caller)
      }
    })
    expect(tablesOf(changes)).toEqual(NOTHING)
  })

  const accepted = cells.filter(({ status }) => status < 400)
  it.each(accepted)('gets $status for $caller', async ({ caller, status }) => {
    const record = await makeRecord(collectionOf(id), state, 'author')
    const sent = requestOf(id, record, '', credentialOf(id, caller))
    const changes = await rowChanges(test.db, () => test.send(sent))
    const { result } = changes
    expect(result.status, `List ${id} in TABLE unless any sender may: ${result.text}`).toBe(status)
    if (id.startsWith('batch')) return expectAnswered(changes, id, caller)
    expectWritten(changes, id, record, { sent, writer: personOf(caller) })
  })
})

/** Expects that a batch answers a line as the creation of one record is answered. */
function expectAnswered(changes: RowChanges<Answer>, id: string, caller: Caller): void {
  const [line = ''] = changes.result.text.split('\n')
  const created = id === 'batchEvents' ? 'createEvent' : 'createMarketplaceArtwork'
  const row = ROWS.find((each) => each.id === created)
  const { status } = row?.cells.find((cell) => cell.caller === caller) ?? {}
  expect(JSON.parse(line)).toMatchObject({ status })
  const tables = { added: [tableOf(templateOf(id))], removed: [] }
  expect(tablesOf(changes)).toEqual(status === 201 ? tables : NOTHING)
}

/** Expects that a record is in the list of a caller that may retrieve it, and in no other. */
function expectListed(response: Answer, list: string, record: number, caller: Caller): void {
  const row = ROWS.find(({ name }) => name === list.replace(/^list(\w+)s$/, 'retrieve$1'))
  const status = row?.cells.find((cell) => cell.caller === caller)?.status
  const { results } = response.json() as { results: { id: number }[] }
  expect(results.some(({ id }) => id === record)).toBe(status === 200)
}

/** Expects the log of a new webhook. */
function expectLog(response: Answer): void {
  expect(response.json()).toMatchObject({ deliveries: [{ state: 'failed' }], has_more: false })
}

/** Whether an operation lists records below a record. */
const isNested = (id: string) =>
  lists.some(({ id: of, template }) => of === id && template.includes('{id}'))

const READS = ROWS.filter((row) => !isWrite(row) && !isList(row))

describe.each(READS)('$name', ({ id, state, cells }) => {
  it('gets the status of each caller', async () => {
    const record = await makeRecord(collectionOf(id), state, 'author')
    for (const [at, { caller, status }] of cells.entries()) {
      const request = requestOf(id, record, '', credentialOf(id, caller))
      const response = await test.send(request)
      expect(response.status, `${caller}: ${response.text}`).toBe(status)
      if (status >= 400) expectRejection(response, id, record, caller)
      else if (id === 'retrieveGalleryMembers') expectMembers(response.json(), ['author', 'member'])
      else if (/^list(ApiKeys|Webhooks)$/.test(id)) expectListed(response, id, record, caller)
      else if (id === 'retrieveWebhookDeliveries') expectLog(response)
      else if (isNested(id)) expect(response.json()['count']).toBe(0)
      else if (request.path?.includes(String(record))) expect(response.json()['id']).toBe(record)
      if (!isNightly && at % 3 > 0) continue
      const head = await sendUnvalidated(test.app, { ...request, method: 'HEAD' })
      expect(head.status, caller).toBe(status)
    }
  })
})

/** The owner of the records that belong to a caller. */
function ownerFor(caller: Caller): Person {
  return personOf(SAME_RIGHTS[caller] === 'author' ? 'author' : caller)
}

describe.each(ROWS.filter(isList))('$name', ({ id, state, cells }) => {
  const requested = state === '-' ? 'published' : state

  it.each(cells)('gets $status for $caller', async ({ caller, status }) => {
    const shown: number[] = []
    for (const owner of ['author', 'another'] as const) {
      for (const each of collectionOf(id) === 'events' ? EVENT_STATES : Object.keys(STATES)) {
        const record = await makeRecord(collectionOf(id), each, owner)
        const isShown =
          requested === 'published' || caller === 'admin' || ownerFor(caller) === owner
        if (each === requested && isShown) shown.push(record)
      }
    }
    const query = state === 'inactive' ? '?is_active=false' : `?publish_status=${state}`
    const sent = state === '-' ? '' : query
    const response = await test.send(requestOf(id, 0, sent, credentialOf(id, caller)))
    expect(response.status, response.text).toBe(status)
    if (status === 401) return expectUnauthorized(response)
    const { count, results } = response.json() as { count: number; results: { id: number }[] }
    expect(results.map((record) => record.id).toSorted((a, b) => a - b)).toEqual(shown)
    expect(count).toBe(shown.length)
    expect(shown.length > 0).toBe(requested === 'published' || caller !== 'former')
  })
})

/** The sets of scopes that no column of TABLE has: each that suffices but the first, all that do not suffice together, and all. */
function heldFor(id: string): { held: readonly Scope[] }[] {
  const all = SCOPES.filter((scope) => scope !== 'admin')
  const accepted = scopesOf(id).filter((scope) => scope !== 'admin')
  const others = all.filter((scope) => !accepted.includes(scope))
  const sets: Scope[][] = [...accepted.slice(1).map((scope) => [scope]), others, all]
  const unique = new Map(sets.map((set) => [String(set), set]))
  return [...unique.values()].filter((set) => set.length > 0).map((held) => ({ held }))
}

const INCOMPLETE = [
  ['no', undefined],
  ['an empty', ''],
  ['a blank', '  '],
  ['only a scheme in the', 'Bearer'],
  ['a scheme and a blank in the', 'bearer '],
] as const

/** One incomplete header for each operation; the public operations have all of them, and so have the others. */
function incompleteFor(operation: Operation) {
  const alike = operations.filter((each) => needsKey(each) === needsKey(operation))
  return INCOMPLETE[alike.indexOf(operation) % INCOMPLETE.length] ?? INCOMPLETE[0]
}

const CATALOGUE: readonly Scope[] = ['catalogue:write']

/** The scopes that write a collection, one alternative each, with the operations that differ; else `catalogue:write`. */
const WRITE_SCOPES: Readonly<Record<string, readonly Scope[]>> = {
  'marketplace-artworks': ['artworks:write'],
  events: ['events:write'],
  createVenue: ['events:write', 'catalogue:write'],
  'event-categories': ['admin'],
  'artwork-categories': ['admin'],
  'exchange-rates': ['admin'],
  galleries: ['artworks:write', 'catalogue:write'],
  createGallery: CATALOGUE,
  // A new key has at most the scopes of the sender's key, so any valid key will do.
  'api-keys': [],
  webhooks: ['webhooks'],
}

/** Collections whose records only their owners and `admin` may read. */
const PRIVATE = ['api-keys', 'webhooks']

describe('the security of the contract', () => {
  it('has every scope, and no others', () => {
    const named = new Set(operations.flatMap(({ id }) => scopesOf(id)))
    expect([...named].toSorted()).toEqual([...SCOPES].toSorted())
    const { items } = document.components.schemas['ApiKeyInput']?.properties?.['scopes'] ?? {}
    expect(resolve(items ?? {}).enum?.toSorted()).toEqual([...SCOPES].toSorted())
  })

  it('D3 needs the scope of the collection for writes and members of galleries, a key for keys, nothing for other reads', () => {
    const needed = operations.map(({ id }) => [id, isPublic(id) ? 'nothing' : scopesOf(id)])
    const wanted = operations.map(({ id, method }) => {
      const isOpen =
        method === 'GET' && id !== 'retrieveGalleryMembers' && !PRIVATE.includes(collectionOf(id))
      return [
        id,
        isOpen ? 'nothing' : (WRITE_SCOPES[id] ?? WRITE_SCOPES[collectionOf(id)] ?? CATALOGUE),
      ]
    })
    expect(
      Object.fromEntries(needed),
      'Name the scopes in WRITE_SCOPES (authorization-matrix.test.ts), if those of the contract are meant.',
    ).toEqual(Object.fromEntries(wanted))
  })

  it('needs one scope in each alternative, and for a public operation or for keys none', () => {
    const wrong = operations.filter(({ id }) => {
      const count = isPublic(id) || collectionOf(id) === 'api-keys' ? 0 : 1
      return alternativesOf(id).some((scopes) => scopes.length !== count)
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  describe.each(operations)('of $id', (operation) => {
    const { id, responses } = operation
    const success = Number(Object.keys(responses).find((status) => status.startsWith('2')))

    it.each(heldFor(id))('is enforced for a key with the scopes $held', async ({ held }) => {
      const record = await makeRecord(collectionOf(id), 'published', 'author')
      const authorization = await bearer({ owner_id: people.author.id, scopes: held })
      const response = await test.send(requestOf(id, record, '', authorization))
      const has = (scope: Scope) => held.includes(scope) || held.includes('admin')
      const isAllowed = alternativesOf(id).some((scopes) => scopes.every(has))
      expect(response.status, response.text).toBe(isAllowed ? success : 403)
    })

    it.each([incompleteFor(operation)])(
      'is enforced with %s Authorization header',
      async (_, authorization) => {
        const record = await makeRecord(collectionOf(id), 'published', 'author')
        const request = requestOf(id, record, '', authorization)
        if (!isPublic(id)) return expectUnauthorized(await test.send(request))
        await settleFeeds(test.db)
        const response = await test.send(request)
        const without = await test.send(requestOf(id, record, ''))
        expect(response.status).toBe(success)
        expect(response.text).toBe(without.text)
        expect(response.headers['cache-control']).toBe(without.headers['cache-control'])
      },
    )
  })
})

/** The rows of changes that `another` may not make to an existing record. */
const FOREIGN = ROWS.filter(isWrite)
  .filter(({ id, state }) => operationOf(id)?.method !== 'POST' && state !== 'missing')
  .flatMap((row) => row.cells.map((cell) => ({ ...row, ...cell })))
  .filter(({ caller, status }) => caller === 'another' && status >= 400)

describe('a record of another user or gallery', () => {
  it.each(FOREIGN)(
    'never reveals by $name whether an ETag matches',
    async ({ id, state, status }) => {
      const record = await makeRecord(collectionOf(id), state, 'author')
      const { path = '' } = requestOf(id, record, '')
      const headers = { authorization: credentialOf(id, 'author') ?? '' }
      const collection = path.replace(/members\/$/, '')
      const read = await test.send({ path: collection, headers })
      const request = requestOf(id, record, '', credentialOf(id, 'another'))
      for (const tag of [read.headers['etag'] ?? '', '"stale"', '*']) {
        const response = await test.send({
          ...request,
          headers: { ...request.headers, 'if-match': tag },
        })
        expect(response.status, tag).toBe(status)
        expectRejection(response, id, record, 'another')
      }
    },
  )
})

describe('an artwork that changes its gallery', () => {
  const move = (artwork: number, gallery: number, caller: Caller) =>
    sendBody('partialUpdateMarketplaceArtwork', { gallery }, caller, artwork)

  it.each(['author', 'member'] as const)(
    'stays where it is when %s is no member of the new gallery',
    async (caller) => {
      const artwork = await makeRecord('marketplace-artworks', 'draft', 'author')
      const changes = await rowChanges(test.db, () => move(artwork, galleries.another, caller))
      expect(changes.result.status).toBe(403)
      expect(bodyWithoutId(changes.result)['detail']).toBe(membersOnly(galleries.another))
      expect(tablesOf(changes)).toEqual(NOTHING)
    },
  )

  it('belongs to the members of its new gallery only', async () => {
    const artwork = await makeRecord('marketplace-artworks', 'draft', 'author')
    const statusFor = async (caller: 'member' | 'another') => {
      const id = 'retrieveMarketplaceArtwork'
      const request = requestOf(id, artwork, '', credentials['artworks:write'][caller])
      return (await test.send(request)).status
    }
    expect([await statusFor('member'), await statusFor('another')]).toEqual([200, 404])
    expect((await move(artwork, galleries.another, 'admin')).status).toBe(200)
    expect([await statusFor('member'), await statusFor('another')]).toEqual([404, 200])
  })

  it('may move to a second gallery of its owner', async () => {
    const artwork = await makeRecord('marketplace-artworks', 'draft', 'author')
    const second = (await makeGalleryOf('author')).id
    expect((await move(artwork, second, 'author')).json()).toMatchObject({
      gallery: { id: second },
    })
  })
})

describe('the owner of a gallery', () => {
  const NOT_MEMBER = 'Only admin may name a user who is not a member of the gallery.'
  const UNKNOWN = 'No user has this username. The first API key for a username creates its user.'

  function expectInvalidOwner(response: Answer, detail: string): void {
    expect(response.status).toBe(422)
    expect(response.json()['errors']).toMatchObject([{ pointer: '/owner', detail }])
  }

  const create = (owner: string, caller: Caller) =>
    sendBody('createGallery', { name: GALLERY_NAME, owner }, caller)
  const change = (gallery: number, owner: string, caller: Caller) =>
    sendBody('partialUpdateGallery', { owner }, caller, gallery)
  const ownerIn = (response: Answer) => (response.json()['owner'] as { username: string }).username

  it('who creates it is the sender, or anybody that admin names', async () => {
    const { author, another } = people
    expect(ownerIn(await create(author.username, 'author'))).toBe(author.username)
    expect(ownerIn(await create(another.username, 'admin'))).toBe(another.username)
    expectInvalidOwner(await create(another.username, 'author'), NOT_MEMBER)
  })

  it.each(['author', 'member'] as const)('is a member that %s names', async (caller) => {
    for (const named of ['author', 'member'] as const) {
      const { username } = people[named]
      const { id } = await makeGalleryOf('author')
      expect(ownerIn(await change(id, username, caller))).toBe(username)
    }
  })

  it('may be a stranger only if admin names the stranger', async () => {
    const { id } = await makeGalleryOf('author')
    for (const stranger of ['another', 'former'] as const) {
      for (const caller of ['author', 'member'] as const) {
        const named = await change(id, people[stranger].username, caller)
        expectInvalidOwner(named, NOT_MEMBER)
      }
    }
    const { username } = people.another
    expect(ownerIn(await change(id, username, 'admin'))).toBe(username)
  })

  it.each([
    ['author', NOT_MEMBER],
    ['admin', UNKNOWN],
  ] as const)('is no unknown user, of which only admin learns: %s', async (caller, detail) => {
    const { id } = await makeGalleryOf('author')
    expectInvalidOwner(await create('nobody', caller), detail)
    expectInvalidOwner(await change(id, 'nobody', caller), detail)
  })

  it('stays a member after a change of the owner, until the members are set', async () => {
    const { id } = await makeGalleryOf('author')
    await change(id, people.member.username, 'author')
    const read = () =>
      test.send(requestOf('retrieveGalleryMembers', id, '', credentials['artworks:write'].author))
    expectMembers((await read()).json(), ['author', 'member'])
    expect((await putMembers(id, [], 'member')).status).toBe(200)
    expect((await read()).status).toBe(403)
  })
})

describe('the members of a gallery', () => {
  it('are all known users when admin sets them: the rest are named by their places', async () => {
    const { id } = await makeGalleryOf('author')
    const names = [people.another.username, 'nobody', people.former.username, 'no-one']
    const changes = await rowChanges(test.db, () => putMembers(id, names, 'admin'))
    expect(changes.result.status).toBe(422)
    const detail = 'No user has this username. The first API key for a username creates its user.'
    expect(changes.result.json()['errors']).toMatchObject([
      { pointer: '/members/1', detail },
      { pointer: '/members/3', detail },
    ])
    expect(tablesOf(changes)).toEqual(NOTHING)
  })

  const accept = (gallery: number, caller: Caller) =>
    test.send(
      requestOf(
        'acceptGalleryInvitation',
        gallery,
        '',
        credentialOf('acceptGalleryInvitation', caller),
      ),
    )
  const draftIn = async (gallery: number, caller: Caller) => {
    const { id } = await makeArtwork(test.db, { gallery_id: gallery, ...STATES['draft'] })
    const path = 'retrieveMarketplaceArtwork'
    return (await test.send(requestOf(path, id, '', credentialOf(path, caller)))).status
  }

  it.each(['author', 'member'] as const)(
    'whom %s names have no right until they accept, and nothing tells whether they exist',
    async (caller) => {
      const { id } = await makeGalleryOf('author')
      const { username } = people.another
      const members = [people.member.username, username, 'nobody']
      const put = await putMembers(id, members, caller)
      expect(put.status).toBe(200)
      expectMembers(put.json(), ['author', 'member'], [username, 'nobody'])
      expect(await draftIn(id, 'another')).toBe(404)
      expect((await putMembers(id, [], 'another')).status).toBe(403)
      const owners = ['another', 'nobody'].map((name) =>
        sendBody(
          'partialUpdateGallery',
          { owner: name === 'nobody' ? name : username },
          caller,
          id,
        ),
      )
      const [toInvited, toNobody] = (await Promise.all(owners)).map(bodyWithoutId)
      expect(toInvited).toMatchObject({ status: 422 })
      expect(toInvited).toEqual(toNobody)

      const accepted = await accept(id, 'another')
      expect(accepted.status).toBe(200)
      expectMembers(accepted.json(), ['another', 'author', 'member'], ['nobody'])
      expect(await draftIn(id, 'another')).toBe(200)
      expect((await sendBody('partialUpdateGallery', { owner: username }, caller, id)).status).toBe(
        200,
      )
      // The same members again: nobody has to accept a second time.
      const again = await putMembers(id, [...members, people.author.username], caller)
      expectMembers(again.json(), ['another', 'author', 'member'], ['nobody'])
    },
  )

  it('do not become members by an invitation that was withdrawn', async () => {
    const { id } = await makeGalleryOf('author')
    await putMembers(id, [people.another.username], 'author')
    expectMembers((await putMembers(id, [], 'author')).json(), ['author'])
    expectRejection(await accept(id, 'another'), 'acceptGalleryInvitation', id, 'another')
  })

  it.each(['updateGalleryMembers', 'partialUpdateGallery', 'deleteGallery'])(
    'cannot restore by %s a membership that has just ended',
    async (id) => {
      const gallery = (await makeGalleryOf('author')).id
      const request = requestOf(id, gallery, '', credentialOf(id, 'member'))
      let response: Promise<Answer> | undefined
      await test.db.transaction().execute(async (trx) => {
        await trx.selectFrom('galleries').where('id', '=', gallery).forUpdate().execute()
        await trx.deleteFrom('gallery_members').where('gallery_id', '=', gallery).execute()
        response = test.send(request)
        expect(await untilLockWaitOrEnd(test.db, response)).toBe('lock wait')
      })
      expect((await response)?.status).toBe(403)
    },
  )

  it('may end their own membership', async () => {
    const { id } = await makeGalleryOf('author')
    expectMembers((await putMembers(id, [], 'member')).json(), ['author'])
    const again = await putMembers(id, [people.member.username], 'member')
    expect(again.status).toBe(403)
  })
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
