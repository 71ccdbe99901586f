import { sql, type Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** Lets the ids of new rows follow `last`, when a row gets this id by name. 0 changes nothing. */
export async function skipIds(db: Kysely<Database>, table: string, last: number): Promise<void> {
  if (last === 0) return
  const sequence = `${table}_id_seq`
  await sql`SELECT setval(${sequence}::regclass, ${last}::integer)
    FROM ${sql.table(sequence)} WHERE last_value < ${last}::integer`.execute(db)
}

/** Free ids for new rows of a table. */
export async function allocateIds(
  db: Kysely<Database>,
  table: keyof Database,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(${`${table}_id_seq`}::regclass)::integer AS id FROM generate_series(1, ${count}::integer)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
