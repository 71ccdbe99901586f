import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { finishBackgroundWork } from '../../scripts/finish-background-work.ts'
import { FILTER_OPTIONS, type Filters } from '../../src/lists/filters.ts'
import {
  COUNTED_LISTS,
  LISTS,
  NESTED_LISTS,
  type List,
  type ListName,
  type NestedList,
} from '../../src/lists/list.ts'
import { MAX_MEMBERS } from '../../src/read-model/filter-conditions.ts'
import { WALKED } from '../../src/read-model/filtered-queries.ts'
import { leadingRecords } from '../../src/read-model/responses.ts'
import { lists, resolve, type Schema } from '../contract/document.ts'
import { amount, isNightly, shareOf } from '../support/amount.ts'
import { testApp, URLS } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { send, sendUnvalidated, sendUntilServed } from '../support/send.ts'
import { walkPages } from '../support/walk-pages.ts'
import { changeAny, makeFilterable } from './filterable.ts'
import {
  filterTexts,
  passes,
  relevance,
  type FilterQuery,
  type Row,
  type Shown,
} from './shown-filters.ts'

// A list with filters has the records of the list without them that pass all of them, in the same order, whatever reads it.
// Whether a record passes is told from what it shows.

interface Page {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Shown[]
}

const test = useDatabase()
let app: FastifyInstance
let authorization: string
/** The rows by the id, for what records do not show. */
const rowsOf: Record<ListName, ReadonlyMap<number, Row>> = {
  artworks: new Map(),
  events: new Map(),
}
/** Whole lists by their URLs. */
let known = new Map<string, Promise<readonly Shown[]>>()

beforeAll(async () => {
  await makeFilterable(test.db)
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
  app = await testApp(test)
  await readRows()
})

afterAll(() => app?.close())

async function readRows(): Promise<void> {
  for (const list of COUNTED_LISTS) {
    const stored: Row[] = await test.db.selectFrom(list).selectAll().execute()
    rowsOf[list] = new Map(stored.map((row) => [row.id, row]))
  }
}

async function get(path: string, sendBy = send, isAnonymous = false): Promise<Page> {
  const headers = isAnonymous ? {} : { authorization }
  const sent = { path: path.replace(/^\/api\/v1/, ''), headers }
  const response = await sendUntilServed(app, sent, sendBy)
  expect(response.status, response.text).toBe(200)
  return response.json() as unknown as Page
}

function wholeList(url: string): Promise<readonly Shown[]> {
  const found =
    known.get(url) ??
    walkPages((page) => get(page, sendUnvalidated), url).then((pages) =>
      pages.flatMap(({ results }) => results),
    )
  known.set(url, found)
  return found
}

interface Request {
  readonly nested: NestedList | undefined
  readonly parent: number
  readonly state: string
  readonly limit: number
  readonly offset: number
  readonly ordering: string | undefined
  readonly query: FilterQuery
}

const orderingsOf = (list: ListName): string[] => [
  ...Object.keys(LISTS[list].sortKeys).flatMap((key) => [key, `-${key}`]),
  '-relevance',
]

function requests(list: ListName): fc.Arbitrary<Request> {
  const nested = Object.values<NestedList>(NESTED_LISTS).filter(({ of }) => of === list)
  const ids = [...rowsOf[list].keys()].slice(0, 40)
  const texts = Object.entries(filterTexts(list, ids))
  const query = fc
    .subarray(texts, { maxLength: 4 })
    .chain((some) =>
      fc.record(
        Object.fromEntries(some.map(([name, values]) => [name, fc.constantFrom(...values)])),
      ),
    )
  const options = fc.record(
    {
      currency: fc.constantFrom('EUR', 'USD'),
      units: fc.constantFrom('centimeter', 'inch'),
      color_tolerance: fc.constantFrom('0', '5', '60'),
      radius_km: fc.constantFrom('1', '200', '20000'),
    },
    { requiredKeys: [] },
  )
  return fc.record({
    nested: fc.constantFrom(undefined, undefined, undefined, ...nested),
    parent: fc.constantFrom(1, 2, 3),
    state: fc.constantFrom('published', 'published', 'draft'),
    limit: fc.constantFrom(1, 5, 100),
    offset: fc.constantFrom(0, 0, 1, 7, 20),
    ordering: fc.constantFrom(undefined, ...orderingsOf(list)),
    query: fc.tuple(query, options).map(([filters, others]) => ({ ...filters, ...others })),
  })
}

/** The time of requests for a period. */
const AT = '2024-03-05T10:00:00Z'

