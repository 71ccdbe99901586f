import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { pruneChangeLog } from '../../src/changes/change-log-queries.ts'
import { useDatabase } from '../support/database.ts'
import { makeTag } from '../support/make-tag.ts'

const test = useDatabase()

const NOTHING_READ = '1:1:'
/** After all transactions of the server, so that those of other tests do not matter. */
const ALL_READ = '9999999999999:9999999999999:'

it('entries of the change log stay until each position in the database has passed them', async () => {
  const { rows: positions } = await sql<{ table: string; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = current_schema() AND udt_name = 'pg_snapshot'`.execute(test.db)
  const isKept = async (old?: (typeof positions)[number]): Promise<boolean> => {
    await makeTag(test.db)
    await sql`UPDATE change_log SET recorded_at = '2024-01-01'`.execute(test.db)
    for (const position of positions) {
      const [table, column] = [sql.table(position.table), sql.ref(position.column)]
      const value = position === old ? NOTHING_READ : ALL_READ
      await sql`UPDATE ${table} SET ${column} = ${value}::pg_snapshot`.execute(test.db)
    }
    await pruneChangeLog(test.db)
    const { rows } = await sql`SELECT FROM change_log`.execute(test.db)
    return rows.length > 0
  }
  expect(await isKept()).toBe(false)
  for (const position of positions) {
    const name = `${position.table}.${position.column}`
    const toDo = `Name ${name} in STORED_POSITIONS (src/changes/change-log-queries.ts)`
    expect(await isKept(position), toDo).toBe(true)
  }
})
