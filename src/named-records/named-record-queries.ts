import { sql, type Insertable, type Kysely, type Updateable } from 'kysely'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import { isVisibleArtwork, isVisibleEvent, type Viewer } from '../database/visibility.ts'
import type { SlugChoice } from '../writes/slug.ts'

/** The columns of a new record, but for its slug and picture. An imported file can name its id. */
export type NewRow<Table extends NamedTable> = Omit<
  Insertable<Database[Table]>,
  'id' | 'slug' | 'featured_image_id'
> & { readonly id?: number; readonly name: string }

export type ChangedRow<Table extends NamedTable> = Omit<
  Updateable<Database[Table]>,
  'slug' | 'featured_image_id'
>

/** The tables differ in their columns, which the callers' types have. One of them stands for all. */
type AnyTable = 'venues'

/**
 * Inserts a record, unless its slug is taken. A name that must be unique and is not causes an error (RULES).
 * @param choice undefined for a table without slugs.
 */
export async function insertNamedRow(
  trx: Kysely<Database>,
  table: NamedTable,
  row: Readonly<Record<string, unknown>>,
  choice: SlugChoice | undefined,
): Promise<void> {
  const insert = trx.insertInto(table as AnyTable)
  if (choice === undefined) {
    await insert.values(row as never).execute()
    return
  }
  const { slug, spare_slug } = choice
  const free = sql<string>`coalesce(
    (SELECT ${spare_slug}::text FROM ${sql.table(table)} AS stored WHERE stored.slug = ${slug}::text), ${slug}::text)`
  await insert
    .values({ ...row, slug: free } as never)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

/** Tables whose rows count for the user who stored them; the others have only records of `admin`. */
type CountedTable = Exclude<NamedTable, 'artwork_categories' | 'event_categories'>

export function isCounted(table: NamedTable): table is CountedTable {
  return table !== 'artwork_categories' && table !== 'event_categories'
}

/** The rows of a table that count for the user of the transaction, `most` at most; 0 for a transaction of the operator. */
export async function countStoredRows(
  db: DatabaseReader,
  table: CountedTable,
  most: number,
): Promise<number> {
  const user = sql<string>`nullif(current_setting('storage.user_id', true), '')::uuid`
  const rows = db.selectFrom(table).select('id').where('stored_by', '=', user).limit(most)
  const { count } = await db
    .selectFrom(rows.as('stored'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A record whose row is locked until the end of the transaction. */
export interface LockedRow {
  readonly id: number
  /** In the format of PostgreSQL. */
  readonly updated_at: string
  readonly name: string
}

/**
 * `no key update` does not wait for transactions that refer to the row, which a batch can prolong. It suffices for a
 * change: a document that has the name of the row is stored only under a lock of the row (schema/6-documents.sql).
 * A deletion takes `update`, under which no other record can begin to refer to the row.
 */
type RowLock = 'update' | 'no key update'

export function lockNamedRow(
  trx: Kysely<Database>,
  table: NamedTable,
  id: number,
  lock: RowLock,
): Promise<LockedRow | undefined> {
  const row = trx
    .selectFrom(table as AnyTable)
    .select(['id', 'updated_at', 'name'])
    .where('id', '=', id)
  return (lock === 'update' ? row.forUpdate() : row.forNoKeyUpdate()).executeTakeFirst()
}

/** A trigger increases `updated_at`, so no two states of a record have the same ETag, even without a change. */
export async function updateNamedRow(
  trx: Kysely<Database>,
  table: NamedTable,
  id: number,
  columns: object,
): Promise<void> {
  await trx
    .updateTable(table as AnyTable)
    .set({ ...columns, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function deleteNamedRow(
  trx: Kysely<Database>,
  table: NamedTable,
  id: number,
): Promise<void> {
  await trx.deleteFrom(table).where('id', '=', id).execute()
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

const IS_VISIBLE = {
  artwork: isVisibleArtwork,
  event: isVisibleEvent,
  venue: () => sql<boolean>`true`,
} as const

/** The records that refer to a row of each table: their noun, and their rows. */
const REFERRERS: Readonly<
  Record<NamedTable, readonly (readonly [noun: keyof typeof IS_VISIBLE, from: string])[]>
> = {
  artists: [
    ['artwork', 'artworks JOIN artwork_artists ON artwork_id = artworks.id WHERE artist_id ='],
  ],
  artwork_categories: [['artwork', 'artworks WHERE category_id =']],
  event_categories: [['event', 'events WHERE category_id =']],
  galleries: [
    ['artwork', 'artworks WHERE gallery_id ='],
    ['venue', 'venues WHERE gallery_id ='],
  ],
  tags: [['artwork', 'artworks JOIN artwork_tags ON artwork_id = artworks.id WHERE tag_id =']],
  venues: [['event', 'events WHERE venue_id =']],
}

/** The kinds of records that refer to a row, also those of which `viewer` may see none. */
export async function selectReferrers(
  db: DatabaseReader,
  table: NamedTable,
  id: number,
  viewer: Viewer,
): Promise<Referrers[]> {
  const parts = REFERRERS[table].map(([noun, from]) => {
    const isVisible = sql`FILTER (WHERE ${IS_VISIBLE[noun](viewer)})`
    return sql`
      SELECT ${noun}::text AS noun, count(*) ${isVisible}::integer AS count, coalesce(
        (array_agg(id ORDER BY id) ${isVisible})[1:${sql.lit(MAX_EXAMPLES)}], '{}') AS examples
      FROM ${sql.raw(from)} ${id} HAVING count(*) > 0`
  })
  const rows = await selectRows(db)<Referrers>`${sql.join(parts, sql` UNION ALL `)}`
  return rows
}