/** The request without what its list does not take. */
function taken(list: ListName, request: Request): Request {
  const { nested, state, query } = request
  const path = nested?.path ?? LISTS[list].path
  const operation = lists.find(({ template }) => template === path)
  const names = new Set(operation?.parameters.map(({ name }) => name))
  const kept = Object.entries(query).filter(([name]) => names.has(name))
  // The time of the request is another one for each page.
  const at = 'when' in query && { at: query['at'] ?? AT }
  return {
    ...request,
    state: nested === undefined ? state : 'published',
    query: { ...Object.fromEntries(kept), ...at },
  }
}

/** The records that the list has, in its order. */
async function expected(list: ListName, { nested, parent, state, ordering, query }: Request) {
  const base = {
    limit: '100',
    ...(ordering && { ordering }),
    ...(state === 'draft' && { publish_status: state }),
  }
  const whole = await wholeList(
    `/api/v1${LISTS[list].path}?${new URLSearchParams(base).toString()}`,
  )
  const all = nested === undefined ? query : { ...query, [nested.filter]: String(parent) }
  const found = whole.filter((record) =>
    passes(list, record, all, rowsOf[list].get(record.id) as Row),
  )
  const { ids, q } = query
  const isByFilter = ordering === undefined || (ordering === '-relevance' && q === undefined)
  if (ids !== undefined && isByFilter) {
    const named = ids.split(',').map(Number)
    return found.toSorted((a, b) => named.indexOf(a.id) - named.indexOf(b.id))
  }
  if (q === undefined || (ordering ?? '-relevance') !== '-relevance') return found
  const fit = (record: Shown): number => relevance(list, record, query)
  return found.toSorted((a, b) => fit(b) - fit(a) || b.id - a.id)
}

/** A query of each filter that all of the records pass, except by their ids. */
function passedQueries(list: ListName, records: readonly Shown[]): FilterQuery[] {
  const ids = records.map(({ id }) => id)
  return Object.entries(filterTexts(list, ids)).flatMap(([name, values]) => {
    const queries = values.map((value) => ({ [name]: value, ...(name === 'when' && { at: AT }) }))
    const passed = queries.find((query) =>
      records.every((record) => passes(list, record, query, rowsOf[list].get(record.id) as Row)),
    )
    return passed === undefined || name === 'ids' ? [] : [passed]
  })
}

const withFilter = (name: string, value: string): Request => ({
  nested: undefined,
  parent: 1,
  state: 'published',
  limit: 5,
  offset: 0,
  ordering: undefined,
  query: { [name]: value },
})

/** @returns the length of the list. */
async function expectPage(list: ListName, given: Request): Promise<number> {
  const request = taken(list, given)
  const { nested, parent, state, limit, offset, ordering } = request
  const query = {
    ...request.query,
    limit: String(limit),
    offset: String(offset),
    ...(ordering !== undefined && { ordering }),
    ...(state === 'draft' && { publish_status: state }),
  }
  const path = nested?.path.replace('{id}', String(parent)) ?? LISTS[list].path
  const { count, next, previous, results } = await get(
    `/api/v1${path}?${new URLSearchParams(query).toString()}`,
  )
  const records = await expected(list, request)
  expect(results).toEqual(records.slice(offset, offset + limit))
  expect(count).toBe(records.length)
  const linkTo = (to: number) => ({ ...query, offset: String(to) })
  expect(queryOf(next)).toEqual(offset + limit < count ? linkTo(offset + limit) : undefined)
  expect(queryOf(previous)).toEqual(offset > 0 ? linkTo(Math.max(0, offset - limit)) : undefined)
  await expectLeading(list, request, records)
  return count
}

function usualOptions(list: ListName): FilterQuery {
  const operation = lists.find(({ template }) => template === LISTS[list].path)
  const options: readonly string[] = FILTER_OPTIONS
  const usual = (operation?.parameters ?? []).flatMap(({ name, schema }) => {
    const value = resolve<Schema>(schema).default as string | number | undefined
    return options.includes(name) && value !== undefined ? [[name, String(value)] as const] : []
  })
  return Object.fromEntries(usual)
}

