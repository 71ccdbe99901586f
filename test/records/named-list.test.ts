import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LISTS, parseOrdering } from '../../src/lists/list.ts'
import { countScanned, selectScannedIds } from '../../src/lists/scan-queries.ts'
import { nameContains } from '../../src/records/named-list.ts'
import { document, NAMED_LISTS } from '../contract/document.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { explain } from '../support/explain.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'
import { makeNamedCatalogue, NAMED_RECORDS } from '../lists/catalogue.ts'

const test = useDatabase()
let recorded: RecordedDatabase
const orderings = document.components.schemas['NameOrdering']
  ?.enum as `${'-' | ''}${'id' | 'name'}`[]

beforeAll(async () => {
  await makeNamedCatalogue(test.db)
  for (const { table } of NAMED_LISTS)
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(test.db)
  recorded = recordDatabase(test.url)
})

afterAll(() => recorded?.db.destroy())

describe.each(NAMED_LISTS)('the queries of $id', ({ path, table }) => {
  const scanOf = (name?: string) => ({ list: LISTS[table], where: nameContains(name) })
  const planOf = (ordering: (typeof orderings)[number], name?: string) =>
    explain(test.url, (db) =>
      selectScannedIds(db, scanOf(name), parseOrdering(ordering), { limit: 18, offset: 0 }),
    )

  it.each(orderings)('order by %s with an index-only scan, without sorting', async (ordering) => {
    const plan = await planOf(ordering)
    const toDo = `Let a migration make an index of ${table} on (name_sort_key, id), as that of tags`
    expect(plan, toDo).toContain('Index Only Scan')
    expect(plan).not.toContain('Sort')
    expect(plan).not.toContain('Filter')
  })

  it.each(['name', '-name'] as const)(
    'filter in the index, ordered by %s, without sorting',
    async (ordering) => {
      const plan = await planOf(ordering, 'nord')
      expect(plan).toContain('Index Only Scan')
      expect(plan).not.toContain('Sort')
    },
  )

  it('fold the text of the filter once, not for each row', async () => {
    const plan = await explain(test.url, (db) => countScanned(db, scanOf('nord')))
    expect(plan).toContain('Index Only Scan')
    expect(plan).toContain('InitPlan')
    expect(plan).toMatch(/Filter: \(strpos\(name_sort_key, [^()]*\(InitPlan [^()]*\)[^()]*\) > 0\)/)
  })

  it.each([1, 18, 100])('are three for %d records, in one snapshot', async (limit) => {
    const app = await testApp(recorded)
    recorded.statements.length = 0
    const response = await send(app, { path: `${path}?limit=${limit}` })
    await app.close()
    expect(response.json()['results']).toHaveLength(Math.min(limit, NAMED_RECORDS))
    const [begin, ...others] = recorded.statements
    expect(begin).toMatch(/repeatable read.*read only/)
    expect(others.map((text) => text.split(' ', 2).join(' '))).toEqual([
      'select "id"',
      'select count(*)',
      'select *',
      'commit',
    ])
  })
})
