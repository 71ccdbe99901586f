import { sql, type Kysely } from 'kysely'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import { idArray } from '../lists/filters.ts'
import { isVisibleArtwork, isVisibleEvent, type Viewer } from '../database/visibility.ts'

/** The rows of a table that count for the user of the transaction, `most` at most; 0 for a transaction of the operator. */
export async function countStoredRows(
  db: DatabaseReader,
  table: NamedTable,
  most: number,
): Promise<number> {
  const user = sql<string>`nullif(current_setting('storage.user_id', true), '')::uuid`
  const rows = db
    .selectFrom(table as 'tags')
    .select('id')
    .where('stored_by', '=', user)
    .limit(most)
  const { count } = await db
    .selectFrom(rows.as('stored'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a record, so that no other record can begin to refer to it. */
export async function lockNamedRow(
  trx: Kysely<Database>,
  table: NamedTable,
  id: number,
): Promise<void> {
  await trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
}

/** So that a transaction with many names has few locks. */
const NAME_LOCKS = 64

/** Keeps other transactions from storing an equal name until the end of this one. */
export async function lockName(
  trx: Kysely<Database>,
  table: NamedTable,
  name: string,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${table}),
    mod(hashtext(name_search_key(${name})), ${sql.lit(NAME_LOCKS)}))`.execute(trx)
}

/** The records whose names can be equal to a name: they differ in case, accents and invisible characters only. */
export async function selectSimilarNames(
  db: DatabaseReader,
  table: NamedTable,
  name: string,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom(table)
    .select(['id', 'name'])
    .where(sql<boolean>`name_search_key(name) = name_search_key(${name})`)
    .execute()
}

/** By name, the names of the records with these ids and of the `first` ones. @param ids with commas between them. */
export async function selectNames(
  db: DatabaseReader,
  table: NamedTable,
  ids: string,
  first = 0,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom(table)
    .select(['id', 'name'])
    .where(
      sql<boolean>`id = ANY (${idArray(ids)}::integer[])
        OR id = ANY (ARRAY(SELECT id FROM ${sql.table(table)} ORDER BY name_sort_key, id LIMIT ${first}))`,
    )
    .orderBy('name_sort_key')
    .orderBy('id')
    .execute()
}

const IS_VISIBLE = {
  artwork: isVisibleArtwork,
  event: isVisibleEvent,
  venue: () => sql<boolean>`true`,
} as const

/** The records of one kind that refer to a record: their noun, and SQL of their rows up to the id of the record. */
export type ReferrerRows = readonly [noun: keyof typeof IS_VISIBLE, from: string]

/** The records of one kind that refer to a record. */
export interface Referrers {
  /** In the singular. */
  readonly noun: string
  /** Of those that the sender may see. */
  readonly count: number
  /** The ids of the first that the sender may see. */
  readonly examples: readonly number[]
}

const MAX_EXAMPLES = 3

/** The kinds of records that refer to a row, also those of which `viewer` may see none. */
export async function selectReferrers(
  db: DatabaseReader,
  referrers: readonly ReferrerRows[],
  id: number,
  viewer: Viewer,
): Promise<Referrers[]> {
  if (referrers.length === 0) return []
  const parts = referrers.map(([noun, from]) => {
    const isVisible = sql`FILTER (WHERE ${IS_VISIBLE[noun](viewer)})`
    return sql`
      SELECT ${noun}::text AS noun, count(*) ${isVisible}::integer AS count, coalesce(
        (array_agg(id ORDER BY id) ${isVisible})[1:${sql.lit(MAX_EXAMPLES)}], '{}') AS examples
      FROM ${sql.raw(from)} ${id} HAVING count(*) > 0`
  })
  return selectRows(db)<Referrers>`${sql.join(parts, sql` UNION ALL `)}`
}
