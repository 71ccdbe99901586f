import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { NAMED_LISTS, resolve, TRUE_OR_ABSENT, type Schema } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeNamed } from '../support/make-named.ts'
import { makeUser } from '../support/make-user.ts'
import {
  expectRejected,
  makeRecordWriter,
  versionOf,
  type RecordBody,
  type RecordWriter,
  type ShownRecord,
} from '../support/record-writer.ts'
import { rowChanges } from '../support/row-changes.ts'
import { sentForm } from './sent-form.ts'
import { validParts, type References } from './valid-values.ts'
import { WRITABLE_KINDS, type WritableKind } from './writable-kinds.ts'

// Random valid bodies for every kind of record, generated from the schemas of the contract.

const RUNS = 4

const test = useService()
let writer: RecordWriter
let references: References

beforeAll(async () => {
  const { db } = test
  writer = await makeRecordWriter(test)
  await makeExchangeRate(db, 'USD', '1.25')
  const ids: Record<string, number[]> = {}
  const usernames: string[] = []
  for (let each = 0; each < 3; each += 1) {
    for (const { table } of NAMED_LISTS) {
      ids[table] = [...(ids[table] ?? []), (await makeNamed(db, table)).id]
    }
    usernames.push((await makeUser(db)).username)
  }
  references = { ids, usernames }
})

function partsOf({ table }: WritableKind, schema: Schema): fc.Arbitrary<RecordBody>[] {
  const category = references.ids[`${table.slice(0, -1)}_categories`] ?? []
  return validParts(schema, references, category)
}

const merged = (parts: readonly RecordBody[]): RecordBody =>
  Object.assign({}, ...parts) as RecordBody

function wholeBody(kind: WritableKind, schema: Schema): fc.Arbitrary<RecordBody> {
  return fc.tuple(...partsOf(kind, schema)).map(merged)
}

/** Any of the parts of a body. */
function partOfBody(kind: WritableKind): fc.Arbitrary<RecordBody> {
  const parts = partsOf(kind, kind.patch).map((part) => fc.option(part, { nil: {} }))
  return fc.tuple(...parts).map(merged)
}

async function anyBody(kind: WritableKind): Promise<RecordBody> {
  return fc.sample(wholeBody(kind, kind.input), 1)[0] ?? {}
}

const MASKS: Readonly<Record<string, string>> = {
  phone_number: '<PHONE>',
  phone: '<PHONE>',
  email: '<EMAIL>',
  contact_name: '<NAME>',
}

const PLACEHOLDER_ID = 1

const OF_CATEGORIES = 'caption description editor_notes meta_description name tooltip'.split(' ')

/** Texts of the first migrations, which only the contract bounds. */
const UNBOUNDED: Readonly<Record<string, readonly string[]>> = {
  artists: ['name', 'summary'],
  artwork_categories: OF_CATEGORIES,
  event_categories: OF_CATEGORIES,
  galleries: ['address', 'city', 'name', 'phone_number', 'summary'],
  tags: ['description', 'name'],
}

