import { sql } from 'kysely'
import type { RuleViolation } from '../database/errors.ts'
import { anyOf, type DatabaseReader } from '../database/kysely.ts'
import type { NamedTable } from '../database/tables.ts'

/** A reference of a request to a record by its id. */
export interface Reference {
  readonly pointer: string
  readonly table: NamedTable
  readonly id: number
}

const NOUNS: Readonly<Record<NamedTable, string>> = {
  artists: 'artist',
  artwork_categories: 'artwork category',
  event_categories: 'event category',
  galleries: 'gallery',
  tags: 'tag',
  venues: 'venue',
}

/** The ids that exist, by table. */
export type KnownIds = ReadonlyMap<NamedTable, ReadonlySet<number>>

/** Looks up which of the referenced records exist. One statement reads all tables. */
export async function loadReferences(
  db: DatabaseReader,
  related: readonly Reference[],
): Promise<KnownIds> {
  const known = new Map<NamedTable, Set<number>>()
  const [first, ...others] = [...new Set(related.map(({ table }) => table))].map((table) => {
    known.set(table, new Set())
    const ids = related.filter((each) => each.table === table).map(({ id }) => id)
    return knownOf(db, table, [...new Set(ids)])
  })
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

/** A violation for each referenced record that does not exist. A foreign key covers concurrent deletes. */
export function unknownReferences(known: KnownIds, related: readonly Reference[]): RuleViolation[] {
  return related
    .filter(({ table, id }) => known.get(table)?.has(id) !== true)
    .map(({ pointer, table, id }) => ({ pointer, detail: `No ${NOUNS[table]} has the id ${id}.` }))
}
