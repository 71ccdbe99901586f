import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { components } from '../../generated/v1.ts'
import { Pacing } from '../../src/batches/pacing.ts'
import { connect } from '../../src/database/pool.ts'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { amount } from '../support/amount.ts'
import { testApp, useService } from '../support/app.ts'
import { connectionTo } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { send, type Answer } from '../support/send.ts'
import { document, type Schema } from '../contract/document.ts'
import { validParts } from '../records/valid-values.ts'

type BatchResult = components['schemas']['BatchResult']
type BatchSummary = components['schemas']['BatchSummary']
type Fields = Readonly<Record<string, unknown>>

/** A kind of listings, with random requests for it. */
interface Kind {
  readonly noun: 'artwork' | 'event'
  readonly path: string
  /** The fields that say to whom a record belongs. */
  readonly owner: (partner: Partner) => Fields
  /** Fields of a complete request, some of them wrong. */
  readonly fields: () => fc.Arbitrary<Fields>
}

/** A sender of its own, so that two of them can do the same. */
interface Partner {
  readonly key: string
  readonly gallery: number
}

const test = useService()
const ids = { artists: [0, 0], tags: [0, 0], venues: [0, 0] }
let batches: Partner
let singles: Partner

beforeAll(async () => {
  ids.artists = [(await makeArtist(test.db)).id, (await makeArtist(test.db)).id]
  ids.tags = [(await makeTag(test.db)).id, (await makeTag(test.db)).id]
  ids.venues = [(await makeVenue(test.db)).id, (await makeVenue(test.db)).id]
  await makeExchangeRate(test.db, 'USD', '1.25')
  batches = await makePartner()
  singles = await makePartner()
})

async function makePartner(): Promise<Partner> {
  const { key, userId } = await makeApiKey(test.db, { scopes: ['artworks:write', 'events:write'] })
  return { key, gallery: (await makeGallery(test.db, { owner_id: userId })).id }
}

const UNKNOWN = 999_999

/** A picture, a changed one, or none. */
const picture = fc.constantFrom(
  null,
  { full_size: 'https://a.example/1.jpg' },
  { full_size: 'https://a.example/1.jpg', caption: 'Dusk' },
  { full_size: 'https://a.example/2.jpg' },
)

const status = fc.constantFrom('draft', 'published', 'archived')

const artworks: Kind = {
  noun: 'artwork',
  path: '/marketplace-artworks/',
  owner: ({ gallery }) => ({ gallery }),
  fields: () =>
    fc.record(
      {
        title: fc.constantFrom('Harbour', 'Low Tide', ''),
        artists: fc.uniqueArray(fc.constantFrom(...ids.artists, UNKNOWN), { maxLength: 2 }),
        units: fc.constant('centimeter'),
        category: fc.constantFrom(1, 2),
        price_display: fc.constantFrom('show price', 'price on request', 'price range'),
        price: fc.constantFrom(null, 10, 19.99),
        price_currency: fc.constantFrom('EUR', 'USD', 'XTS'),
        min_price: fc.constantFrom(null, 10, 19.99),
        max_price: fc.constantFrom(null, 10, 19.99),
        max_price_currency: fc.constantFrom('EUR', 'USD'),
        automated_offers: fc.boolean(),
        automated_offers_discount_rate: fc.constantFrom(null, 5),
        automated_offer_days_valid: fc.constantFrom(null, 7),
        tags: fc.uniqueArray(fc.constantFrom(...ids.tags, UNKNOWN), { maxLength: 2 }),
        featured_image: picture,
        publish_status: status,
        medium: fc.constantFrom(null, 'Oil'),
      },
      { requiredKeys: ['title', 'artists', 'units', 'category', 'price_display'] },
    ),
}

