import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { ListName } from '../orderings.ts'
import { IS_PUBLIC } from '../place-queries.ts'

/** The rows of a list that have no ready row, or one with the wrong `is_public`. */
export async function selectWrongReadyRows(
  db: Kysely<Database>,
  list: ListName,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT listed.id
    FROM (SELECT id, ${sql.raw(IS_PUBLIC[list])} AS shown FROM ${sql.table(list)}) AS listed
    LEFT JOIN ${sql.table(`ready_${list}`)} AS ready USING (id)
    WHERE ready.is_public IS DISTINCT FROM listed.shown`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Gives each of these rows a ready row, if it still has none, and the right `is_public`. Needs the
 * list's lock: then nobody else changes what this depends on. Rows that somebody holds, who may be
 * waiting for that lock, are left out.
 * @returns how many were mended.
 */
export async function mendReadyRows(
  trx: Transaction<Database>,
  list: ListName,
  ids: readonly number[],
): Promise<number> {
  const [table, ready] = [sql.table(list), sql.table(`ready_${list}`)]
  const isPublic = sql.raw(IS_PUBLIC[list])
  const added = await sql`
    INSERT INTO ${ready} (id, is_public)
    SELECT id, ${isPublic} FROM ${table} AS listed
    WHERE id = ANY (${ids}::integer[])
      AND NOT EXISTS (SELECT FROM ${ready} AS ready WHERE ready.id = listed.id)
    FOR KEY SHARE SKIP LOCKED`.execute(trx)
  const mended = await sql`
    WITH wrong AS (
      SELECT ready.id, listed.shown FROM ${ready} AS ready
      JOIN (SELECT id, ${isPublic} AS shown FROM ${table}) AS listed ON listed.id = ready.id
      WHERE ready.id = ANY (${ids}::integer[]) AND ready.is_public <> listed.shown
      FOR NO KEY UPDATE OF ready SKIP LOCKED
    )
    UPDATE ${ready} AS ready SET is_public = wrong.shown, maker = NULL, digest = NULL,
      text = NULL, version = nextval('record_versions')
    FROM wrong WHERE wrong.id = ready.id`.execute(trx)
  return Number(added.numAffectedRows ?? 0) + Number(mended.numAffectedRows ?? 0)
}