/** The first records, as parts of pages show them. Those without a value of the order come last, and no part has them. */
async function expectLeading(
  list: ListName,
  { nested, parent, state, limit, ordering, query }: Request,
  records: readonly Shown[],
): Promise<void> {
  if (ordering === undefined || ordering === '-relevance') return
  if (state === 'draft' || app.readModel === undefined) return
  const below = nested && { [nested.filter]: String(parent) }
  const own = nested !== undefined && nested.filter in query
  if (own) return
  const { records: found, isComplete } = await leadingRecords<Shown>(
    list,
    { ...usualOptions(list), ...query, ...below, ordering },
    limit,
    app.readModel,
  )
  // No part of a page has as many records as the longest limit here, and their length is limited.
  const isWhole = rowsOf[list].size < WALKED && !ordering.includes('price') && limit < 10
  expect(found.length).toBeLessThanOrEqual(limit)
  expect(found).toEqual(records.filter(({ id }) => found.some((each) => each.id === id)))
  if (isWhole) expect(isComplete).toBe(true)
  if (isComplete) expect(found).toEqual(records.slice(0, limit))
  const [name = '', ...others] = Object.keys({ ...query, ...below })
  const { filters = {} }: List = LISTS[list]
  // Pages have a part for each of these, with records however few of all records pass.
  const isOfRecords = 'names' in (filters[name] ?? {})
  if (isOfRecords && others.length === 0 && !ordering.includes('price')) {
    const toDo = `Give ${name} an index in src/lists/filters.ts: it finds none of ${records.length}`
    expect(found.length > 0, toDo).toBe(records.length > 0)
  }
}

function queryOf(link: string | null): object | undefined {
  return link === null ? undefined : Object.fromEntries(new URL(link).searchParams)
}

describe.each(COUNTED_LISTS)('the list of %s', (list) => {
  const expectPages = (numRuns: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(requests(list), async (request) => void (await expectPage(list, request))),
      // A page of many records is compared for too long to shrink a failure.
      { numRuns, endOnFailure: true },
    )

  it('has the records that pass all filters, in its order', () =>
    expectPages(amount({ commit: 30, nightly: 150 })))

  /** A page for each value of each filter, or for some. @returns the filters of which no value has some of all records. */
  const expectEachFilter = async (
    state = 'published',
    isTried = (_at: number) => true,
  ): Promise<string[]> => {
    const useless: string[] = []
    const all = await expectPage(list, { ...withFilter('', ''), query: {}, state })
    for (const [name, values] of Object.entries(filterTexts(list, [...rowsOf[list].keys()]))) {
      const pages = values
        .filter((_, at) => isTried(at))
        .map((value) => expectPage(list, { ...withFilter(name, value), state }))
      const counts = await Promise.all(pages)
      if (!counts.some((count) => count > 0 && count < all)) useless.push(name)
    }
    return useless
  }

  it('takes each filter alone', async () => {
    const declared = Object.keys((LISTS[list] as List).filters ?? {})
    const tried = Object.keys(filterTexts(list, [])).filter((name) => name !== 'at')
    expect(tried.toSorted(), 'Add values to filterTexts in shown-filters.ts').toEqual(
      declared.toSorted(),
    )
    // Without `when`, a time has no effect.
    const others = list === 'events' ? ['at'] : []
    const toDo =
      'Let makeFilterable make records that differ, of which some pass with a value of filterTexts'
    expect(await expectEachFilter(), toDo).toEqual(others)
    await expectEachFilter('draft', (at) => isNightly || at % 3 === 0)
  })

  it('has the records that pass after any change', async () => {
    const changes = isNightly || list === 'artworks' ? 8 : 6
    for (let change = 0; change < changes; change += 1) {
      await changeAny(test.db, list, change)
      // Until then, a page by price shows the prices before.
      await finishBackgroundWork(test.url, new AbortController().signal, URLS)
      await readRows()
      known = new Map()
      // Each value is tried after some changes, on a commit after one of them.
      const turns = isNightly ? 3 : changes
      await expectEachFilter('published', (at) => at % turns === change % turns)
    }
  })

  it('has them when more pass than are sorted in a batch', async () => {
    const path = `/api/v1${LISTS[list].path}?limit=100`
    const passedBy = (record: Shown): number => passedQueries(list, [record]).length
    const ranked = (await wholeList(path)).map((record) => ({ record, passed: passedBy(record) }))
    const [copied] = ranked.toSorted((a, b) => b.passed - a.passed)
    const originals = rowsOf[list]
    const key = await addCopies(list, copied?.record.id ?? 0)
    await readRows()
    known = new Map()
    const copies = (await wholeList(path)).filter(({ id }) => !originals.has(id))
    const passed = passedQueries(list, copies.slice(0, COPIED_VALUES))
    const orderings = [undefined, key, `-${key}`]
    for (const [at, query] of passed.entries()) {
      const request = { ...withFilter('', ''), offset: at * 9, ordering: orderings[at % 3] }
      expect(await expectPage(list, { ...request, query })).toBeGreaterThan(MAX_MEMBERS)
      if (isNightly || at % 2 === 0)
        await expectPage(list, { ...request, query: { ...passed[at - 1], ...query } })
    }
    for (const [name, filter] of Object.entries((LISTS[list] as List).filters ?? {})) {
      if (!('names' in filter)) continue
      for (const ordering of [key, `-${key}`])
        await expectPage(list, { ...withFilter(name, '1'), ordering })
    }
  })
})

