import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withParameters } from '../../src/database-url.ts'
import {
  DEFAULT_LIMIT,
  itemOf,
  listPath,
  lists,
  NAMED_LISTS,
  resolve,
} from '../contract/document.ts'
import { amount } from '../support/amount.ts'
import { testApp, useService } from '../support/app.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send, sendUnvalidated } from '../support/send.ts'
import { walkPages } from '../support/walk-pages.ts'
import {
  makeArtworkCatalogue,
  makeEventCatalogue,
  makeNamedCatalogue,
  NAMED_RECORDS,
  PUBLIC_ARTWORKS,
  PUBLIC_EVENTS,
} from './catalogue.ts'

// Following `next` shows every record once, for every ordering of the contract and any page size. The order is a function of
// the records: it is computed here again and compared. The keys that are not in an artwork are read from the table;
// PostgreSQL folds titles and names.

const test = useService()
let withoutIndexes: RecordedDatabase
let slowApp: FastifyInstance
let hiddenKeys: ReadonlyMap<number, Readonly<Record<string, Key>>>
let foldedKeys: ReadonlyMap<unknown, string>

beforeAll(async () => {
  await makeArtworkCatalogue(test.db)
  await makeEventCatalogue(test.db)
  await makeNamedCatalogue(test.db)
  const rows = await test.db
    .selectFrom('artworks')
    .select(['id', 'views_count', 'published_at', 'updated_at'])
    .execute()
  hiddenKeys = new Map(rows.map(({ id, ...keys }) => [id, keys]))
  const names = NAMED_LISTS.map(({ table }) => sql`SELECT name FROM ${sql.table(table)}`)
  const { rows: texts } = await sql<{ text: string; key: string }>`
    SELECT text, sort_key(text) AS key FROM (SELECT title FROM artworks UNION
      ${sql.join(names, sql` UNION `)}) given (text)`.execute(test.db)
  foldedKeys = new Map(texts.map(({ text, key }) => [text, key]))
  // An index that ends in id would hide a missing second key, so no index is used.
  const off = ['indexscan', 'indexonlyscan', 'bitmapscan'].map((way) => `-c enable_${way}=off`)
  withoutIndexes = recordDatabase(withParameters(test.url, { options: off.join(' ') }))
  slowApp = await testApp(withoutIndexes)
})

afterAll(async () => {
  await slowApp?.close()
  await withoutIndexes?.db.destroy()
})

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
type Key = Buffer | number | string | null

/** The sort key of a record. */
function keyOf(row: Row, name: string): Key {
  if (name === 'title' || name === 'name') return Buffer.from(foldedKeys.get(row[name]) ?? '')
  return (name in row ? row[name] : hiddenKeys.get(row.id)?.[name]) as Key
}

function compare(one: Key, other: Key): number {
  if (Buffer.isBuffer(one) && Buffer.isBuffer(other)) return Buffer.compare(one, other)
  if (one === other) return 0
  return (one ?? 0) < (other ?? 0) ? -1 : 1
}

/** By key and then by id, in the same direction; null keys come last in both. */
function sorted(rows: readonly Row[], ordering: string): Row[] {
  const sign = ordering.startsWith('-') ? -1 : 1
  const name = ordering.replace('-', '')
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one, name), keyOf(other, name)]
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    return sign * (compare(a, b) || one.id - other.id)
  })
}

interface Page {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Row[]
}

const COUNTS: Readonly<Record<string, number>> = { Artwork: PUBLIC_ARTWORKS, Event: PUBLIC_EVENTS }
const LIMITS = [amount({ commit: 9, nightly: 4 }), 100]

const ordered = lists
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'ordering'))
  .map((operation) => {
    const { schema = {} } = operation.parameters.find(({ name }) => name === 'ordering') ?? {}
    const { enum: orderings, 'x-default': usual } = resolve(schema)
    return {
      id: operation.id,
      // Sparse and nested lists have the pages of others (sparse-lists.test.ts, nested-lists.test.ts and filters.test.ts).
      isSparse: operation.id.startsWith('listSparse'),
      isNested: operation.template.includes('{id}'),
      path: listPath(operation),
      count: COUNTS[itemOf(operation)] ?? NAMED_RECORDS,
      orderings: orderings as string[],
      usual: String(usual),
    }
  })

