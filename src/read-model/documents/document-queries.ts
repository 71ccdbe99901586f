import { sql, type Kysely, type Transaction } from 'kysely'
import type { Latin1Text } from '../../response-body.ts'
import { selectRows, type DatabaseReader } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'
import type { IdWindow, WrongWindow } from './refresh-task.ts'
import type { DocumentFormat, DocumentSpec } from './document-spec.ts'
import type { ListName } from '../../lists/list.ts'
import { latin1Sql, digestSql, documentSql, quoted } from '../../json-sql/expression.ts'

/** Whether a public record has no document of this format. */
function isMissing({ list, table, format, urls, isPublic }: DocumentFormat) {
  return sql`${sql.raw(isPublic)} AND NOT EXISTS (
    SELECT FROM ${sql.table(table)} AS document
    WHERE document.id = ${sql.table(list)}.id
      AND document.format = ${sql.lit(format)} AND document.media_url = ${urls.media}
      AND document.public_url = ${urls.public})`
}

/** Whether a public record has no document of any format. */
function hasNone({ list, table, isPublic }: DocumentFormat) {
  return sql`${sql.raw(isPublic)} AND NOT EXISTS (
    SELECT FROM ${sql.table(table)} AS document WHERE document.id = ${sql.table(list)}.id)`
}

/** From now on, the documents of the list are stored in this format only. Waits for those that are being stored. */
export async function claimFormat(
  db: Kysely<Database>,
  { list, format, urls }: DocumentFormat,
): Promise<void> {
  await sql`
    INSERT INTO format_of_documents AS stored (list, format, media_url, public_url)
    VALUES (${list}, ${sql.lit(format)}, ${urls.media}, ${urls.public})
    ON CONFLICT (list) DO UPDATE SET format = excluded.format, media_url = excluded.media_url,
      public_url = excluded.public_url, revision = stored.revision + 1, is_complete = false
    WHERE (stored.format, stored.media_url, stored.public_url)
      IS DISTINCT FROM (excluded.format, excluded.media_url, excluded.public_url)`.execute(db)
}

/** Whether the documents of the list are stored in this format, which stays so until the end of the transaction. */
export async function holdFormat(
  trx: Transaction<Database>,
  { list, format, urls }: DocumentFormat,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM format_of_documents
    WHERE list = ${list} AND format = ${sql.lit(format)} AND media_url = ${urls.media}
      AND public_url = ${urls.public} FOR SHARE`.execute(trx)
  return rows.length > 0
}

export interface Claim {
  /** Of the table's row. */
  readonly revision: number
  /** Whether no document of another format is stored any more. */
  readonly isComplete: boolean
}

/** The claim of this format; undefined when documents are stored in another one. */
export async function selectClaim(
  db: DatabaseReader,
  { list, format, urls }: DocumentFormat,
): Promise<Claim | undefined> {
  const rows = await selectRows(db)<Claim>`
    SELECT revision, is_complete AS "isComplete" FROM format_of_documents
    WHERE list = ${list} AND format = ${sql.lit(format)} AND media_url = ${urls.media}
      AND public_url = ${urls.public}`
  return rows[0]
}

/** Records that a search under this claim has replaced all documents of other formats. */
export async function completeClaim(
  db: Kysely<Database>,
  { list }: DocumentFormat,
  { revision, isComplete }: Claim,
): Promise<void> {
  if (isComplete) return
  await sql`
    UPDATE format_of_documents SET is_complete = true
    WHERE list = ${list} AND revision = ${revision}`.execute(db)
}

/** The URLs in the stored documents of the list; undefined before this release or a later one has stored any. */
export async function selectUrls(
  db: DatabaseReader,
  list: ListName,
): Promise<DocumentFormat['urls'] | undefined> {
  const rows = await selectRows(db)<DocumentFormat['urls']>`
    SELECT public_url AS public, media_url AS media FROM format_of_documents
    WHERE list = ${list} AND public_url IS NOT NULL`
  return rows[0]
}

/** The highest id of a list; 0 when it is empty. */
export async function selectLastId(db: DatabaseReader, list: ListName): Promise<number> {
  const rows = await selectRows(db)<{ last: number }>`
    SELECT coalesce(max(id), 0) AS last FROM ${sql.table(list)}`
  return rows[0]?.last ?? 0
}

/**
 * The next `size` records after the id. When all stored documents have the format, the stale records are those without
 * a document, which the index of ids tells. The documents themselves are 4 KB each.
 */
export async function selectWindow(
  db: DatabaseReader,
  format: DocumentFormat,
  { isComplete }: Claim,
  after: number,
  size: number,
): Promise<IdWindow> {
  const missing = isComplete ? hasNone(format) : isMissing(format)
  const record = sql.table(format.list)
  // The window is a subquery, so that PostgreSQL looks for the documents of its records, and does not read all documents.
  const rows = await selectRows(db)<IdWindow>`
    SELECT max(id) AS last, coalesce(array_agg(id) FILTER (WHERE missing), '{}') AS stale FROM (
      SELECT id, ${missing} AS missing FROM (
        SELECT * FROM ${record} WHERE id > ${after} ORDER BY id LIMIT ${size}
      ) AS ${record}
    ) AS listed`
  return rows[0] as IdWindow
}

/** The rows from which a document is built, and which can change on their own. Colors are locked separately. */
const SOURCES: Readonly<Record<ListName, { readonly joined: string; readonly shared: string }>> = {
  artworks: {
    joined: 'JOIN artwork_images ON artwork_images.id = artworks.featured_image_id',
    shared: 'artwork_images',
  },
  events: {
    joined: `JOIN event_images ON event_images.id = events.featured_image_id
      JOIN venues ON venues.id = events.venue_id
      JOIN event_categories ON event_categories.id = events.category_id`,
    shared: 'event_images, venues, event_categories',
  },
}

/**
 * Locks the rows from which the missing documents of these records are built, until the end of the transaction. Records
 * with a row that is already locked are skipped (schema/6-documents.sql), so it never waits.
 * @returns the records with all rows locked.
 */
export async function lockMissing(
  trx: Transaction<Database>,
  format: DocumentFormat,
  ids: readonly number[],
): Promise<number[]> {
  const { list } = format
  const { joined, shared } = SOURCES[list]
  const record = sql.table(list)
  const { rows } = await sql<{ id: number }>`
    SELECT ${record}.id FROM ${record} ${sql.raw(joined)}
    WHERE ${record}.id = ANY (${ids}::integer[]) AND ${isMissing(format)}
    ORDER BY ${record}.id FOR UPDATE OF ${record} SKIP LOCKED
      FOR SHARE OF ${sql.raw(shared)} SKIP LOCKED`.execute(trx)
  const locked = rows.map(({ id }) => id)
  return list === 'artworks' ? lockColors(trx, locked) : locked
}

/** @returns the artworks with all colors of their pictures locked. */
async function lockColors(
  trx: Transaction<Database>,
  artworkIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH shown AS MATERIALIZED (
      SELECT artworks.id, color_id FROM artworks
      LEFT JOIN artwork_image_colors ON artwork_image_id = featured_image_id
      WHERE artworks.id = ANY (${artworkIds}::integer[])
    ), locked AS MATERIALIZED (
      SELECT id FROM colors WHERE id = ANY (ARRAY(SELECT DISTINCT color_id FROM shown))
      ORDER BY id FOR SHARE SKIP LOCKED
    )
    SELECT shown.id FROM shown LEFT JOIN locked ON locked.id = color_id
    GROUP BY shown.id HAVING count(color_id) = count(locked.id)`.execute(trx)
  return rows.map(({ id }) => id)
}

