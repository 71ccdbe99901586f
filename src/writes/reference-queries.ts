import { sql } from 'kysely'
import { anyOf, type DatabaseReader } from '../database/kysely.ts'
import type { NamedTable } from '../database/tables.ts'

/** The ids of `wanted` that exist, by table. One statement reads all tables. */
export async function selectKnownIds(
  db: DatabaseReader,
  wanted: ReadonlyMap<NamedTable, ReadonlySet<number>>,
): Promise<Map<NamedTable, Set<number>>> {
  const known = new Map([...wanted.keys()].map((table) => [table, new Set<number>()]))
  const [first, ...others] = [...wanted].map(([table, ids]) => knownOf(db, table, [...ids]))
  if (first === undefined) return known
  const query = others.reduce((all, one) => all.unionAll(one), first)
  for (const { table, id } of await query.execute()) known.get(table)?.add(id)
  return known
}

function knownOf(db: DatabaseReader, table: NamedTable, ids: readonly number[]) {
  return db
    .selectFrom(table)
    .select([sql.lit(table).as('table'), 'id'])
    .where('id', '=', anyOf(ids))
}
