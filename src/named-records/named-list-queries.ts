import { sql, type RawBuilder } from 'kysely'
import type { DatabaseReader } from '../database/kysely.ts'
import type { NamedTable } from '../database/tables.ts'
import type { Ordering } from '../lists/page.ts'

/** The records of a list: a table, and optionally a text in their names. */
interface NamedRecords {
  readonly table: NamedTable
  /** Only records with this text in their name; all of them when undefined. */
  readonly name: string | undefined
}

/** The column behind each sort key of the contract. */
const SORT_COLUMNS = { name: 'name_sort_key', id: 'id' } as const

export type NameSortKey = keyof typeof SORT_COLUMNS

export async function countNamedRecords(
  db: DatabaseReader,
  { table, name }: NamedRecords,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(nameContains(name))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of one page, read in the order of an index. */
export async function selectNamedRecordIds(
  db: DatabaseReader,
  { table, name }: NamedRecords,
  { key, descending }: Ordering<NameSortKey>,
  limit: number,
  offset: number,
): Promise<number[]> {
  const direction = descending ? 'desc' : 'asc'
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where(nameContains(name))
    .orderBy(SORT_COLUMNS[key], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Whether a name contains this text, ignoring case and accents. Blanks are significant, also at the ends of the
 * text. A text of nothing but accents has an empty key, which all names would contain; it matches none.
 */
function nameContains(text: string | undefined): RawBuilder<boolean> {
  if (text === undefined) return sql`true`
  // Full stops around the text keep sort_key from trimming it. A subquery runs sort_key once, not once per row.
  const key = sql`select nullif(substr(key, 2, length(key) - 2), '')
    from sort_key('.' || ${text}::text || '.') as key`
  return sql`strpos(name_sort_key, (${key})) > 0`
}
