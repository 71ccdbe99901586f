import { sql } from 'kysely'
import type { RuleViolation } from '../database/errors.ts'
import { anyOf, type DatabaseReader } from '../database/kysely.ts'
import { NAMED_TABLES, type NamedTable } from '../database/tables.ts'

/** The fields of requests that name other records by their ids, with the tables of these records. */
type ReferenceFields<Fields> = { readonly [Field in keyof Fields]?: NamedTable }

/** A reference of a request to a record by its id. */
interface Reference {
  readonly pointer: string
  readonly table: NamedTable
  readonly id: number
}

/** The ids that exist, by table. */
export type KnownIds = ReadonlyMap<NamedTable, ReadonlySet<number>>

/** Looks up which of the records exist to which requests refer. One statement reads all tables. */
export async function loadReferences<Fields extends object>(
  db: DatabaseReader,
  declared: ReferenceFields<Fields>,
  requests: readonly Fields[],
): Promise<KnownIds> {
  const related = requests.flatMap((fields) => referencesOf(declared, fields))
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
export function unknownReferences<Fields extends object>(
  known: KnownIds,
  declared: ReferenceFields<Fields>,
  fields: Fields,
): RuleViolation[] {
  return referencesOf(declared, fields)
    .filter(({ table, id }) => known.get(table)?.has(id) !== true)
    .map(({ pointer, table, id }) => ({
      pointer,
      detail: `No ${NAMED_TABLES[table]} has the id ${id}.`,
    }))
}

function referencesOf<Fields extends object>(
  declared: ReferenceFields<Fields>,
  fields: Fields,
): Reference[] {
  return Object.entries<NamedTable>(declared as Record<string, NamedTable>).flatMap(
    ([name, table]) => {
      const value = (fields as Readonly<Record<string, number | readonly number[]>>)[name]
      if (typeof value === 'number') return { pointer: `/${name}`, table, id: value }
      return (value ?? []).map((id, at) => ({ pointer: `/${name}/${at}`, table, id }))
    },
  )
}
