import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database, NamedTable } from '../database/tables.ts'
import type { Ordering } from './page.ts'

/** What a list of such a table is about. */
interface NamedRecords {
  readonly table: NamedTable
  /** Only records with this text in their name; all of them when undefined. */
  readonly name: string | undefined
}

/** The column behind each sort key of the contract. */
const SORT_COLUMNS = { name: 'name_sort_key', id: 'id' } as const

export type NameSortKey = keyof typeof SORT_COLUMNS

export async function countNamedRecords(
  db: Kysely<Database>,
  { table, name }: NamedRecords,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(nameHas(name))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of one page, read from the ordering's index alone. */
export async function selectNamedRecordIds(
  db: Kysely<Database>,
  { table, name }: NamedRecords,
  { key, descending }: Ordering<NameSortKey>,
  limit: number,
  offset: number,
): Promise<number[]> {
  const direction = descending ? 'desc' : 'asc'
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where(nameHas(name))
    .orderBy(SORT_COLUMNS[key], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Whether a name has this text somewhere, case and accents apart. Blanks count, at the ends of the
 * text too. A text of accents alone is in no name, or it would be in all of them.
 */
function nameHas(text: string | undefined): RawBuilder<boolean> {
  if (text === undefined) return sql`true`
  // Between stops, so that sort_key trims nothing; in a query of its own, so that it is run once.
  const key = sql`select nullif(substr(key, 2, length(key) - 2), '')
    from sort_key('.' || ${text}::text || '.') as key`
  return sql`strpos(name_sort_key, (${key})) > 0`
}
