import { sql, type Kysely, type RawBuilder } from 'kysely'
import { memoizeByObject } from '../cache/memoize.ts'
import { anyOf, together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import type { SlugChoice } from '../writes/slug.ts'
import type { PictureTable } from './picture-resource.ts'
import type { NewPicture, StoredPicture } from './pictures.ts'
import type { BatchKind, RecordTable, StoredRecord } from './record-kind.ts'
import { insertStatement, updateStatement, type StatementText } from './record-statements.ts'

/** Locks the records of a condition until the end of the transaction, in the order of their ids. */
export async function lockRecords(
  trx: Kysely<Database>,
  { table, pictures, checkedColumns, lock }: RecordTable,
  condition: RawBuilder<boolean>,
): Promise<StoredRecord[]> {
  const columns = [
    'id',
    'updated_at',
    ...(pictures ? ['featured_image_id'] : []),
    ...checkedColumns,
  ]
  const rows = sql<StoredRecord>`
    SELECT ${sql.raw(columns.join(', '))} FROM ${sql.table(table)}
    WHERE ${condition} ORDER BY id FOR ${sql.raw(lock)}`
  if (pictures === undefined) return (await rows.execute(trx)).rows
  // A statement that waits for a lock does not see what the other transaction has inserted, such as a new picture.
  const [locked, found] = await together([
    rows.execute(trx),
    sql<{ picture: StoredPicture }>`
      SELECT to_jsonb(picture) AS picture FROM ${sql.table(pictures)} AS picture
      WHERE id IN
        (SELECT featured_image_id FROM ${sql.table(table)} WHERE ${condition})`.execute(trx),
  ])
  const stored = new Map(found.rows.map(({ picture }) => [picture.id, picture]))
  return locked.rows.map((row) => ({ ...row, picture: stored.get(row.featured_image_id ?? 0) }))
}

/** The record with an id, if the viewer may see it. */
export function isRecord(
  { table, isVisible }: RecordTable,
  id: number,
  viewer: Viewer,
): RawBuilder<boolean> {
  return sql`${sql.ref(`${table}.id`)} = ${id} AND ${isVisible(viewer)}`
}

/** The records with these external ids of these owners, pairwise. */
export function hasExternalId(
  { owner }: Pick<BatchKind<never, never, never>, 'owner'>,
  owners: readonly (string | number)[],
  externalIds: readonly string[],
): RawBuilder<boolean> {
  const type = sql.raw(owner === 'gallery_id' ? 'integer' : 'uuid')
  return sql`(${sql.ref(owner)}, external_id) IN (
    SELECT * FROM unnest(${owners}::${type}[], ${externalIds}::text[]))`
}

export function hasId({ table }: RecordTable, ids: readonly number[]): RawBuilder<boolean> {
  return sql`${sql.ref(`${table}.id`)} = ANY (${ids})`
}

/** A record to insert or update. Absent columns of a change, and absent references, stay as they are. */
export interface WriteLine {
  readonly id: number
  readonly columns: Readonly<Record<string, unknown>>
  readonly links: Readonly<Record<string, readonly number[] | undefined>>
  /** The new picture; without it the record has the picture `picture_id`. */
  readonly picture?: NewPicture | undefined
  readonly picture_id: number | null
  /** Whether a change that changes nothing is not written, so that the record keeps its ETag. */
  readonly skips_same?: boolean
}

/** Inserts records, their pictures and references in one statement. @returns the ids of those with a free slug. */
export function insertRecords(
  trx: Kysely<Database>,
  kind: RecordTable,
  lines: readonly (WriteLine & Partial<SlugChoice>)[],
): Promise<number[]> {
  return writtenIds(trx, insertText(kind), lines)
}

/**
 * Updates locked records, their pictures and references in one statement. A trigger increases `updated_at`, so no two
 * states of a record have the same ETag, even without a change.
 * @returns the ids of those that were written.
 */
export function updateRecords(
  trx: Kysely<Database>,
  kind: RecordTable,
  lines: readonly WriteLine[],
): Promise<number[]> {
  return writtenIds(trx, updateText(kind), lines)
}

const insertText = memoizeByObject(insertStatement)
const updateText = memoizeByObject(updateStatement)

async function writtenIds(
  trx: Kysely<Database>,
  [before, after]: StatementText,
  lines: readonly (WriteLine & Partial<SlugChoice>)[],
): Promise<number[]> {
  const json = JSON.stringify(
    lines.map(({ links, picture, ...line }) => ({
      ...line,
      ...links,
      picture: picture?.row,
      colors_of: picture?.colorsOf,
    })),
  )
  const { rows } = await sql<{ id: number }>`${sql.raw(before)}${json}${sql.raw(after)}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

export async function deleteRecords(
  trx: Kysely<Database>,
  { table }: RecordTable,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ANY (${ids})`.execute(trx)
}

/** The tables whose records show the pictures of a table. */
const USERS = {
  images: ['artists', 'galleries'],
  artwork_images: ['artworks'],
  event_images: ['events'],
  venue_images: ['venues'],
} as const satisfies Record<PictureTable, readonly (keyof Database)[]>

/** Deletes those of the pictures that no record uses. */
export async function deleteUnusedPictures(
  trx: Kysely<Database>,
  table: PictureTable,
  ids: readonly number[],
): Promise<void> {
  let unused = trx.deleteFrom(table as 'images').where('id', '=', anyOf(ids))
  for (const user of USERS[table]) {
    unused = unused.where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom(user)
            .select('id')
            .where('featured_image_id', '=', ref(`${table as 'images'}.id`)),
        ),
      ),
    )
  }
  await unused.execute()
}
