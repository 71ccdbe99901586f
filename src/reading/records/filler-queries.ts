import { sql, type Kysely, type Transaction } from 'kysely'
import type { ByteText } from '../../byte-text.ts'
import type { Database } from '../../database/tables.ts'
import { STORED } from './stored-documents.ts'
import { byteTextSql, digestSql, documentSql } from '../../documents/expression.ts'
import type { ListName } from '../orderings.ts'

/** A part of a list's records in the order of their ids. */
export interface Window {
  /** The last id; null at the end of the list. */
  readonly last: number | null
  /** Public records that have no document of this format or a later one. */
  readonly missing: readonly number[]
}

function isMissing(list: ListName) {
  const { table, format, isPublic } = STORED[list]
  return sql`${sql.raw(isPublic)} AND NOT EXISTS (
    SELECT FROM ${sql.table(table)} AS document
    WHERE document.id = ${sql.table(list)}.id AND document.format >= ${sql.lit(format)})`
}

/** The next `size` records after the id. */
export async function selectWindow(
  db: Kysely<Database>,
  list: ListName,
  after: number,
  size: number,
): Promise<Window> {
  const { rows } = await sql<Window>`
    SELECT max(id) AS last, coalesce(array_agg(id) FILTER (WHERE missing), '{}') AS missing FROM (
      SELECT id, ${isMissing(list)} AS missing FROM ${sql.table(list)}
      WHERE id > ${after} ORDER BY id LIMIT ${size}
    ) AS listed`.execute(db)
  return rows[0] as Window
}

/**
 * Locks those of the records that still have no document, for what the next statement makes of them: see
 * migration 0014. Waits for nobody.
 */
export async function lockMissing(
  trx: Transaction<Database>,
  list: ListName,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(list)} WHERE id = ANY (${ids}::integer[]) AND ${isMissing(list)}
    ORDER BY id FOR UPDATE SKIP LOCKED`.execute(trx)
  return rows.map(({ id }) => id)
}

export interface StoredDocument {
  readonly id: number
  readonly digest: string
  readonly text: ByteText
}

/** Makes and stores the documents of records that are locked. */
export async function storeDocuments(
  trx: Transaction<Database>,
  list: ListName,
  ids: readonly number[],
): Promise<StoredDocument[]> {
  const { table, format, json } = STORED[list]
  const { rows } = await sql<StoredDocument>`
    INSERT INTO ${sql.table(table)} AS document (id, format, digest, text)
    SELECT id, ${sql.lit(format)}, ${sql.raw(digestSql('text'))}, text FROM (
      SELECT id, ${sql.raw(byteTextSql('text'))} AS text FROM (
        SELECT id, coalesce(${sql.raw(documentSql(json))}, '') AS text FROM ${sql.table(list)}
        WHERE id = ANY (${ids}::integer[]) OFFSET 0
      ) AS made OFFSET 0
    ) AS made
    ON CONFLICT (id) DO UPDATE SET format = excluded.format, digest = excluded.digest,
      text = excluded.text
    RETURNING id, digest, text`.execute(trx)
  return rows
}

export async function deleteDocuments(
  db: Kysely<Database>,
  list: ListName,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM ${sql.table(STORED[list].table)} WHERE id = ANY (${ids}::integer[])`.execute(
    db,
  )
}

/**
 * The ids of stored documents that are not what their records make, as it is after triggers were switched
 * off. A document of another format is not compared.
 */
export async function selectWrongDocuments(
  db: Kysely<Database>,
  list: ListName,
  after: number,
  size: number,
): Promise<{ readonly last: number | null; readonly wrong: readonly number[] }> {
  const { table, format, json, isPublic } = STORED[list]
  const record = sql.table(list)
  const { rows } = await sql<{ last: number | null; wrong: number[] }>`
    SELECT max(id) AS last, coalesce(array_agg(id) FILTER (WHERE wrong), '{}') AS wrong FROM (
      SELECT id, text IS DISTINCT FROM (
        SELECT ${sql.raw(byteTextSql('made.text'))} FROM (
          SELECT ${sql.raw(documentSql(json))} AS text FROM ${record}
          WHERE ${record}.id = document.id AND ${sql.raw(isPublic)} OFFSET 0
        ) AS made
      ) AS wrong
      FROM ${sql.table(table)} AS document
      WHERE id > ${after} AND format = ${sql.lit(format)} ORDER BY id LIMIT ${size}
    ) AS compared`.execute(db)
  return rows[0] as { last: number | null; wrong: number[] }
}