const firstPage = (path: string, ordering: string, limit: number): string =>
  `/api/v1${path}?limit=${limit}&ordering=${ordering}`

/** All pages from a first one on, in the order of the walk. */
const walk = (first: string, by: 'next' | 'previous'): Promise<Page[]> =>
  walkPages(
    async (url) => (await sendUnvalidated(test.app, { url })).json() as unknown as Page,
    first,
    by,
  )

const idsOf = (pages: readonly Page[]): number[] =>
  pages.flatMap(({ results }) => results.map(({ id }) => id))

describe.each(ordered)('$id', ({ path, isSparse, isNested, count, orderings, usual }) => {
  it('has orderings in both directions', () => {
    const ascending = orderings.filter((ordering) => !ordering.startsWith('-'))
    const both = ascending.flatMap((key) => [key, `-${key}`])
    const keys = orderings.filter((ordering) => ordering !== '-relevance')
    expect(keys.toSorted()).toEqual(both.toSorted())
    expect(orderings.length).toBeGreaterThan(0)
  })

  const expectWholeWalk = async (ordering: string, limit: number): Promise<number[]> => {
    const first = firstPage(path, ordering, limit)
    const pages = await walk(first, 'next')
    expect(new Set(idsOf(pages)).size).toBe(count)
    expect(pages.map((page) => page.count)).toEqual(pages.map(() => count))
    expect(pages.map(({ results }) => results.length)).toEqual(sizes(count, limit))
    const back = await walk(`${first}&offset=${(pages.length - 1) * limit}`, 'previous')
    expect(back.toReversed().map(({ results }) => results)).toEqual(
      pages.map(({ results }) => results),
    )
    return idsOf(pages)
  }

  it.each(isSparse || isNested ? [] : orderings)(
    'ordered by %s shows each record once in pages of any size, and walks back the same',
    async (ordering) => {
      // Concurrently, because there are thousands of requests.
      const [ids, ...others] = await Promise.all(
        LIMITS.map((limit) => expectWholeWalk(ordering, limit)),
      )
      for (const other of others) expect(other).toEqual(ids)
    },
  )

  // The order of a search is in search.test.ts.
  const byKey = orderings.filter((ordering) => !isSparse && ordering !== '-relevance')

  it.each(byKey)('is sorted by %s', async (ordering) => {
    const page = await test.get(`${path}?limit=100&ordering=${ordering}`)
    const rows = page['results'] as Row[]
    const ids = sorted(rows, ordering).map(({ id }) => id)
    expect(rows.map(({ id }) => id)).toEqual(ids)
    const slow = await send(slowApp, { path: `${path}?limit=30&offset=10&ordering=${ordering}` })
    expect((slow.json()['results'] as Row[]).map(({ id }) => id)).toEqual(ids.slice(10, 40))
    const name = ordering.replace('-', '')
    const keys = new Set(rows.map((row) => String(keyOf(row, name))))
    // The records have several keys and, except for ids, share some.
    expect(keys.size).toBeGreaterThan(2)
    expect(keys.size < rows.length).toBe(name !== 'id')
    if (name.startsWith('price')) expect(keys).toContain('null')
  })

  it('has the default ordering of the contract', async () => {
    const { results: given } = await test.get(`${path}?limit=100&ordering=${usual}`)
    const { results: left } = await test.get(`${path}?limit=100`)
    expect(left).toEqual(given)
  })

  it('has pages of the default size of the contract', async () => {
    const { results } = await test.get(path)
    expect(results).toHaveLength(DEFAULT_LIMIT)
  })
})

/** Full pages, and a last one with the rest. */
function sizes(count: number, limit: number): number[] {
  const pages = Math.ceil(count / limit)
  return Array.from({ length: pages }, (_, page) => Math.min(limit, count - page * limit))
}
