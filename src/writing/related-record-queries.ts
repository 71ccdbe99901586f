import type { Kysely } from 'kysely'
import { anyOf } from '../database/any-of.ts'
import type { Database, NamedTable } from '../database/tables.ts'

/** Those of `ids` that are there, in no order. */
export async function selectKnownIds(
  db: Kysely<Database>,
  table: NamedTable,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db.selectFrom(table).select('id').where('id', '=', anyOf(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}
