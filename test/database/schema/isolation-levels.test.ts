import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkOffsetIndex, isConsistent } from '../../../src/read-model/offset-index/check.ts'
import { makeShownRows, SHOWN_ROWS } from '../../read-model/shown-rows.ts'
import { useDatabase } from '../../support/database.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { DOCUMENTS } from '../../../src/resources.ts'

const test = useDatabase()
const TABLES = [...new Set(Object.values(SHOWN_ROWS).map(({ table }) => table))]

beforeAll(async () => {
  await makeShownRows(test.db)
  await makeArtwork(test.db)
})

/** An update that changes no value. */
async function updateOf(table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum = 1`.execute(test.db)
  return `UPDATE ${table} SET ${rows[0]?.name} = ${rows[0]?.name}`
}

// Triggers select the records that a change affects, which an old snapshot does not show. No client truncates prices.
describe.each(['repeatable read', 'serializable'] as const)('a %s transaction', (level) => {
  it.each(TABLES)('cannot change or truncate %s', async (table) => {
    const truncation = table === 'artwork_prices' ? [] : [`TRUNCATE ${table} CASCADE`]
    for (const statement of [await updateOf(table), ...truncation]) {
      const changed = test.db
        .transaction()
        .setIsolationLevel(level)
        .execute((trx) => sql.raw(statement).execute(trx))
      await expect(changed, statement).rejects.toMatchObject({
        code: '0A000',
        message: `The catalogue cannot be changed in a transaction that is ${level}`,
        hint: 'Let the transaction be READ COMMITTED.',
      })
    }
  })
})

it('rows that are deleted before an earlier TRUNCATE ends are subtracted once', async () => {
  await test.db.transaction().execute(async (trx) => {
    await sql`SELECT count(*) FROM artworks`.execute(trx)
    await sql`DELETE FROM artworks WHERE id = (SELECT min(id) FROM artworks)`.execute(test.db)
    await sql`TRUNCATE artworks CASCADE`.execute(trx)
  })
  expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
})
