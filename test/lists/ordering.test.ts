import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPath, NAMED_LISTS, operations, resolve, type Operation } from '../contract/document.ts'
import { testApp, useService } from '../support/app.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'
import { makeArtworkCatalogue, makeEventCatalogue, makeNamedCatalogue } from './catalogue.ts'

// The order is a function of the records: it is computed here again and compared. The keys that are not in
// an artwork are read from the table; PostgreSQL folds titles and names.

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
  const { rows: databases } = await sql<{
    name: string
  }>`SELECT current_database() AS name`.execute(test.db)
  for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
    await sql.raw(`ALTER DATABASE ${databases[0]?.name} SET enable_${way} = off`).execute(test.db)
  }
  withoutIndexes = recordDatabase(test.url)
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

// A sparse list has the order of its list (sparse-lists.test.ts).
const isOrdered = ({ id, parameters }: Operation) =>
  !id.startsWith('listSparse') && parameters.some(({ name }) => name === 'ordering')

describe.each(operations.filter(isOrdered))('$id', (operation) => {
  const parameter = operation.parameters.find(({ name }) => name === 'ordering')
  // The order of a search is in search.test.ts.
  const all = resolve(parameter?.schema ?? {}).enum as string[]
  const orderings = all.filter((ordering) => ordering !== '-relevance')

  it.each(orderings)('is sorted by %s', async (ordering) => {
    const page = await test.get(`${listPath(operation)}?limit=100&ordering=${ordering}`)
    const rows = page['results'] as Row[]
    expect(rows.length, 'Make more in test/lists/catalogue.ts.').toBeGreaterThan(60)
    const ids = sorted(rows, ordering).map(({ id }) => id)
    expect(rows.map(({ id }) => id)).toEqual(ids)
    const slow = await send(slowApp, {
      path: `${listPath(operation)}?limit=30&offset=10&ordering=${ordering}`,
    })
    expect((slow.json()['results'] as Row[]).map(({ id }) => id)).toEqual(ids.slice(10, 40))
    const name = ordering.replace('-', '')
    const keys = new Set(rows.map((row) => String(keyOf(row, name))))
    // The records have several keys and, except for ids, share some.
    expect(keys.size).toBeGreaterThan(2)
    expect(keys.size < rows.length).toBe(name !== 'id')
    if (name.startsWith('price')) expect(keys).toContain('null')
  })
})