const events: Kind = {
  noun: 'event',
  path: '/events/',
  owner: () => ({}),
  fields: () =>
    fc.record(
      {
        title: fc.constantFrom('Spring Show', 'Autumn Show'),
        venue: fc.constantFrom(...ids.venues, UNKNOWN),
        category: fc.constantFrom(1, 2),
        start_time: fc.constant('2031-04-12T09:00:00Z'),
        end_time: fc.constantFrom(
          '2031-04-12T09:00:00.000001Z',
          '2031-04-12T11:00:00+02:00',
          '2031-04-12T10:59:59+02:00',
        ),
        country: fc.constantFrom('DK', 'XX', ''),
        price: fc.constantFrom(null, 10),
        featured_image: picture,
        publish_status: status,
      },
      { requiredKeys: ['title', 'venue', 'category', 'start_time', 'end_time'] },
    ),
}

/** The required fields of a record, without its title. */
function validFields({ noun }: Kind): Fields {
  if (noun === 'artwork')
    return { artists: [], units: 'inch', category: 1, price_display: 'price on request' }
  const time = '2031-04-12T09:00:00Z'
  return { venue: ids.venues[0], category: 1, start_time: time, end_time: time }
}

/** Fields that each break one rule that PostgreSQL has, too. */
function brokenFields({ noun }: Kind): Fields[] {
  if (noun === 'event')
    return [{ end_time: '2031-04-12T08:59:59Z' }, { venue: UNKNOWN }, { category: UNKNOWN }]
  return [
    { price: 10 },
    { min_price: 10 },
    { max_price: 10 },
    { price_display: 'price range', min_price: 19.99, max_price: 10 },
    { automated_offers: true, automated_offer_days_valid: 7 },
    { automated_offers: true, automated_offers_discount_rate: 5 },
    { artists: [UNKNOWN] },
    { tags: [UNKNOWN] },
    { category: UNKNOWN },
  ]
}

function patchSchema({ noun }: Kind): Schema {
  return document.components.schemas[noun === 'artwork' ? 'ArtworkPatch' : 'EventPatch'] ?? {}
}

interface Line {
  readonly externalId: string
  /** Undefined removes the record. */
  readonly fields: Fields | undefined
  /** Whether the fields change the record only if it exists. */
  readonly isPatch?: boolean
}

function linesOf(kind: Kind): fc.Arbitrary<Line[]> {
  const externalId = fc.constantFrom('A', 'B', 'C')
  const line = fc.record({
    externalId,
    fields: fc.option(kind.fields(), { nil: undefined, freq: 5 }),
  })
  const someOf = (fields: Fields) => fc.subarray(Object.entries(fields)).map(Object.fromEntries)
  const patch = fc.record({
    externalId,
    fields: kind.fields().chain(someOf) as fc.Arbitrary<Fields>,
    isPatch: fc.constant(true),
  })
  const lines = fc.oneof({ arbitrary: line, weight: 2 }, { arbitrary: patch, weight: 1 })
  return fc.array(lines, { minLength: 1, maxLength: 12 })
}

function bodyOf({ noun, owner }: Kind, partner: Partner, lines: readonly Line[]): string {
  const texts = lines.map(({ externalId: external_id, fields, isPatch }) => {
    const owned = owner(partner)
    if (fields === undefined) return JSON.stringify({ external_id, ...owned, remove: true })
    if (isPatch) return JSON.stringify({ external_id, ...owned, patch: fields })
    return JSON.stringify({ external_id, [noun]: { ...fields, ...owned } })
  })
  return `${texts.join('\n')}\n`
}

function request(
  { key }: Partner,
  method: string,
  path: string,
  { body, etag, type = 'application/json' }: { body?: string; etag?: string; type?: string } = {},
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && { 'content-type': type }),
    ...(etag !== undefined && { 'if-match': etag }),
  }
  return test.send({ method, path, headers, ...(body !== undefined && { body }) })
}

async function sendBatch(
  kind: Kind,
  body: string,
  query = '',
  partner = batches,
): Promise<{ lines: BatchResult[]; end: BatchSummary }> {
  const options = { body, type: 'application/x-ndjson' }
  const { status: code, text } = await request(
    partner,
    'POST',
    `${kind.path}batch/${query}`,
    options,
  )
  expect(code, text).toBe(200)
  const received = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BatchResult | BatchSummary)
  const end = received.pop()
  if (end?.kind !== 'summary') throw new Error(`No summary: ${text}`)
  return { lines: received.filter((line) => line.kind === 'result'), end }
}

