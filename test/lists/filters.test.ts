import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  COUNTED_LISTS,
  LISTS,
  NESTED_LISTS,
  type FilterValues,
  type List,
  type ListName,
  type NestedList,
} from '../../src/lists/list.ts'
import { operations } from '../../src/operations.ts'
import { MAX_MEMBERS } from '../../src/read-model/page-queries.ts'
import { lists } from '../contract/document.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { belowParents, makeParents } from '../support/make-parents.ts'
import { send } from '../support/send.ts'

// A list takes the filters that its declaration names, whatever reads it, and in any combination. The operations are also
// given filters that are not query parameters of the contract.

interface Page {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly { readonly id: number }[]
}

interface Row {
  readonly id: number
  readonly state: string
  readonly updated_at: string
  /** The key of the order that the list has without `ordering`. */
  readonly usual: string
  /** The ids that each filter by a parent has for it. */
  readonly parents: Readonly<Record<string, readonly number[]>>
}

const test = useDatabase()
const PARENTS = [1, 2, 3]
const RECORDS = 36
/** Ids of no records, also of none that PostgreSQL could store. */
const ABSENT_IDS = [2_000_000_000, 2_147_483_647, 2_147_483_648, 9_999_999_999]
const USUAL = { artworks: 'order_date', events: 'start_time' } as const
const rows: Record<ListName, readonly Row[]> = { artworks: [], events: [] }
let app: FastifyInstance
let authorization: string
let added: FilterValues = {}

/** Times of changes: a few, a microsecond apart. */
const moment = (number: number): string => `2024-03-01T10:00:00.00000${1 + (number % 8)}Z`

/** The texts of a time. */
const spellings = (time: string): string[] => [
  time,
  time.toLowerCase(),
  time.replace('T10', 'T12').replace('Z', '9+02:00'),
]

beforeAll(async () => {
  for (const list of COUNTED_LISTS) {
    for (const id of PARENTS) await makeParents(test.db, list, id)
    rows[list] = await Promise.all(Array.from({ length: RECORDS }, (_, no) => makeRow(list, no)))
  }
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
  const withFilters = Object.entries(operations).map(([id, operation]) => [
    id,
    (input: { query: object }, context: never) =>
      operation({ ...input, query: { ...input.query, ...added } } as never, context),
  ])
  app = await testApp(test, { operations: Object.fromEntries(withFilters) as typeof operations })
})

afterAll(() => app?.close())

/** The last parent has no records. */
async function makeRow(list: ListName, no: number): Promise<Row> {
  const parents: [number, ...number[]] = no % 3 === 0 ? [1, 2] : [1 + (no % 2)]
  const state = no % 4 === 0 ? 'draft' : 'published'
  const usual = `2024-01-${10 + ((no * 5) % 7)}T10:00:00Z`
  const updated_at = moment(no * 3)
  const values = {
    ...belowParents(list, ...parents),
    publish_status: state,
    updated_at,
    [USUAL[list]]: usual,
  }
  const { id } = await (list === 'events' ? makeEvent : makeArtwork)(test.db, values)
  const one = parents.slice(0, 1)
  return { id, state, updated_at, usual, parents: { artist: parents, gallery: one, venue: one } }
}

interface Request {
  readonly template: string
  /** The filter of a nested list, with the id of its record. */
  readonly below: FilterValues
  readonly state: string
  readonly limit: number
  readonly offset: number
  readonly ordering: string | undefined
  readonly injected: FilterValues
  /** Sent as query parameters. */
  readonly sent: Readonly<Record<string, string>>
}

/** Requests for a list, and for the nested lists of its records. */
function requests(list: ListName): fc.Arbitrary<Request> {
  const parent = fc.constantFrom(...PARENTS)
  const nested = Object.values<NestedList>(NESTED_LISTS).filter(({ of }) => of === list)
  const own = rows[list].slice(0, RECORDS).map(({ id }) => id)
  // Some are repeated.
  const ids = fc.shuffledSubarray([...own, ...own, ...ABSENT_IDS], { minLength: 1 })
  const time = fc.nat(8).chain((number) => fc.constantFrom(...spellings(moment(number))))
  const optional = { requiredKeys: [] }
  const common = {
    limit: fc.constantFrom(1, 5, 100),
    offset: fc.constantFrom(0, 0, 1, 7, 20),
  }
  const orderings = [USUAL[list], 'updated_at'].flatMap((key) => [key, `-${key}`])
  const whole = fc.record({
    ...common,
    template: fc.constant<string>(LISTS[list].path),
    below: fc.constant({}),
    state: fc.constantFrom('published', 'published', 'draft'),
    ordering: fc.constantFrom(undefined, undefined, ...orderings),
    injected: fc.option(
      fc.dictionary(fc.constantFrom(...nested.map(({ filter }) => filter)), parent),
      { nil: {}, freq: 1 },
    ),
    sent: fc.record(
      { ids: ids.map((some) => some.join()), updated_after: time, updated_before: time },
      optional,
    ),
  })
  const below = fc.constantFrom(...nested).chain(({ path, filter }) =>
    fc.record({
      ...common,
      template: fc.constant(path),
      below: fc.record({ [filter]: parent }),
      state: fc.constant('published'),
      ordering: fc.constantFrom(undefined, ...orderings),
      injected: fc.record({ updated_after: time, updated_before: time }, optional),
      sent: fc.constant({}),
    }),
  )
  return fc.oneof({ weight: 4, arbitrary: whole }, below)
}

