import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomSource } from '../../scripts/demo/random.ts'
import { finishBackgroundWork } from '../../scripts/finish-background-work.ts'
import { planForRanges, readCommitted } from '../../src/database/kysely.ts'
import type { Database } from '../../src/database/tables.ts'
import { deletePending, hasWork, selectPending } from '../../src/feed/feed-queries.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import type { Statement, Rows } from '../../src/database/statement.ts'
import {
  FIRST_SNAPSHOT,
  changesSince,
  changeLogSlice,
} from '../../src/changes/change-log-queries.ts'
import {
  openPipelinedConnection,
  type PipelinedConnection,
} from '../../src/read-model/batching/pipelined-connection.ts'
import { selectWindow } from '../../src/read-model/documents/document-queries.ts'
import { compactAll } from '../../src/read-model/offset-index/maintenance-task.ts'
import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'
import { conditionSql, filterOf, filterValues, type FilterValues } from '../../src/lists/filters.ts'
import { COUNTED_LISTS, LISTS, type List, type ListName } from '../../src/lists/list.ts'
import { hasMembers, MAX_MEMBERS } from '../../src/read-model/filter-conditions.ts'
import {
  leadingRowsOfFiltered,
  rowsOfFiltered,
  WALKED,
} from '../../src/read-model/filtered-queries.ts'
import { countFacets, facetPasses } from '../../src/read-model/facet-queries.ts'
import { rowById, rowsInRange, type DocumentOptions } from '../../src/read-model/page-queries.ts'
import { OffsetIndex, type RowRange } from '../../src/read-model/offset-index/offset-index.ts'
import { anchorsIn, anchorsStatement } from '../../src/read-model/offset-index/index-queries.ts'
import { selectRelatedIds } from '../bench/database/catalogue-queries.ts'
import { drawFilter, filterNames } from '../bench/filter-draws.ts'
import { PARENT_ID } from '../contract/document.ts'
import { URLS } from '../support/app.ts'
import { finish } from '../support/finish.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeParents } from '../support/make-parents.ts'
import { addArtworks, addEvents } from './offset-index/random-writes.ts'

// The cost of a page depends on its size alone. Each statement of a batch is planned as in a running service, and
// the rows that its plan reads are counted.

const ROWS = 3_000
/** Twice the rows of a segment: maintenance splits longer ones. */
const MAX_SEGMENT = 256
const LIMIT = 100
/** The title of one record in each list. */
const RARE = 'Zephyr Quicklime'
/** That of the parents of few records. */
const ID_OF_FEW = PARENT_ID + 1

const test = useDatabase()
let connection: PipelinedConnection

beforeAll(async () => {
  await makeArtwork(test.db, await makeParents(test.db, 'artworks'))
  await makeEvent(test.db, await makeParents(test.db, 'events'))
  await makeTag(test.db)
  await addArtworks(ROWS, true)(test.db)
  await makeArtwork(test.db, {
    ...(await makeParents(test.db, 'artworks', ID_OF_FEW)),
    title: RARE,
  })
  await addEvents(ROWS, true)(test.db)
  await makeEvent(test.db, { ...(await makeParents(test.db, 'events', ID_OF_FEW)), title: RARE })
  for (const list of ['artworks', 'events'] as const) {
    expect(await finish(compactAll(test.db, list))).toBe(true)
    await sql`VACUUM ANALYZE ${sql.table(list)}`.execute(test.db)
  }
  await sql`VACUUM ANALYZE artwork_prices`.execute(test.db)
  await finishBackgroundWork(test.url, new AbortController().signal, URLS)
  connection = await openPipelinedConnection(connectionTo(test.url))
})

afterAll(() => connection?.close())

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Scan Direction'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

async function execute(one: Statement): Promise<Rows> {
  const [rows = []] = await connection.send([one])
  return rows
}

const optionsFor = (list: ListName): DocumentOptions => ({
  urls: URLS,
  buildsMissing: false,
  spec: DOCUMENTS[list],
})

let statements = 0

/** Executes a text that is not prepared. */
function executeText(text: string): Promise<Rows> {
  statements += 1
  return execute({ name: `unnamed_${statements}`, text, values: [] })
}