/** The records of a partner by their external ids, without what differs between two partners. */
async function recordsOf(kind: Kind, partner: Partner): Promise<Map<string, Fields>> {
  const found = new Map<string, Fields>()
  for (const externalId of ['A', 'B', 'C']) {
    const { results } = (
      await request(partner, 'GET', `${kind.path}?external_id=${externalId}`)
    ).json()
    for (const record of results as Fields[]) found.set(externalId, record)
  }
  return found
}

function comparable({ id: _id, slug: _slug, ...record }: Fields): unknown {
  const { gallery: _g, business_user: _b, author: _a, featured_image, ...rest } = record
  const { id: _p, uploaded_by: _u, ...shown } = featured_image as Fields
  const text = JSON.stringify({ ...rest, featured_image: shown })
  return JSON.parse(text.replaceAll(/"\d{4}-\d{2}-\d{2}T[0-9:.]+Z"/g, '"a time"')) as unknown
}

/** The outcome of a line, as comparable text: the status and the places of the errors. */
function outcomeOf(code: number, problem: components['schemas']['Problem'] | undefined): string {
  const places = problem?.errors?.map(({ pointer = '' }) =>
    pointer.replace(/^\/(artwork|event|patch)/, ''),
  )
  return [code, problem?.code, ...(places ?? [])].filter((each) => each !== undefined).join(' ')
}

/** Does what a line says by operations on single records. */
async function sendSingly(
  kind: Kind,
  { externalId, fields, isPatch }: Line,
  known: Map<string, string>,
): Promise<string> {
  const path = known.get(externalId) ?? (isPatch ? `${kind.path}${UNKNOWN}/` : undefined)
  const etag = path && ((await request(singles, 'GET', path)).headers['etag'] ?? '*')
  if (fields === undefined) {
    if (path === undefined || etag === undefined) return '204'
    known.delete(externalId)
    return String((await request(singles, 'DELETE', path, { etag })).status)
  }
  const body = JSON.stringify(isPatch ? fields : { ...fields, ...kind.owner(singles) })
  const answer =
    path === undefined || etag === undefined
      ? await request(singles, 'POST', kind.path, { body })
      : await request(singles, 'PATCH', path, { body, etag })
  const { id } = answer.json()
  if (answer.status === 201) known.set(externalId, `${kind.path}${String(id)}/`)
  return answer.status < 300
    ? String(answer.status)
    : outcomeOf(answer.status, answer.json() as components['schemas']['Problem'])
}

async function removeAll(kind: Kind): Promise<void> {
  const lines = ['A', 'B', 'C'].map((externalId) => ({ externalId, fields: undefined }))
  await sendBatch(kind, bodyOf(kind, batches, lines))
}

/** The errors of the statements that are sent until the test ends. */
function watchErrors(): readonly unknown[] {
  const query = Client.prototype.query as (...of: unknown[]) => unknown
  const errors: unknown[] = []
  const watched = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...of: unknown[]
  ) {
    const result = query.apply(this, of)
    if (result instanceof Promise) result.catch((error: unknown) => errors.push(error))
    return result as never
  })
  onTestFinished(() => watched.mockRestore())
  return errors
}

