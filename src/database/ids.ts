import { sql, type Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** More ids than other transactions can draw while one statement reads the sequence and moves it. */
const MARGIN = 1_000

/**
 * Lets the ids of new rows follow `last`, before a row gets this id by name. 0 changes nothing. A rollback does not undo
 * it. The lock of the import of a kind keeps out a second call for the same table.
 */
export async function skipIds(db: Kysely<Database>, table: string, last: number): Promise<void> {
  if (last === 0) return
  const sequence = `${table}_id_seq`
  const near = last - MARGIN
  await sql`SELECT setval(${sequence}::regclass, ${near}::integer)
    FROM ${sql.table(sequence)} WHERE last_value < ${near}::integer`.execute(db)
  // setval could take back ids that others have drawn meanwhile; nextval cannot.
  await sql`SELECT count(nextval(${sequence}::regclass)) FROM ${sql.table(sequence)},
    generate_series(last_value + is_called::integer, ${last}::integer)`.execute(db)
}

/** Free ids for new rows of a table. */
export async function allocateIds(
  db: Kysely<Database>,
  table: keyof Database,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(${`${table}_id_seq`}::regclass)::integer AS id
    FROM generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ id }) => id)
}