/** The ids of the list, in its order. */
function idsOf(list: ListName, { state, below, injected, sent, ordering }: Request): number[] {
  const { ids, updated_after, updated_before, ...parents }: FilterValues = {
    ...below,
    ...injected,
    ...sent,
  }
  const [from, to] = [updated_after, updated_before].map((time) => microseconds(time))
  const named = ids === undefined ? undefined : String(ids).split(',').map(Number)
  const found = rows[list].filter(
    (row) =>
      row.state === state &&
      (named?.includes(row.id) ?? true) &&
      (from === undefined || row.updated_at >= from) &&
      (to === undefined || row.updated_at < to) &&
      Object.entries(parents).every(([name, id]) => row.parents[name]?.includes(Number(id))),
  )
  if (named !== undefined && ordering === undefined) {
    return found.map(({ id }) => id).toSorted((a, b) => named.indexOf(a) - named.indexOf(b))
  }
  const order = ordering ?? `-${USUAL[list]}`
  const key = order.endsWith('updated_at') ? 'updated_at' : 'usual'
  const sorted = found.toSorted((a, b) =>
    a[key] === b[key] ? a.id - b.id : a[key] < b[key] ? -1 : 1,
  )
  return (order.startsWith('-') ? sorted.toReversed() : sorted).map(({ id }) => id)
}

/** A spelling in the form of `moment`. */
function microseconds(time: string | number | undefined): string | undefined {
  if (time === undefined) return undefined
  return `2024-03-01T10:00:00${/\.\d{6}/.exec(String(time))?.[0]}Z`
}

async function expectPage(list: ListName, request: Request): Promise<void> {
  const { template, below, state, limit, offset, ordering, sent } = request
  const path = template.replace('{id}', String(Object.values(below)[0]))
  const isOwn = state !== 'published'
  const query = {
    ...sent,
    limit: String(limit),
    offset: String(offset),
    ...(ordering !== undefined && { ordering }),
    ...(isOwn && { publish_status: state }),
  }
  added = request.injected
  const response = await send(app, {
    path: `${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization },
  })
  expect(response.status, response.text).toBe(200)
  const { count, next, previous, results } = response.json() as unknown as Page
  const ids = idsOf(list, request)
  expect(results.map(({ id }) => id)).toEqual(ids.slice(offset, offset + limit))
  expect(count).toBe(ids.length)
  const linkTo = (to: number) => ({ ...query, offset: String(to) })
  expect(queryOf(next)).toEqual(offset + limit < ids.length ? linkTo(offset + limit) : undefined)
  expect(queryOf(previous)).toEqual(offset > 0 ? linkTo(Math.max(0, offset - limit)) : undefined)
}

function queryOf(link: string | null): object | undefined {
  return link === null ? undefined : Object.fromEntries(new URL(link).searchParams)
}

describe.each(COUNTED_LISTS)('the list of %s', (list) => {
  const expectPages = (numRuns: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(requests(list), (request) => expectPage(list, request)),
      { numRuns },
    )

  it('has the records that pass all filters, in the order of the ids or of the sort key', () =>
    expectPages(300))

  it('has them when more pass than are sorted in a batch', async () => {
    rows[list] = [...rows[list], ...(await addCopies(list))]
    await expectPages(50)
  })
})

/** Copies a public record, so that more than a batch sorts have the same time of change. */
async function addCopies(list: ListName): Promise<Row[]> {
  const model = rows[list].find(({ state }) => state === 'published') as Row
  const own: readonly string[] = ['id', 'slug', 'is_public', 'title_sort_key']
  const { rows: columns } = await sql<{ name: string }>`
    SELECT quote_ident(column_name) AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ${list} AND is_generated = 'NEVER'
      AND column_name <> ALL (${own})`.execute(test.db)
  const names = sql.raw(columns.map(({ name }) => name).join())
  const { rows: copies } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(list)} (slug, ${names})
    SELECT 'copy-' || number, ${names} FROM ${sql.table(list)}, generate_series(1, ${MAX_MEMBERS}::integer) AS number
    WHERE id = ${model.id} RETURNING id`.execute(test.db)
  // The copies of an artwork name no artist.
  return copies.map(({ id }) => ({ ...model, id, parents: { ...model.parents, artist: [] } }))
}

it.each(Object.entries(NESTED_LISTS))('%s names a filter of its list', (_name, nested) => {
  expect(Object.keys((LISTS[nested.of] as List).filters ?? {})).toContain(nested.filter)
})

/** The query parameters of lists that are not filters: the page, and the states of own records (`requestedRecords`). */
const OTHERS = /^(limit|offset|ordering|format|publish_status|is_active|external_id|name|fields)$/

it.each(lists)('each query parameter of $id has a filter', ({ template, parameters }) => {
  const nested: NestedList | undefined = Object.values(NESTED_LISTS).find(
    ({ path }) => path === template,
  )
  const whole = template.replace('/sparse/', '/')
  const list = Object.values<List>(LISTS).find(({ path }) => path === whole)
  const { filters: declared = {} } =
    nested === undefined ? (list ?? {}) : (LISTS[nested.of] as List)
  const named = parameters.filter((each) => each.in === 'query' && !OTHERS.test(each.name))
  const missing = named.map(({ name }) => name).filter((name) => !(name in declared))
  expect(missing, 'Add it to the filters of the list in src/lists/list.ts').toEqual([])
})