/** Those of the columns that may be of any length. */
async function selectUnbounded(table: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
    WHERE attrelid = ${table}::regclass AND attname = ANY (${names}) AND typtype <> 'd'
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = attrelid AND contype = 'c'
        AND attnum = ANY (conkey) AND pg_get_constraintdef(pg_constraint.oid) ~ 'length')
    ORDER BY 1`.execute(test.db)
  return rows.map(({ name }) => name)
}

const RECORD_CHANGE = 'Let on_change of its table call record_change (src/database/schema/)'

/** The writable fields of a record, in the form of a request. */
function fieldsOf({ table, input }: WritableKind, record: RecordBody): RecordBody {
  const hasPlaceholder = table === 'artworks' || table === 'events'
  const names = Object.keys(input.properties ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const shown = TRUE_OR_ABSENT.has(name) ? name in record : record[name]
      const value = shown as { id?: number; code?: string; username?: string } | null
      if (name !== 'featured_image') return [name, sentForm(value)]
      const isPicture = value !== null && !(hasPlaceholder && value.id === PLACEHOLDER_ID)
      return [name, isPicture ? pictureForm(value) : null]
    }),
  )
}

function pictureForm({ image, caption, alt_text, description }: RecordBody): RecordBody {
  const full_size = typeof image === 'string' ? image : (image as RecordBody)['full_size']
  return { full_size, caption, alt_text, description }
}

/** The fields after a merge patch of `before`; a POST patches nothing. */
function expectedFields(before: RecordBody, sent: RecordBody): RecordBody {
  const changes = Object.entries(sent).map(([name, value]) => [
    name,
    value === null ? null : expectedValue(name, value, before[name]),
  ])
  return { ...before, ...(Object.fromEntries(changes) as RecordBody) }
}

function expectedValue(name: string, value: unknown, before: unknown): unknown {
  if (name === 'tags') return (value as number[]).toSorted((one, other) => one - other)
  if (name === 'featured_image') return { ...(before as object | null), ...(value as object) }
  if (name === 'geolocation') return numbersOf(value as string)
  return Object.hasOwn(MASKS, name) ? value && MASKS[name] : value
}

function numbersOf(geolocation: string): string {
  if (geolocation === '') return ''
  const degrees = geolocation.split(',')
  return degrees.map((number) => String(Number(number))).join(',')
}

/** The record is in GET as in the response, and in the list if it is public. Masked values are stored. */
async function expectShown(kind: WritableKind, shown: ShownRecord, sent: RecordBody) {
  const read = await writer.read(shown.path)
  expect([read.record, versionOf(read)]).toEqual([shown.record, versionOf(shown)])
  const listed = await listedRecord(kind, shown.id)
  expect(listed, RECORD_CHANGE).toEqual(
    shown.record['is_active'] === false ? undefined : shown.record,
  )
  for (const name of Object.keys(MASKS).filter((masked) => Object.hasOwn(sent, masked))) {
    const { rows } = await sql<{ value: unknown }>`SELECT ${sql.ref(name)} AS value
      FROM ${sql.table(kind.table)} WHERE id = ${shown.id}`.execute(test.db)
    expect(rows[0]?.value).toBe(sent[name])
  }
}

async function listedRecord({ collection }: WritableKind, id: number): Promise<unknown> {
  const { results } = await test.get(`${collection}?limit=100`)
  return (results as { id: number }[]).find((record) => record.id === id)
}

/** PATCH makes a new version of the same record, with the sent fields and the stored others. */
async function expectChange(kind: WritableKind, seen: ShownRecord, changes: RecordBody) {
  const shown = await writer.change(seen, changes)
  const [before, after] = [fieldsOf(kind, seen.record), fieldsOf(kind, shown.record)]
  expect(after).toEqual(expectedFields(before, changes))
  const { id, slug, created_at } = seen.record
  expect(shown.record).toMatchObject({
    id,
    ...(slug ? { slug } : {}),
    ...(created_at ? { created_at } : {}),
  })
  expect(versionOf(shown)).not.toBe(versionOf(seen))
  await expectShown(kind, shown, changes)
  return shown
}

/** The values that a record shows, without those that it does not show. */
function shownValues(kind: WritableKind, { record }: ShownRecord): RecordBody {
  const fields = Object.entries(fieldsOf(kind, record))
  return Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(MASKS, name)))
}

const isNullable = (schema: Schema = {}): boolean =>
  [schema.type].flat().includes('null') || schema.oneOf?.some(isNullable) === true

/** Null for every field that null clears, unless another field requires a value. */
function nulls({ patch: { properties = {} } }: WritableKind): RecordBody {
  const required = /price$|^automated_/
  const names = Object.keys(properties).filter((name) => isNullable(properties[name]))
  return Object.fromEntries(
    names.filter((name) => !required.test(name)).map((name) => [name, null]),
  )
}

const STATED: Readonly<Record<string, unknown>> = {
  Null: null,
  Empty: '',
  None: [],
  False: false,
  True: true,
}

/** A body without the fields that have a default, and these defaults. */
function withoutDefaults({ input }: WritableKind, body: RecordBody): [RecordBody, RecordBody] {
  const texts = Object.entries(input.properties ?? {}).map(
    ([name, schema]) => [name, resolve<Schema>(schema).description ?? ''] as const,
  )
  const defaults = Object.fromEntries(
    texts.flatMap(([name, text]) => {
      const [, stated] = /(?:^|\. )(Null|Empty|None|False|True|\d+) by default\./.exec(text) ?? []
      if (stated === undefined) return []
      return [[name, stated in STATED ? STATED[stated] : Number(stated)]]
    }),
  )
  const isOfAbsent = (text: string) => (/Required if `(\w+)`/.exec(text)?.[1] ?? '') in defaults
  const absent = texts.flatMap(([name, text]) =>
    name in defaults || isOfAbsent(text) ? [name] : [],
  )
  const given = Object.entries(body).filter(([name]) => !absent.includes(name))
  return [Object.fromEntries(given), defaults]
}

/** The longest value of each field that takes any letters. */
function longestTexts({ input }: WritableKind): RecordBody {
  return Object.fromEntries(
    Object.entries(input.properties ?? {}).flatMap(([name, schema]) => {
      const { pattern = '', format, enum: words, maxLength } = resolve<Schema>(schema)
      const isFree = format === undefined && words === undefined && new RegExp(pattern).test('é')
      return isFree && maxLength !== undefined ? [[name, 'é'.repeat(maxLength)]] : []
    }),
  )
}

/** Former ETags change nothing. */
async function expectStale(current: ShownRecord, states: readonly ShownRecord[]): Promise<void> {
  const { path } = current
  const change = async (): Promise<void> => {
    for (const { etag } of states.filter((state) => state !== current)) {
      expectRejected(await writer.patch({ path, etag }, {}), 412, 'precondition_failed')
      expectRejected(await writer.remove({ path, etag }), 412, 'precondition_failed')
    }
  }
  expect(await rowChanges(test.db, change)).toMatchObject({ added: [], removed: [] })
}

/** A record of an import is deleted like any other. */
async function markAsImported({ table }: WritableKind, id: number): Promise<void> {
  const noun = table.replace(/s$/, '')
  const { rows } = await sql`SELECT to_regclass(${`${noun}_sources`}) AS found`.execute(test.db)
  if ((rows as { found: unknown }[])[0]?.found === null) return
  await sql`INSERT INTO ${sql.table(`${noun}_sources`)} (source, external_id, fingerprint, ${sql.ref(`${noun}_id`)})
    VALUES ('test', ${String(id)}, 'none', ${id})`.execute(test.db)
}

it('every kind of record is tested', () => {
  const tables = WRITABLE_KINDS.map(({ table }) => table)
  expect(tables.length).toBeGreaterThan(7)
  expect(Object.keys(references.ids).filter((table) => !tables.includes(table))).toEqual([])
})

describe.each(WRITABLE_KINDS)('a record of $collection', (kind) => {
  it('has the fields of POST and of each PATCH in every response, until DELETE', async () => {
    const bodies = fc.record({
      whole: wholeBody(kind, kind.input),
      other: wholeBody(kind, kind.patch),
      part: partOfBody(kind),
    })
    const property = fc.asyncProperty(bodies, async ({ whole, other, part }) => {
      const created = await writer.create(kind.collection, whole)
      expect(fieldsOf(kind, created.record)).toEqual(expectedFields({}, whole))
      await expectShown(kind, created, whole)
      const states = [created]
      const last = (): ShownRecord => states.at(-1) ?? created
      for (const changes of [other, {}, part, nulls(kind)]) {
        states.push(await expectChange(kind, last(), changes))
      }
      // Until here with the ETags of POST and PATCH, from here with that of GET.
      states.push(await writer.read(created.path))
      states.push(await expectChange(kind, last(), shownValues(kind, last())))
      const current = last()
      await expectStale(current, states)
      await markAsImported(kind, current.id)
      expect((await writer.remove(current)).status).toBe(204)
      expectRejected(await writer.get(current.path), 404, 'not_found')
      expect(await listedRecord(kind, current.id), RECORD_CHANGE).toBeUndefined()
    })
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
  })

  it('has the default that its description states for each field that POST leaves out', async () => {
    const [given, defaults] = withoutDefaults(kind, await anyBody(kind))
    const created = await writer.create(kind.collection, given)
    expect(fieldsOf(kind, created.record)).toMatchObject(defaults)
  })

  it('can have the longest texts of the contract, which the table bounds', async () => {
    const longest = longestTexts(kind)
    const whole = await anyBody(kind)
    const created = await writer.create(kind.collection, { ...whole, ...longest })
    expect(fieldsOf(kind, created.record)).toEqual(expectedFields({}, { ...whole, ...longest }))
    const unbounded = await selectUnbounded(kind.table, Object.keys(longest))
    expect(unbounded, 'Give the column a CHECK of its length').toEqual(UNBOUNDED[kind.table] ?? [])
  })

  it('is changed by one of two simultaneous PATCH requests with the same ETag', async () => {
    const seen = await writer.create(kind.collection, await anyBody(kind))
    const name = 'name' in seen.record ? 'name' : 'title'
    let answers: Promise<{ status: number }[]> = Promise.resolve([])
    await test.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM ${sql.table(kind.table)} WHERE id = ${seen.id} FOR UPDATE`.execute(trx)
      const requests = ['One', 'Two'].map((text) => writer.patch(seen, { [name]: text }))
      answers = Promise.all(requests)
      await expect.poll(() => countLockWaits(test.db)).toBe(2)
    })
    const statuses = (await answers).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 412]))
    const { record } = await writer.read(seen.path)
    expect(record[name]).toBe(statuses[0] === 200 ? 'One' : 'Two')
  })
})