export interface StoredDocument {
  readonly id: number
  readonly digest: string
  readonly text: Latin1Text
}

/** Builds and stores the documents of locked records. */
export async function storeDocuments(
  trx: Transaction<Database>,
  { list, table, format, urls, json }: DocumentFormat,
  ids: readonly number[],
): Promise<StoredDocument[]> {
  const quotedUrls = { public: quoted(urls.public), media: quoted(urls.media) }
  const { rows } = await sql<StoredDocument>`
    INSERT INTO ${sql.table(table)} AS document (id, format, media_url, public_url, digest, text, length)
    SELECT id, ${sql.lit(format)}, ${urls.media}, ${urls.public}, ${sql.raw(digestSql('text'))}, text, length(text) FROM (
      SELECT id, ${sql.raw(latin1Sql('text'))} AS text FROM (
        SELECT id, coalesce(${sql.raw(documentSql(json, quotedUrls))}, '') AS text
        FROM ${sql.table(list)}
        WHERE id = ANY (${ids}::integer[]) OFFSET 0
      ) AS built OFFSET 0
    ) AS built
    ON CONFLICT (id) DO UPDATE SET format = excluded.format, media_url = excluded.media_url,
      public_url = excluded.public_url, digest = excluded.digest, text = excluded.text,
      length = excluded.length, pieces = NULL
    RETURNING id, digest, text`.execute(trx)
  return rows
}

export async function deleteDocuments(
  db: Kysely<Database>,
  { table }: DocumentSpec,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ANY (${ids}::integer[])`.execute(db)
}

const COLUMNS = { public: 'document.public_url', media: 'document.media_url' }

/**
 * The ids of stored documents that differ from those built from their records, because triggers were disabled.
 * Documents of another format version are not compared.
 */
export async function selectWrongDocuments(
  db: DatabaseReader,
  { list, table, format, json, isPublic }: DocumentSpec,
  after: number,
  size: number,
): Promise<WrongWindow> {
  const record = sql.table(list)
  const rows = await selectRows(db)<WrongWindow>`
    SELECT max(id) AS last, coalesce(array_agg(id) FILTER (WHERE wrong), '{}') AS wrong FROM (
      SELECT id, text IS DISTINCT FROM (
        SELECT ${sql.raw(latin1Sql('built.text'))} FROM (
          SELECT ${sql.raw(documentSql(json, COLUMNS))} AS text FROM ${record}
          WHERE ${record}.id = document.id AND ${sql.raw(isPublic)} OFFSET 0
        ) AS built
      ) AS wrong
      FROM ${sql.table(table)} AS document
      WHERE id > ${after} AND format = ${sql.lit(format)} ORDER BY id LIMIT ${size}
    ) AS compared`
  return rows[0] as WrongWindow
}