describe.each([artworks, events])('a batch of $noun records', (kind) => {
  it('does the same as single requests in the order of its lines, counts what it has done, and sends PostgreSQL no line that it rejects', async () => {
    const errors = watchErrors()
    const whole = { ...validFields(kind), title: 'Whole' }
    const broken = brokenFields(kind).map((fields) => ({ ...whole, ...fields }))
    const first = [...broken, whole, ...broken].map((fields) => ({ externalId: 'A', fields }))
    await fc.assert(
      fc.asyncProperty(linesOf(kind), async (lines) => {
        await removeAll(kind)
        const known = new Map<string, string>()
        const expected: string[] = []
        for (const line of lines) expected.push(await sendSingly(kind, line, known))
        const before = errors.length
        const { lines: answers, end } = await sendBatch(kind, bodyOf(kind, batches, lines))
        expect(errors.slice(before), 'PostgreSQL rejects a line').toEqual([])
        expect(answers.map((each) => outcomeOf(each.status, each.problem))).toEqual(expected)
        expect(answers.map(({ line, external_id: id }) => [line, id])).toEqual(
          lines.map(({ externalId }, at) => [at + 1, externalId]),
        )
        const count = (...codes: number[]): number =>
          answers.filter((answer) => codes.includes(answer.status)).length
        const failed = answers.filter(({ problem }) => problem !== undefined).length
        const created = count(201)
        expect(end).toMatchObject({ lines: lines.length, created, failed, applied: true })
        expect(end.changed + end.unchanged + end.removed).toBe(count(200, 204))
        const records = await recordsOf(kind, batches)
        expect([...records.keys()].toSorted()).toEqual([...known.keys()].toSorted())
        for (const [externalId, record] of records) {
          const single = (await request(singles, 'GET', known.get(externalId) ?? '')).json()
          expect(comparable(record)).toEqual(comparable(single))
        }
        for (const path of known.values()) {
          const { headers } = await request(singles, 'GET', path)
          await request(singles, 'DELETE', path, { etag: headers['etag'] ?? '' })
        }
        expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
      }),
      { numRuns: amount({ commit: 6, nightly: 20 }), examples: [[first]] },
    )
  })

  it('changes each field alone by a line with patch, as PATCH does', async () => {
    const known = new Map<string, string>()
    const whole = { externalId: 'A', fields: { ...validFields(kind), title: 'Alone' } }
    await removeAll(kind)
    await sendBatch(kind, bodyOf(kind, batches, [whole]))
    await sendSingly(kind, whole, known)
    const { artists, tags, venues } = ids
    const references = { ids: { artists, tags, venues, galleries: [0] }, usernames: ['nobody'] }
    const parts = validParts(patchSchema(kind), references, [1, 2])
    expect(parts.length).toBeGreaterThan(15)
    for (const fields of parts.flatMap((part) => fc.sample(part, 1))) {
      const patch = (partner: Partner): Line => {
        const owned = 'gallery' in fields ? kind.owner(partner) : {}
        return { externalId: 'A', fields: { ...fields, ...owned }, isPatch: true }
      }
      const { lines } = await sendBatch(kind, bodyOf(kind, batches, [patch(batches)]))
      const outcomes = lines.map(({ status: code, problem }) => outcomeOf(code, problem))
      expect(outcomes, JSON.stringify(fields)).toEqual([
        await sendSingly(kind, patch(singles), known),
      ])
      const single = (await request(singles, 'GET', known.get('A') ?? '')).json()
      expect(comparable((await recordsOf(kind, batches)).get('A') ?? {})).toEqual(
        comparable(single),
      )
    }
    await sendSingly(kind, { externalId: 'A', fields: undefined }, known)
  })

  it('changes nothing when it is repeated, not even an ETag', async () => {
    await fc.assert(
      fc.asyncProperty(linesOf(kind), async (lines) => {
        await removeAll(kind)
        // A record that a batch creates, removes and creates again is not the same.
        const last = new Map(lines.map((line) => [line.externalId, line]))
        const body = bodyOf(kind, batches, [...last.values()])
        await sendBatch(kind, body)
        const before = await etagsOf(kind)
        const { end } = await sendBatch(kind, body)
        expect(end).toMatchObject({ created: 0, changed: 0, removed: 0 })
        expect(await etagsOf(kind)).toEqual(before)
      }),
      { numRuns: amount({ commit: 4, nightly: 6 }) },
    )
  })

  it.each(['?dry_run=true', '?dry_run=true&atomic=true'])(
    'writes nothing with %s',
    async (query) => {
      await fc.assert(
        fc.asyncProperty(linesOf(kind), linesOf(kind), async (first, lines) => {
          await sendBatch(kind, bodyOf(kind, batches, first))
          const before = await etagsOf(kind)
          const { lines: answers, end } = await sendBatch(kind, bodyOf(kind, batches, lines), query)
          expect(end).toMatchObject({ lines: lines.length, applied: false })
          const records = await recordsOf(kind, batches)
          const stored = new Set([...records.values()].map(({ id }) => id))
          expect(
            answers.map(({ id }) => id).filter((id) => id !== null && !stored.has(id)),
          ).toEqual([])
          expect(await etagsOf(kind)).toEqual(before)
        }),
        { numRuns: amount({ commit: 4, nightly: 6 }) },
      )
    },
  )

  it('is written as a whole or not at all with ?atomic=true', async () => {
    await fc.assert(
      fc.asyncProperty(linesOf(kind), async (lines) => {
        await removeAll(kind)
        const body = bodyOf(kind, batches, lines)
        const { end: dry } = await sendBatch(kind, body, '?atomic=true&dry_run=true')
        const { lines: answers, end } = await sendBatch(kind, body, '?atomic=true')
        const isWhole = answers.every(({ problem }) => problem === undefined)
        expect(end).toEqual({ ...dry, applied: isWhole })
        const records = await recordsOf(kind, batches)
        const last = new Map(lines.map((line) => [line.externalId, line]))
        const kept = [...last].filter(([, { fields }]) => fields !== undefined).map(([id]) => id)
        expect([...records.keys()].toSorted()).toEqual(isWhole ? kept.toSorted() : [])
        if (!isWhole) expect(answers.filter(({ id }) => id !== null)).toEqual([])
      }),
      { numRuns: amount({ commit: 4, nightly: 8 }) },
    )
  })

  it('gives plain slugs only to records that are public when it creates them, with ?atomic=true to none', async () => {
    const states = [
      { publish_status: 'published' },
      { publish_status: 'draft' },
      ...(kind.noun === 'artwork' ? [{ publish_status: 'published', is_active: false }] : []),
    ]
    for (const query of ['', '?atomic=true']) {
      await removeAll(kind)
      const lines = states.map((state, at) => ({
        externalId: 'ABC'[at] ?? '',
        fields: { ...validFields(kind), title: `Slug${at}`, ...state },
      }))
      await sendBatch(kind, bodyOf(kind, batches, lines), query)
      const records = [...(await recordsOf(kind, batches)).values()]
      const expected = states.map((_, at) => query === '' && at === 0)
      expect(records.map(({ slug }, at) => slug === `slug${at}`)).toEqual(expected)
    }
  })

  async function etagsOf({ path }: Kind): Promise<unknown[]> {
    const records = await recordsOf(kind, batches)
    const reads = [...records.values()].map(({ id }) =>
      request(batches, 'GET', `${path}${String(id)}/`),
    )
    return (await Promise.all(reads)).map(({ headers }) => headers['etag'])
  }
})