it('the list of artworks has those without a price last, however many they are', async () => {
  await sql`UPDATE artworks SET price = NULL, price_display = 'price on request' WHERE slug LIKE 'copy-%'`.execute(
    test.db,
  )
  await finishBackgroundWork(test.url, new AbortController().signal, URLS)
  await readRows()
  known = new Map()
  const all = { ...withFilter('updated_after', '2000-01-01T00:00:00Z'), limit: 100 }
  const query = { ...all.query, updated_before: '2100-01-01T00:00:00Z' }
  for (const ordering of shareOf(['price', '-price', '-price_usd', 'price_usd'], 0, { of: 2 }))
    expect(await expectPage('artworks', { ...all, query, ordering })).toBeGreaterThan(MAX_MEMBERS)
})

describe('the list of the events of a period, seen from now', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const past = async (now: string): Promise<Page> => {
    vi.setSystemTime(now)
    return get('/events/?when=past&limit=1', send, true)
  }

  it('names the time of the request in its links', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { next } = await past('2030-01-01T10:00:00.123Z')
    expect(queryOf(next)).toMatchObject({ when: 'past', at: '2030-01-01T10:00:00Z' })
  })

  it('is another one later, although the data are the same', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // As often as the response cache wants.
    for (let request = 0; request < 4; request += 1) {
      expect((await past('2024-01-01T10:00:00Z')).count).toBe(0)
    }
    expect((await past('2030-01-01T10:00:00Z')).count).toBeGreaterThan(0)
  })
})

/** The values of a sort key that copies have. */
const COPIED_VALUES = 7

/** Copies a record, so that there are more than a batch sorts. @returns a sort key of which the copies have several values. */
async function addCopies(list: ListName, id: number): Promise<string> {
  const [key, value] =
    list === 'artworks'
      ? (['title', sql`title || ' ' || number % ${COPIED_VALUES}`] as const)
      : ([
          'start_time',
          sql`start_time - number % ${COPIED_VALUES} * interval '1 microsecond'`,
        ] as const)
  const own: readonly string[] = ['id', 'slug', 'is_public', 'title_sort_key', key]
  const { rows: columns } = await sql<{ name: string }>`
    SELECT quote_ident(column_name) AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ${list} AND is_generated = 'NEVER'
      AND column_name <> ALL (${own})`.execute(test.db)
  const names = sql.raw(columns.map(({ name }) => name).join())
  await sql`
    INSERT INTO ${sql.table(list)} (slug, ${sql.ref(key)}, ${names})
    SELECT concat_ws('-', 'copy', id, number), ${value}, ${names}
    FROM ${sql.table(list)}, generate_series(1, ${MAX_MEMBERS + 1}::integer) AS number WHERE id = ${id}`.execute(
    test.db,
  )
  return key
}

/** The query parameters of lists that are not filters: the page, and the states of own records (`requestedRecords`). */
const OTHERS = /^(limit|offset|ordering|format|publish_status|is_active|external_id|name|fields)$/

describe.each(lists)('$id', ({ template, parameters }) => {
  const nested: NestedList | undefined = Object.values(NESTED_LISTS).find(
    ({ path }) => path === template,
  )
  const whole = template.replace('/sparse/', '/')
  const list: List | undefined =
    nested === undefined
      ? Object.values<List>(LISTS).find(({ path }) => path === whole)
      : LISTS[nested.of]
  const declared: Filters = list?.filters ?? {}
  const named = parameters.filter((each) => each.in === 'query' && !OTHERS.test(each.name))

  it('has a filter for each query parameter', () => {
    expect(list, 'Add it to LISTS or NESTED_LISTS in src/lists/list.ts').toBeDefined()
    const options: readonly string[] = FILTER_OPTIONS
    const missing = named
      .map(({ name }) => name)
      .filter((name) => !(name in declared) && !options.includes(name))
    expect(missing, 'Add it to src/lists/filters.ts').toEqual([])
  })

  it('has a query parameter for each filter, but not for the one that its path is', () => {
    const names = named.map(({ name }) => name)
    const missing = Object.keys(declared).filter((name) => !names.includes(name))
    const toDo = `Name it in ${template}, or give the filter of the path a group in openapi/v1/filters.yaml`
    expect(missing, toDo).toEqual(nested === undefined ? [] : [nested.filter])
  })

  it('has a condition for each value of the parameter by which a filter varies', () => {
    for (const filter of Object.values(declared)) {
      if (!('of' in filter)) continue
      const parameter = parameters.find(({ name }) => name === filter.by)
      const { enum: values } = resolve<Schema>(parameter?.schema ?? {})
      expect(values?.map(String).toSorted()).toEqual(Object.keys(filter.of).toSorted())
    }
  })
})
