import { sql, type Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { ByteText } from '../../byte-text.ts'
import type { ListName } from '../orderings.ts'

/** The versions of the public records of these ids. */
export async function selectVersions(
  db: Kysely<Database>,
  list: ListName,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; version: string }>`
    SELECT id, version::text FROM ${sql.table(`ready_${list}`)}
    WHERE id = ANY (${ids}) AND is_public`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Public records whose texts are not made yet, the first of them after `after`. */
export async function selectUnmade(
  db: Kysely<Database>,
  list: ListName,
  maker: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(`ready_${list}`)}
    WHERE id > ${after} AND is_public AND maker IS DISTINCT FROM ${maker}
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of `ids` that are public and whose texts are not made yet. */
export async function selectUnmadeOf(
  db: Kysely<Database>,
  list: ListName,
  maker: string,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(`ready_${list}`)}
    WHERE id = ANY (${ids}) AND is_public AND maker IS DISTINCT FROM ${maker}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countUnmade(
  db: Kysely<Database>,
  list: ListName,
  maker: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM ${sql.table(`ready_${list}`)}
    WHERE is_public AND maker IS DISTINCT FROM ${maker}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function countMade(
  db: Kysely<Database>,
  list: ListName,
  maker: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM ${sql.table(`ready_${list}`)}
    WHERE is_public AND maker = ${maker}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Public records whose texts are made, the first of them after `after`. */
export async function selectMade(
  db: Kysely<Database>,
  list: ListName,
  maker: string,
  after: number,
  limit: number,
): Promise<MadeText[]> {
  const { rows } = await sql<MadeText>`
    SELECT id, version::text, digest, text FROM ${sql.table(`ready_${list}`)}
    WHERE id > ${after} AND is_public AND maker = ${maker}
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * Takes the texts of these records away, and notes that they have changed. Rows that somebody is just
 * changing are left out: their texts go with that change.
 */
export async function renewTexts(
  db: Kysely<Database>,
  list: ListName,
  ids: readonly number[],
): Promise<void> {
  const table = sql.table(`ready_${list}`)
  await sql`
    WITH free AS (
      SELECT id FROM ${table} WHERE id = ANY (${ids}::integer[])
      FOR NO KEY UPDATE SKIP LOCKED
    ), renewed AS (
      UPDATE ${table} AS ready SET version = nextval('record_versions'), maker = NULL, digest = NULL,
        text = NULL
      FROM free WHERE free.id = ready.id RETURNING ready.id
    )
    INSERT INTO changes (subject, ids)
    SELECT ${list}::text, array_agg(id::text) FROM renewed HAVING count(*) > 0`.execute(db)
}

export interface MadeText {
  readonly id: number
  /** Of the row that the text was made of. */
  readonly version: string
  readonly text: ByteText
  /** Differs whenever the text does. */
  readonly digest: string
}

/**
 * Stores texts whose versions are still the current ones. Rows that somebody is just changing are
 * left out: their texts would be wrong, and nobody waits for anybody here.
 */
export async function storeTexts(
  db: Kysely<Database>,
  list: ListName,
  maker: string,
  texts: readonly MadeText[],
): Promise<void> {
  const table = sql.table(`ready_${list}`)
  await sql`
    WITH made AS (
      SELECT * FROM unnest(${texts.map(({ id }) => id)}::integer[],
        ${texts.map(({ version }) => version)}::bigint[],
        ${texts.map(({ digest }) => digest)}::text[],
        ${texts.map(({ text }) => text)}::text[]) AS made (id, version, digest, text)
    ), free AS (
      SELECT ready.id, made.digest, made.text FROM ${table} AS ready
      JOIN made ON made.id = ready.id AND made.version = ready.version
      WHERE ready.maker IS DISTINCT FROM ${maker}
      FOR NO KEY UPDATE OF ready SKIP LOCKED
    )
    UPDATE ${table} AS ready SET maker = ${maker}, digest = free.digest, text = free.text
    FROM free WHERE free.id = ready.id`.execute(db)
}