describe('the lines of a batch', () => {
  // The tests above leave records with other ids.
  const removal = (id: string): string =>
    JSON.stringify({ external_id: `Absent ${id}`, gallery: batches.gallery, remove: true })

  it.each([
    ['no JSON', '{', 400],
    ['not an object', '[]', 400],
    ['a duplicate key', '{"external_id":"A","external_id":"A","gallery":1,"remove":true}', 400],
    ['without an external id', '{"gallery":1,"remove":true}', 400],
    ['with an empty external id', '{"external_id":"","gallery":1,"remove":true}', 400],
    ['neither artwork, patch nor remove', '{"external_id":"A","gallery":1}', 400],
    ['patch and remove', '{"external_id":"A","gallery":1,"patch":{},"remove":true}', 400],
    ['patch without a gallery', '{"external_id":"A","patch":{}}', 400],
    ['remove: false', '{"external_id":"A","gallery":1,"remove":false}', 400],
    ['an unknown field', '{"external_id":"A","gallery":1,"remove":true,"x":1}', 400],
    ['the character U+0000', '\u0000', 400],
    ['too long', JSON.stringify({ external_id: 'A'.repeat(256 * 1024) }), 413],
  ])('fail alone: %s', async (_, line, code) => {
    const body = [removal('A'), line, removal('B')].join('\n')
    const { lines, end } = await sendBatch(artworks, body)
    expect(lines.map((answer) => answer.status)).toEqual([204, code, 204])
    expect(end).toMatchObject({ lines: 3, failed: 1, unchanged: 2 })
  })

  it('are answered with their external id, also when they are invalid', async () => {
    const given = ['\u{1F5BC}'.repeat(255), '\u{1F5BC}'.repeat(256), 7]
    const body = given.map((external_id) => JSON.stringify({ external_id })).join('\n')
    const { lines } = await sendBatch(artworks, body)
    expect(lines.map((answer) => answer.status)).toEqual([400, 400, 400])
    expect(lines.map((answer) => answer.external_id)).toEqual([given[0], null, null])
  })

  it.each(['', '?atomic=true'])(
    'end with the first 1,000 if these all fail, and their answers are hardly larger than they are: %s',
    async (query) => {
      const wrong = Array.from({ length: 100 }, (_, at) => [`unknown_${at}`, 1] as const)
      const line = JSON.stringify({ external_id: 'A', artwork: Object.fromEntries(wrong) })
      const { lines, end } = await sendBatch(artworks, `${line}\n`.repeat(2_000), query)
      expect(lines.map((answer) => answer.status)).toEqual(lines.map(() => 400))
      expect(lines).toHaveLength(1_000)
      expect([end.status, end.failed]).toEqual([400, 1_000])
      expect(lines[0]?.problem?.errors).toHaveLength(20)
      expect(JSON.stringify(lines).length).toBeLessThan(line.length * lines.length)
    },
  )

  it('may be empty, end with CR LF, and miss their last line feed', async () => {
    const { lines } = await sendBatch(artworks, `\n${removal('A')}\r\n \n${removal('B')}`)
    expect(lines.map(({ line }) => line)).toEqual([2, 4])
  })

  it('lock nothing of somebody else, so they do not wait for its writers', async () => {
    const line = JSON.stringify({
      external_id: 'Held',
      artwork: { ...validFields(artworks), title: 'Held', gallery: singles.gallery },
    })
    await sendBatch(artworks, line, '', singles)
    const writer = new Client(test.url)
    await writer.connect()
    onTestFinished(() => writer.end())
    await writer.query('BEGIN')
    await writer.query(`SELECT FROM artworks WHERE external_id = 'Held' FOR UPDATE`)
    for (const query of ['', '?atomic=true']) {
      const { lines } = await sendBatch(artworks, line, query)
      expect(lines).toMatchObject([{ status: 403, problem: { code: 'forbidden' } }])
    }
  })

  it.each(['', '?atomic=true'])(
    'are written in parts when one statement for all takes too long %s',
    async (query) => {
      // As texts do that have many different words.
      await sql`CREATE FUNCTION index_slowly() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN
          PERFORM pg_sleep(CASE NEW.title WHEN 'Too slow' THEN 2 ELSE 0.03 END);
          RETURN NEW;
        END $$`.execute(test.db)
      await sql`CREATE TRIGGER index_slowly BEFORE INSERT ON events
        FOR EACH ROW EXECUTE FUNCTION index_slowly()`.execute(test.db)
      const db = connect({ ...connectionTo(test.url), poolSize: 2, statementTimeoutMs: 1_000 })
      const app = await testApp({ db, url: test.url })
      onTestFinished(async () => {
        await app.close()
        await db.destroy()
        await sql`DROP FUNCTION index_slowly CASCADE`.execute(test.db)
      })
      const line = (title: string, at: number): Line => ({
        externalId: `${title} ${at}${query}`,
        fields: { ...validFields(events), title },
      })
      const receivedOf = async (lines: readonly Line[], partner = batches) => {
        const { text } = await send(app, {
          method: 'POST',
          path: `/events/batch/${query}`,
          headers: {
            authorization: `Bearer ${partner.key}`,
            'content-type': 'application/x-ndjson',
          },
          body: bodyOf(events, partner, lines),
        })
        return text
          .trimEnd()
          .split('\n')
          .map((each) => JSON.parse(each) as unknown)
      }
      const slowLines = (title: string): Line[] =>
        Array.from({ length: 40 }, (_, at) => line(title, at))
      const slow = await receivedOf(slowLines('Slow'))
      expect(slow.at(-1)).toMatchObject({ status: 200, created: 40 })
      // One line alone is no part of less work.
      const tooSlow = await receivedOf([line('Too slow', 0)])
      expect(tooSlow).toMatchObject([{ status: 503, created: 0, failed: 0 }])
      if (query !== '') return
      // Each part has its results when it is written, though a later part of the group is never written. An invalid line
      // and a second line of a record keep their places.
      const [invalid, repeated] = [{ externalId: '', fields: undefined }, line('Short', 1)]
      const parts = [line('Short', 0), invalid, repeated, repeated, invalid, line('Too slow', 1)]
      const results = await receivedOf([...parts, line('Short', 2)])
      expect(results).toMatchObject([
        { line: 1, status: 201 },
        { line: 2, status: 400 },
        { line: 3, status: 201 },
        { line: 4, status: 200 },
        { kind: 'summary', status: 503, lines: 4, created: 2, failed: 1 },
      ])
      // A short batch waits for a part of two others, not for all.
      const third = await makePartner()
      const ended: string[] = []
      const end = async (name: string, lines: readonly Line[], partner: Partner) => {
        await receivedOf(lines, partner)
        ended.push(name)
      }
      const others = [
        end('first', slowLines('Slow too'), batches),
        end('second', slowLines('Slow as well'), singles),
      ]
      await sleep(300)
      await end('short', [line('Short', 3)], third)
      expect(ended).toEqual(['short'])
      await Promise.all(others)
    },
  )

  it('are 10,000 at most; those before are written', async () => {
    const body = Array.from({ length: 10_001 }, (_, at) => removal(`A ${at}`)).join('\n')
    const noted = vi.spyOn(Pacing.prototype, 'noteResult')
    onTestFinished(() => noted.mockRestore())
    const { lines, end } = await sendBatch(artworks, body)
    expect(lines).toHaveLength(10_000)
    expect([end.status, end.problem?.code]).toEqual([413, 'content_too_large'])
    // Else a batch that takes long counts as silent.
    expect(noted).toHaveBeenCalledTimes(10_000)
  })

  it('may be empty up to 10,000 times; the lines before more of them are written', async () => {
    const few = await sendBatch(artworks, `${removal('A')}\n${' \r\n'.repeat(10_000)}`)
    expect([few.lines.length, few.end.status]).toEqual([1, 200])
    const { lines, end } = await sendBatch(artworks, `${removal('A')}\n${'\n'.repeat(10_001)}`)
    expect(lines.map((answer) => answer.status)).toEqual([204])
    expect([end.status, end.problem?.detail]).toEqual([
      413,
      'The batch has more than 10000 empty lines.',
    ])
  })

  it('are answered in lines that no program splits at line breaks of Unicode', async () => {
    const id = 'A\u0085\u2028\u2029'
    const body = JSON.stringify({ external_id: id, gallery: batches.gallery, remove: true })
    const { headers, text } = await request(batches, 'POST', '/marketplace-artworks/batch/', {
      body,
      type: 'application/x-ndjson',
    })
    expect(headers['content-type']).toBe('application/x-ndjson')
    expect(text).toContain('"external_id":"A\\u0085\\u2028\\u2029"')
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ external_id: id })
  })

  it('create a record once when two batches have it at the same time', async () => {
    const fields = { title: 'Twice', artists: [], units: 'inch', category: 1 }
    const artwork = { ...fields, gallery: batches.gallery, price_display: 'price on request' }
    for (let at = 0; at < 10; at += 1) {
      const line = JSON.stringify({ external_id: `Twice ${at}`, artwork })
      const both = await Promise.all([sendBatch(artworks, line), sendBatch(artworks, line)])
      const statuses = both.flatMap(({ lines }) => lines.map((answer) => answer.status))
      expect(new Set(statuses)).toEqual(new Set([200, 201]))
    }
  })

  it('write for galleries of the sender only, and reveal no others', async () => {
    const line = JSON.stringify({ external_id: 'A', gallery: singles.gallery, remove: true })
    const { lines } = await sendBatch(artworks, line)
    expect(lines.map(({ problem }) => problem?.code)).toEqual(['forbidden'])
  })
})