/** Every node of the statement's generic plan. */
async function nodesOf({ text, values }: Statement): Promise<Plan[]> {
  const name = `plan_${statements}`
  await executeText(`PREPARE ${name} AS ${text}`)
  const given = values.map((value) => (value === null ? 'NULL' : `'${value as string}'`)).join(', ')
  const run = `EXECUTE ${name}${given === '' ? '' : `(${given})`}`
  const [row] = await executeText(`EXPLAIN (ANALYZE, FORMAT JSON) ${run}`)
  const [{ Plan: root }] = JSON.parse(String(row?.[0])) as [{ Plan: Plan }]
  return nodes(root)
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** The rows that a node has read in all its loops. */
const touched = (node: Plan): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

function expectIndexScansOnly(plan: readonly Plan[]): void {
  const types = plan.map((node) => node['Node Type'])
  expect(types.filter((type) => /Sort|Seq Scan|Bitmap|Hash|Merge Join/.test(type))).toEqual([])
}

/** The entries of the primary key of a table and its rows that scans have returned in the transaction. */
async function tuplesRead(trx: Transaction<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT sum(pg_stat_get_xact_tuples_returned(oid))::integer AS read FROM pg_class
    WHERE oid = ${table}::regclass OR relname = ${`${table}_pkey`}`.execute(trx)
  return rows[0]?.read ?? NaN
}

const INDEXES: Readonly<Record<string, string>> = {
  title_sort_key: 'artworks_by_title',
  price_usd: 'artwork_prices_by_usd',
}

async function indexOf(name: SortOrder): Promise<OffsetIndex> {
  return new OffsetIndex(anchorsIn(await execute(anchorsStatement(name))))
}

const SCANS = SORT_ORDERS.flatMap((sortOrder) =>
  [false, true].map((isBackwards) => ({ name: sortOrder.name, isBackwards, sortOrder })),
)

/** The first, the middle and the last of the pages that are read in this direction. */
function rangesOf(index: OffsetIndex, isBackwards: boolean): RowRange[] {
  expect(index.length).toBeGreaterThan(MAX_SEGMENT)
  const offsets = Array.from({ length: index.length - LIMIT + 1 }, (_, offset) => offset)
  const ranges = offsets
    .map((offset) => index.at(offset, LIMIT))
    .filter((range) => range.isBackwards === isBackwards)
  return [ranges[0], ranges[ranges.length >> 1], ranges.at(-1)] as RowRange[]
}

describe('a page', () => {
  it.each(SCANS)(
    'of $name, backwards: $isBackwards, is a short range scan of its index',
    async ({ sortOrder, isBackwards }) => {
      for (const place of rangesOf(await indexOf(sortOrder), isBackwards)) {
        const plan = await nodesOf(
          rowsInRange(
            { order: sortOrder, descending: isBackwards },
            place,
            optionsFor(sortOrder.list),
          ),
        )
        expectIndexScansOnly(plan)
        const index = INDEXES[sortOrder.column] ?? `${sortOrder.list}_by_${sortOrder.column}`
        const range = plan.find((node) => node['Index Name'] === index)
        expect(range).toMatchObject({
          'Node Type': 'Index Only Scan',
          'Scan Direction': isBackwards ? 'Backward' : 'Forward',
        })
        const condition = range?.['Index Cond'] ?? ''
        if (place.from !== undefined) {
          const sign = isBackwards ? '<' : '>='
          const id = index === INDEXES['price_usd'] ? 'artwork_id' : 'id'
          const start =
            sortOrder.key === undefined
              ? `(${id} ${sign} $`
              : `(ROW(${sortOrder.column}, ${id}) ${sign} ROW(`
          expect(condition).toContain(start)
        } else expect(isBackwards).toBe(true)
        if (sortOrder.rows === 'without key')
          expect(condition).toContain(`(${sortOrder.column} IS NULL)`)
        expect(touched(range!)).toBeLessThanOrEqual(place.skip + place.limit)
        expect(place.skip).toBeLessThan(MAX_SEGMENT / 2)
        const { table } = DOCUMENTS[sortOrder.list]
        const documents = plan.find((node) => node['Relation Name'] === table)
        expect(documents).toMatchObject({
          'Node Type': 'Index Scan',
          'Index Name': `${table}_pkey`,
          'Index Cond': expect.stringMatching(/^\(id = /) as string,
        })
        expect(touched(documents!)).toBe(LIMIT)
      }
    },
  )
})

/** Those that an index finds. */
const FILTERS = COUNTED_LISTS.flatMap((list) => {
  const { filters = {} }: List = LISTS[list]
  const plain = Object.keys(filters).filter((name) => !('of' in (filters[name] ?? {})))
  return plain
    .map((name) => ({ list, name, filter: filterOf(filters, name) }))
    .filter(({ filter }) => filter.index !== undefined)
})

/** For the filters whose value is not an id of a parent: values that no record, few and many records of the set-up pass. */
const FILTER_VALUES: Readonly<Record<string, readonly string[]>> = {
  ids: ['{}', `{${PARENT_ID},1,1}`],
  updated_after: ['infinity', '-infinity'],
  updated_before: ['-infinity', 'infinity'],
}

/** The rows that the plans of a page in each order read. */
async function rowsRead(list: ListName, filters: FilterValues): Promise<number[]> {
  const filtered = { list, filters, isLimited: true }
  const scans = SORT_ORDERS.filter((each) => each.list === list).map((order) => ({
    order,
    descending: true,
  }))
  const { ids } = filters
  const plan: Plan[] = []
  const orderOfIds = ids === undefined ? [] : [{ of: 'ids', value: ids } as const]
  for (const scan of [...scans, ...orderOfIds]) {
    const place = { limit: LIMIT, offset: 0, count: undefined }
    const page = rowsOfFiltered(scan, filtered, place, optionsFor(list))
    plan.push(...(await nodesOf(page)))
  }
  return plan.map(touched)
}

describe.each(FILTERS)('the list of $list by $name', ({ list, name, filter }) => {
  it('reads its own records only, and none when it has too many', async () => {
    const counts = new Set<string>()
    // Ids of the records of the set-up.
    for (const value of FILTER_VALUES[name] ?? ['{1}', '{2}', '{3}', `{${PARENT_ID}}`]) {
      const [row] = await execute({
        name: `members of ${list} by ${name}`,
        text: `SELECT count(*) FROM ${list} WHERE ${conditionSql(filter.sql, '$1')}`,
        values: [value],
      })
      const members = Number(row?.[0])
      counts.add(members > MAX_MEMBERS ? 'many' : members > 0 ? 'few' : 'none')
      const read = members > MAX_MEMBERS ? MAX_MEMBERS + 1 : members
      expect(Math.max(...(await rowsRead(list, { [name]: value })))).toBeLessThanOrEqual(read + 1)
    }
    const isMet = counts.has('few') || counts.has('many')
    expect(isMet, 'Let a record of beforeAll pass the filter with one of these values').toBe(true)
  })
})

const NOW = '2026-03-14T09:00:00Z'

/** The id of no record. */
const ABSENT = '{2000000000}'

/** The lists of which pages show the first records. */
const LEADING: readonly (readonly [ListName, FilterValues, string, boolean])[] = [
  ['artworks', { has_image: 'true' }, 'artworks.order_date', true],
  ['artworks', { gallery: `{${PARENT_ID}}` }, 'artworks.order_date', true],
  ['artworks', { artist: `{${PARENT_ID}}` }, 'artworks.order_date', true],
  ['artworks', { category: '{1}' }, 'artworks.order_date', true],
  ['artworks', { tag: `{${PARENT_ID}}` }, 'artworks.order_date', true],
  ...['gallery', 'artist', 'category', 'tag'].map(
    (name) => ['artworks', { [name]: ABSENT }, 'artworks.order_date', true] as const,
  ),
  ['events', { 'when current': NOW }, 'events.end_time', false],
  ['events', { 'when upcoming': NOW }, 'events.start_time', false],
  ['events', { 'when past': NOW }, 'events.end_time', true],
  ['events', { 'when past': NOW, venue: `{${PARENT_ID}}` }, 'events.end_time', true],
  ['events', { 'when past': NOW, category: '{1}' }, 'events.end_time', true],
  ...['venue', 'category'].map(
    (name) => ['events', { 'when past': NOW, [name]: ABSENT }, 'events.end_time', true] as const,
  ),
]

it.each(LEADING)('the first %s of %j read a bounded number of rows', async (...given) => {
  const [list, filters, order, descending] = given
  const sortOrder = SORT_ORDERS.find(({ name }) => name === order)
  if (sortOrder === undefined) throw new Error(`There is no order ${order}`)
  const scan = { order: sortOrder, descending }
  const plan = await nodesOf(leadingRowsOfFiltered(scan, { list, filters }, 8, optionsFor(list)))
  const bound = Math.max(WALKED + 8 * 8, MAX_MEMBERS + 1 + 8)
  for (const node of plan) {
    expect(touched(node), node['Node Type']).toBeLessThanOrEqual(bound)
  }
})

/** A value of the filter that a few records of the set-up pass. */
async function valueOfFew(list: ListName, name: string): Promise<string> {
  if (name === 'ids') return `{${PARENT_ID},1,2}`
  if (!name.startsWith('updated_')) return `{${ID_OF_FEW}}`
  const time = name === 'updated_after' ? 'max(updated_at)' : "min(updated_at) + interval '1 us'"
  const [row] = await executeText(`SELECT ${time} FROM ${list} WHERE is_public`)
  return String(row?.[0])
}

describe.each(FILTERS)('the list of $list by $name and another one', ({ list, name, filter }) => {
  it('reads its own records only', async () => {
    const value = await valueOfFew(list, name)
    const condition = conditionSql(filter.sql, `'${value}'`)
    const [row] = await executeText(`SELECT count(*) FROM ${list} WHERE ${condition}`)
    const members = Number(row?.[0])
    expect(members).toBeGreaterThan(0)
    const ids = {
      related: await selectRelatedIds(test.url),
      // With `ids`, those are the members: so few that the bound holds.
      records: { artworks: Int32Array.of(1), events: Int32Array.of(1) },
    }
    for (const other of filterNames(list)) {
      if (other === name) continue
      const query = drawFilter(list, other, randomSource(other)(0), ids)
      const others = filterValues(LISTS[list].filters ?? {}, { color_tolerance: 20, ...query })
      const filters = { ...others, [name]: value }
      // Other lists are scans.
      if (!hasMembers({ list, filters })) continue
      const read = await rowsRead(list, filters)
      expect(Math.max(...read), other).toBeLessThanOrEqual(members + 1)
    }
  })
})

describe.each(COUNTED_LISTS)('a search of the %s', (list) => {
  // The connection of batches has no bitmap scans, which an index of words needs.
  it.each(['zephyr', 'quick', '"zephyr quicklime"', 'zephry', 'nothing'])(
    'for %s reads no records but those that it finds',
    async (q) => {
      const readSoFar = {
        name: '',
        text: `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables WHERE relname = $1`,
        values: [list],
      }
      const search = { name: '', text: `SELECT ids FROM found_${list}($1)`, values: [q] }
      const [before, found, after] = await connection.send([readSoFar, search, readSoFar])
      expect(found?.[0]?.[0]).toMatch(q === 'nothing' ? /^{}$/ : /^{\d+}$/)
      // Each condition of a search finds them again.
      expect(Number(after?.[0]?.[0]) - Number(before?.[0]?.[0])).toBeLessThan(10)
    },
  )
})

/** Of the links of artworks, and of texts: by the table of the links, or of the artworks. */
const COUNTED_BY_TABLE = ['artist', 'tag', 'price', 'medium']

it('the other facets of artworks read the index of filters alone', async () => {
  const costs = ['seq_page_cost', 'random_page_cost']
  const reads: string[] = []
  try {
    // The plan is that of the fewest pages: those of an index with all columns.
    for (const cost of costs) await executeText(`SET ${cost} = 1000`)
    for (const pass of facetPasses('artworks', {})) {
      const name = pass.facets[0]?.name ?? ''
      if (COUNTED_BY_TABLE.includes(name)) continue
      for (const node of await nodesOf(countFacets(pass)))
        if (node['Relation Name'] === 'artworks')
          reads.push(`${name}: ${node['Node Type']} of ${node['Index Name']}`)
    }
  } finally {
    for (const cost of costs) await executeText(`RESET ${cost}`)
  }
  const passes = ['category', 'color', 'year']
  expect(reads).toEqual(passes.map((name) => `${name}: Index Only Scan of artworks_by_filters`))
})

describe.each(['artworks', 'events'] as const)('one of the %s', (list) => {
  it('is found by its id', async () => {
    const plan = await nodesOf(rowById(1, optionsFor(list)))
    expectIndexScansOnly(plan)
    for (const node of plan) expect(touched(node)).toBeLessThanOrEqual(1)
    const index = plan.find((node) => node['Index Name'] === `${DOCUMENTS[list].table}_pkey`)
    expect(index?.['Index Cond']).toMatch(/^\(id = /)
  })
})

describe.each(['artworks', 'events'] as const)('a search for missing documents of %s', (list) => {
  it.each([true, false])(
    'reads those of its window only, all of one format: %s',
    async (isComplete) => {
      const size = 10
      const { table } = DOCUMENTS[list]
      await readCommitted(test.db, async (trx) => {
        await planForRanges(trx)
        const format = { ...DOCUMENTS[list], urls: URLS }
        const { stale } = await selectWindow(
          trx,
          format,
          { revision: 1, isComplete },
          ROWS / 2,
          size,
        )
        expect(stale).toEqual([])
        const read = await tuplesRead(trx, table)
        // At most an entry of the index and its row for each record.
        expect(read).toBeGreaterThan(size / 2)
        expect(read).toBeLessThanOrEqual(2 * size)
      })
    },
  )
})

describe('the records that a feed is to read', () => {
  it('are found without reading the others, with a plan of an empty table, too', async () => {
    const size = 10
    await sql`DELETE FROM feed_pending`.execute(test.db)
    await sql`VACUUM feed_pending`.execute(test.db)
    await readCommitted(test.db, async (trx) => {
      // PostgreSQL keeps the plan of a statement from its sixth execution on.
      for (let n = 0; n < 6; n += 1) {
        await hasWork(trx, 'artworks')
        expect(await selectPending(trx, 'artworks', 0, size)).toEqual([])
      }
      await sql`INSERT INTO feed_pending SELECT 'artworks', id FROM generate_series(1, 20 * ${ROWS}::integer) AS id`.execute(
        trx,
      )
      const before = await tuplesRead(trx, 'feed_pending')
      expect(await hasWork(trx, 'artworks')).toBe(true)
      expect(await selectPending(trx, 'artworks', ROWS, size)).toHaveLength(size)
      expect((await tuplesRead(trx, 'feed_pending')) - before).toBeLessThanOrEqual(2 * (size + 1))
      await deletePending(trx, 'artworks', await selectPending(trx, 'artworks', 0, 20 * ROWS))
    })
  })
})

describe('change-log entries', () => {
  it('are read without reading the old ones', async () => {
    const { snapshot } = changeLogSlice(await execute(FIRST_SNAPSHOT), undefined)
    await sql`INSERT INTO change_log (xid, subject)
      SELECT (3 + number % 100)::text::xid8, 'tag' FROM generate_series(1, 20000) AS number`.execute(
      test.db,
    )
    await sql`ANALYZE change_log`.execute(test.db)
    await sql`UPDATE tags SET name = name`.execute(test.db)
    const plan = await nodesOf(changesSince({ ...snapshot, running: ['2000000'] }))
    expectIndexScansOnly(plan.filter((node) => node['Relation Name'] !== 'change_log_pruned'))
    const scans = plan.filter((node) => node['Relation Name'] === 'change_log')
    expect(scans.map((node) => node['Index Cond'])).toEqual([
      expect.stringMatching(/^\(xid >= \$1\)$/),
      expect.stringMatching(/^\(xid = ANY \(\$2\)\)$/),
    ])
    for (const scan of scans) {
      expect(scan['Index Name']).toBe('change_log_by_xid')
      expect(touched(scan)).toBeLessThan(20)
    }
  })
})

describe('the anchors', () => {
  it.each(SORT_ORDERS)('of $name are read from their indexes', async (sortOrder) => {
    const plan = await nodesOf(anchorsStatement(sortOrder))
    const anchors = plan.filter((node) => node['Relation Name'] === 'offset_anchors')
    for (const node of anchors) {
      expect(node['Index Cond']).toBeDefined()
      expect(touched(node)).toBeLessThan(200)
    }
    expect(anchors.length).toBeGreaterThan(0)
    const entries = plan.filter((node) => node['Relation Name'] === 'change_log')
    expect(entries.map((node) => node['Index Name'])).toEqual([
      'change_log_by_xid',
      'change_log_by_xid',
    ])
    for (const node of entries) expect(node['Index Cond']).toMatch(/xid/)
  })
})
