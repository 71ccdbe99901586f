import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../database/tables.ts'
import { completeJsonSql, withMediaUrl } from './expression.ts'
import { versionOf } from '../contract/entity-tag.ts'
import { timestampText } from '../database/kysely.ts'
import type { Json } from './json.ts'

/** A declaration, and the table of its rows. */
export interface Declared<Value> {
  readonly table: keyof Database
  readonly json: Json<Value>
}

/** SQL by declaration: generating it takes longer than running it. */
const texts = new WeakMap<Json<unknown>, RawBuilder<string>>()

/**
 * The complete records of these ids, in the order of the ids, without ids that have no visible row.
 * @param isVisible a condition on the rows of the table.
 */
export async function selectRecords<Value>(
  db: Kysely<Database>,
  { table, json }: Declared<Value>,
  ids: readonly number[],
  mediaUrl: string,
  isVisible: RawBuilder<boolean> = sql`true`,
): Promise<Value[]> {
  const { rows } = await sql<{ id: number; text: string }>`
    SELECT ${sql.ref(`${table}.id`)} AS id, ${textSql(json)} AS text FROM ${sql.table(table)}
    WHERE ${sql.ref(`${table}.id`)} = ANY (${ids}) AND ${isVisible}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row.text]))
  return ids.flatMap((id) => {
    const record = found.get(id)
    return record === undefined ? [] : [JSON.parse(withMediaUrl(record, mediaUrl)) as Value]
  })
}

/** A record, and the version that begins its entity tag. */
export interface VersionedRecord<Value> {
  readonly body: Value
  readonly version: string
}

/** The complete record of this id; undefined when it has no visible row. The table has `updated_at`. */
export async function selectRecord<Value>(
  db: Kysely<Database>,
  { table, json }: Declared<Value>,
  id: number,
  mediaUrl: string,
  isVisible: RawBuilder<boolean> = sql`true`,
): Promise<VersionedRecord<Value> | undefined> {
  const { rows } = await sql<{ updated_at: string; text: string }>`
    SELECT ${sql.ref(`${table}.updated_at`)} AS updated_at, ${textSql(json)} AS text FROM ${sql.table(table)}
    WHERE ${sql.ref(`${table}.id`)} = ${id} AND ${isVisible}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const version = versionOf({ id, updated_at: timestampText(row.updated_at) })
  return { body: JSON.parse(withMediaUrl(row.text, mediaUrl)) as Value, version }
}

function textSql(json: Json<unknown>): RawBuilder<string> {
  const text = texts.get(json) ?? sql.raw<string>(completeJsonSql(json))
  texts.set(json, text)
  return text
}