describe('an external id', () => {
  it('finds a record for its owner only, in every state', async () => {
    const fields = {
      title: 'Harbour',
      artists: [],
      units: 'centimeter',
      category: 1,
      price_display: 'price on request',
      publish_status: 'draft',
    }
    await sendBatch(artworks, bodyOf(artworks, batches, [{ externalId: 'Own', fields }]))
    const search = (partner: Partner, query = ''): Promise<Answer> =>
      request(partner, 'GET', `/marketplace-artworks/?external_id=Own${query}`)
    expect((await search(batches)).json()).toMatchObject({ count: 1 })
    expect((await search(batches, '&publish_status=published')).json()).toMatchObject({ count: 0 })
    expect((await search(singles)).json()).toMatchObject({ count: 0 })
    expect((await search(batches)).text).not.toContain('external_id')
    const anonymous = await test.send({ path: '/marketplace-artworks/?external_id=Own' })
    expect(anonymous.status).toBe(401)
  })

  it('is kept by an artwork that moves to another gallery, unless it is taken there', async () => {
    const { key, userId } = await makeApiKey(test.db, { scopes: ['artworks:write'] })
    const [first, second] = [
      await makeGallery(test.db, { owner_id: userId }),
      await makeGallery(test.db, { owner_id: userId }),
    ]
    const fields = { title: 'Harbour', artists: [], units: 'inch', category: 1 }
    const lines = [first, second].map(({ id: gallery }) =>
      JSON.stringify({
        external_id: 'M',
        artwork: { ...fields, gallery, price_display: 'price on request' },
      }),
    )
    const partner = { key, gallery: first.id }
    const answers = await sendBatch(artworks, lines.join('\n'), '', partner)
    expect(answers.lines.map((answer) => answer.status)).toEqual([201, 201])
    const path = `/marketplace-artworks/${answers.lines[0]?.id}/`
    const { headers } = await request(partner, 'GET', path)
    const options = { body: JSON.stringify({ gallery: second.id }), etag: headers['etag'] ?? '' }
    const { errors } = (await request(partner, 'PATCH', path, options)).json()
    expect(errors).toMatchObject([{ pointer: '/gallery' }])
  })

  it.each(['', '?atomic=true'])(
    'names an artwork in the gallery to which a line before has moved it: %s',
    async (query) => {
      const { key, userId } = await makeApiKey(test.db, { scopes: ['artworks:write'] })
      const { id: gallery } = await makeGallery(test.db, { owner_id: userId })
      const { id: other } = await makeGallery(test.db, { owner_id: userId })
      const artwork = {
        title: 'Harbour',
        artists: [],
        units: 'inch',
        category: 1,
        gallery,
        price_display: 'price on request',
      }
      const lines = [
        { external_id: 'M', artwork },
        { external_id: 'M', gallery, patch: { gallery: other } },
        { external_id: 'M', gallery: other, patch: { title: 'Low Tide' } },
        { external_id: 'N', artwork },
        { external_id: 'N', gallery, patch: { gallery: other } },
        { external_id: 'N', gallery: other, remove: true },
      ]
      const body = lines.map((line) => JSON.stringify(line)).join('\n')
      const { end } = await sendBatch(artworks, body, query, { key, gallery })
      expect(end).toMatchObject({ created: 2, changed: 3, removed: 1 })
    },
  )
})
