import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { schemaText } from '../../../scripts/generate/schema-text.ts'
import { CODE, migrate } from '../../../src/database/migrate.ts'
import { checkOffsetIndex, isConsistent } from '../../../src/read-model/offset-index/check.ts'
import { SORT_ORDERS } from '../../../src/read-model/sort-orders.ts'
import { DOCUMENTS } from '../../../src/resources.ts'
import { addArtworks } from '../../read-model/offset-index/random-writes.ts'
import { makeShownRows } from '../../read-model/shown-rows.ts'
import { useDatabase } from '../../support/database.ts'

// schema/9-sort-orders.sql: a database gets what a new sort order needs.

const test = useDatabase()

beforeAll(async () => {
  await makeShownRows(test.db)
  await addArtworks(300)(test.db)
})

it.each(SORT_ORDERS.filter(({ key }) => key !== undefined))(
  'the sort order $name has an index, which a migration makes',
  async ({ table, column, id }) => {
    const { rows } = await sql<{ indexdef: string }>`
      SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ${table}`.execute(
      test.db,
    )
    const columns = new RegExp(`\\(${column}, ${id}\\).* WHERE is_public$`)
    expect(rows.filter(({ indexdef }) => columns.test(indexdef))).toHaveLength(1)
  },
)

it.each(['artworks.views_count', 'artworks.price_null', 'artworks.price_usd', 'events.end_time'])(
  'the sort order %s gets its segments',
  async (name) => {
    const before = await schemaText(test.db)
    await sql`DELETE FROM offset_anchors WHERE sort_order = ${name}`.execute(test.db)
    await sql`UPDATE schema_versions SET hash = 'before' WHERE name = ${CODE}`.execute(test.db)
    expect(await migrate(test.db)).toEqual([CODE])
    expect(await schemaText(test.db)).toBe(before)
    await addArtworks(100)(test.db)
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  },
)
