import { sql, type Kysely, type RawBuilder } from 'kysely'
import { selectRows, type DatabaseReader } from '../../src/database/kysely.ts'
import type { Database } from '../../src/database/tables.ts'
import type { FileKindName } from './file-kinds.ts'

/** A stored record: its columns, and the fields of a request body that are no columns. */
export interface StoredRow {
  readonly id: number
  readonly external_id?: string | null
  readonly author?: string
  /** Null for none and for the placeholder. */
  readonly picture: Readonly<Record<string, string | null>> | null
  readonly [column: string]: unknown
}

const PLACE = sql`'country', coalesce(country_code, ''),
  'geolocation', coalesce(trim_scale(latitude) || ',' || trim_scale(longitude), '')`

/** The source of the records of each kind, and the fields that are no columns. */
const SOURCES: Readonly<
  Record<FileKindName, { from: RawBuilder<unknown>; fields: RawBuilder<unknown> }>
> = {
  artworks: {
    from: sql`artworks AS record LEFT JOIN artwork_images AS picture
      ON picture.id = featured_image_id AND featured_image_id <> 1`,
    fields: sql`'artists', ARRAY(SELECT artist_id FROM artwork_artists WHERE artwork_id = record.id ORDER BY position),
      'tags', ARRAY(SELECT tag_id FROM artwork_tags WHERE artwork_id = record.id ORDER BY tag_id),
      'picture_url', picture.full_size`,
  },
  events: {
    from: sql`events AS record JOIN users ON users.id = author_id LEFT JOIN event_images AS picture
      ON picture.id = featured_image_id AND featured_image_id <> 1`,
    fields: sql`'author', username, ${PLACE}, 'picture_url', picture.full_size`,
  },
  galleries: {
    from: sql`galleries AS record JOIN users ON users.id = owner_id
      LEFT JOIN images AS picture ON picture.id = featured_image_id`,
    fields: sql`'owner', username, 'picture_url', picture.image`,
  },
  artists: {
    from: sql`artists AS record LEFT JOIN images AS picture ON picture.id = featured_image_id`,
    fields: sql`'picture_url', picture.image`,
  },
  venues: {
    from: sql`venues AS record LEFT JOIN venue_images AS picture ON picture.id = featured_image_id`,
    fields: sql`${PLACE}, 'picture_url', picture.full_size`,
  },
  tags: {
    from: sql`tags AS record LEFT JOIN images AS picture ON false`,
    fields: sql`'picture_url', NULL`,
  },
}

/** The records that a condition on `record` selects, in the order of their ids. */
async function selectStored(
  db: DatabaseReader,
  kind: FileKindName,
  condition: RawBuilder<unknown>,
): Promise<StoredRow[]> {
  const { from, fields } = SOURCES[kind]
  const rows = await selectRows(db)<{ row: string }>`
    SELECT (to_jsonb(record) || jsonb_build_object(${fields}, 'picture', CASE WHEN picture.id IS NOT NULL THEN
      jsonb_build_object('caption', picture.caption, 'alt_text', alt_text, 'description', picture.description) END))::text AS row
    FROM ${from} WHERE ${condition}`
  return rows.map(({ row }) => JSON.parse(row) as StoredRow)
}

/** The next records after an id. */
export function selectRowsAfter(
  db: DatabaseReader,
  kind: FileKindName,
  id: number,
  limit: number,
): Promise<StoredRow[]> {
  return selectStored(db, kind, sql`record.id > ${id} ORDER BY record.id LIMIT ${limit}`)
}

/** The records with one of the ids, and those whose name may have one of the keys of names. */
export function selectRowsOf(
  db: DatabaseReader,
  kind: FileKindName,
  ids: readonly number[],
  nameKeys: readonly string[],
): Promise<StoredRow[]> {
  const named = sql.table(kind)
  // A sort key has an index, but also those of invisible characters, which only other names than ASCII can have.
  return selectStored(
    db,
    kind,
    sql`record.id IN (SELECT unnest(${ids}::integer[])
      UNION SELECT named.id FROM unnest(${nameKeys}::text[]) AS given(key)
        JOIN ${named} AS named ON named.name_sort_key = sort_key(given.key)
      UNION SELECT named.id FROM ${named} AS named WHERE octet_length(named.name) > length(named.name)
        AND name_search_key(named.name) IN (SELECT sort_key(key) FROM unnest(${nameKeys}::text[]) AS given(key)))
      ORDER BY record.id`,
  )
}

export async function countRows(db: DatabaseReader, kind: FileKindName): Promise<number> {
  const rows = await selectRows(db)<{
    count: number
  }>`SELECT count(*)::integer AS count FROM ${sql.table(kind)}`
  return rows[0]?.count ?? 0
}

/** How many records the public sees, and how many not, by the first reason. */
export interface VisibilityCounts {
  public: number
  draft: number
  archived: number
  inactive: number
}

/** All records with a name are public. */
export async function countVisible(
  db: DatabaseReader,
  kind: FileKindName,
  ids: readonly number[],
): Promise<VisibilityCounts> {
  const isListing = kind === 'artworks' || kind === 'events'
  if (!isListing) return { public: ids.length, draft: 0, archived: 0, inactive: 0 }
  const [counts] = await selectRows(db)<VisibilityCounts>`
    SELECT count(*) FILTER (WHERE is_public)::integer AS public,
      count(*) FILTER (WHERE publish_status = 'draft')::integer AS draft,
      count(*) FILTER (WHERE publish_status = 'archived')::integer AS archived,
      count(*) FILTER (WHERE publish_status = 'published' AND NOT is_public)::integer AS inactive
    FROM ${sql.table(kind)} WHERE id = ANY(${ids}::integer[])`
  if (counts === undefined) throw new Error('A count has no row')
  return counts
}

/** First half of the key of an import's advisory lock; the second half names the source. */
const LOCK_SPACE = 5_432_019

/** Locks the source for this session; false when another session holds the lock. */
export async function tryLockSource(session: Kysely<Database>, source: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_lock(${LOCK_SPACE}, hashtext(${source})) AS locked`.execute(session)
  return rows[0]?.locked === true
}

export async function unlockSource(session: Kysely<Database>, source: string): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${LOCK_SPACE}, hashtext(${source}))`.execute(session)
}

/** Runs `work` so that its failure undoes it alone and not the whole transaction. */
export async function withSavepoint<Result>(
  trx: Kysely<Database>,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`SAVEPOINT part`.execute(trx)
  try {
    const result = await work()
    await sql`RELEASE SAVEPOINT part`.execute(trx)
    return result
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT part`.execute(trx)
    throw error
  }
}
