import { sql, type RawBuilder } from 'kysely'
import type { Urls } from '../contract/operation-types.ts'
import type { Database } from '../database/tables.ts'
import { MAX_PAGE_BYTES } from '../response-body.ts'
import { completeJsonSql, withUrls } from './expression.ts'
import { versionOf } from '../contract/entity-tag.ts'
import { timestampText, selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { Json } from './json.ts'
import { withLocalDays } from './local-days.ts'

/** A declaration, and the table of its rows. */
export interface Declared<Value> {
  readonly table: keyof Database
  readonly json: Json<Value>
}

/** SQL by declaration: generating it takes longer than running it. */
const texts = new WeakMap<Json<unknown>, RawBuilder<string>>()

interface PageRecords<Value> {
  readonly records: Value[]
  /** The number of ids up to the last record: fewer than were given where more would have exceeded `MAX_PAGE_BYTES`. */
  readonly size: number
}

/**
 * The complete records of these ids, in the order of the ids, until they have `MAX_PAGE_BYTES`. PostgreSQL builds one after
 * another, and none after that.
 */
export async function selectRecords<Value>(
  db: DatabaseReader,
  { table, json }: Declared<Value>,
  ids: readonly number[],
  urls: Urls,
): Promise<PageRecords<Value>> {
  const rows = await selectRows(db)<{ text: string | null }>`
    WITH RECURSIVE page (size, text, bytes) AS (
      SELECT 0, NULL::text, 0
      UNION ALL
      SELECT size + 1, record.text, bytes + coalesce(octet_length(record.text), 0)
      FROM page LEFT JOIN LATERAL (
        SELECT ${textSql(json)} AS text FROM ${sql.table(table)}
        WHERE ${sql.ref(`${table}.id`)} = (${ids}::integer[])[size + 1]
      ) AS record ON true
      WHERE size < ${ids.length}::integer AND bytes < ${sql.lit(MAX_PAGE_BYTES)}
    )
    SELECT text FROM page WHERE size > 0 ORDER BY size`
  const built = rows.map(({ text }) => text && filled(text, urls))
  const size = sizeWithin(MAX_PAGE_BYTES, built)
  const shown = built.slice(0, size).filter((text) => text !== null)
  return { records: shown.map((text) => JSON.parse(text) as Value), size }
}

/** The number of texts that have at most so many bytes together; at least one. */
function sizeWithin(bytes: number, built: readonly (string | null)[]): number {
  let left = bytes
  const end = built.findIndex((text, at) => {
    left -= Buffer.byteLength(text ?? '')
    return left < 0 && at > 0
  })
  return end === -1 ? built.length : end
}

/** A record, and the version that begins its entity tag. */
export interface VersionedRecord<Value> {
  readonly body: Value
  readonly version: string
}

/** The complete record of this id; undefined when it has no visible row. The table has `updated_at`. */
export async function selectRecord<Value>(
  db: DatabaseReader,
  { table, json }: Declared<Value>,
  id: number,
  urls: Urls,
  isVisible: RawBuilder<boolean> = sql`true`,
): Promise<VersionedRecord<Value> | undefined> {
  const rows = await selectRows(db)<{ updated_at: string; text: string }>`
    SELECT ${sql.ref(`${table}.updated_at`)} AS updated_at, ${textSql(json)} AS text FROM ${sql.table(table)}
    WHERE ${sql.ref(`${table}.id`)} = ${id} AND ${isVisible}`
  const [row] = rows
  if (row === undefined) return undefined
  const version = versionOf({ id, updated_at: timestampText(row.updated_at) })
  return { body: JSON.parse(filled(row.text, urls)) as Value, version }
}

/** The text without placeholders. */
function filled(text: string, urls: Urls): string {
  return withLocalDays(withUrls(text, urls))
}

function textSql(json: Json<unknown>): RawBuilder<string> {
  const text = texts.get(json) ?? sql.raw<string>(completeJsonSql(json))
  texts.set(json, text)
  return text
}
