import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../database/tables.ts'
import { completeJsonSql, withMediaUrl } from './expression.ts'
import type { Json } from './json.ts'

/** A declaration, and the table of its rows. */
interface Declared<Value> {
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
  const text = texts.get(json) ?? sql.raw<string>(completeJsonSql(json))
  texts.set(json, text)
  const { rows } = await sql<{ id: number; text: string }>`
    SELECT ${sql.ref(`${table}.id`)} AS id, ${text} AS text FROM ${sql.table(table)}
    WHERE ${sql.ref(`${table}.id`)} = ANY (${ids}) AND ${isVisible}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row.text]))
  return ids.flatMap((id) => {
    const record = found.get(id)
    return record === undefined ? [] : [JSON.parse(withMediaUrl(record, mediaUrl)) as Value]
  })
}
