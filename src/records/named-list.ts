import { sql, type RawBuilder } from 'kysely'
import type { Input } from '../contract/operation-types.ts'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { NamedTable } from '../database/tables.ts'
import { LISTS, parseOrdering, type Page } from '../lists/list.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import type { NamedKind } from './named-kind.ts'

/** One page of named records. @param input of any of their lists: all have the same parameters. */
export async function namedListPage<Item extends object>(
  input: Pick<Input<'listTags'>, 'query' | 'given'>,
  context: Pick<ReadContext, 'db' | 'urls' | 'charge'>,
  { table, json }: Pick<NamedKind<Item, never>, 'table' | 'json'>,
): Promise<Page<Item>> {
  const { name } = input.query
  // Before the scan, which may take too long.
  if (name !== undefined) context.charge?.(await requestsOfScan(context.db, table, name))
  const where = nameContains(name)
  const ordering = parseOrdering(input.query.ordering)
  return scannedPage({ list: LISTS[table], where, ordering, json }, input, context)
}

/** Bytes of names that are read for a text of one character in the time of 20 pages of 18 ordinary events. */
const BYTES_PER_REQUEST = 6_000_000

/** `strpos` may compare all of the text at each place of a name. To compare this many bytes takes as long as to read the place. */
const COMPARED_BYTES = 10

/** The further requests that looking for a text in all names counts as: none unless the names are very many, or very long. */
async function requestsOfScan(
  db: DatabaseReader,
  table: NamedTable,
  name: string,
): Promise<number> {
  const [read] = await selectRows(db)<{ names: number; text: number }>`
    SELECT coalesce(sum(octet_length(name_sort_key)), 0)::float8 AS names, octet_length(sort_key(${name})) AS text
    FROM ${sql.table(table)}`
  const { names = 0, text = 0 } = read ?? {}
  return Math.floor((names * (1 + text / COMPARED_BYTES)) / BYTES_PER_REQUEST)
}

/**
 * Whether a name contains this text, ignoring case and accents. Blanks are significant, also at the ends of the
 * text. A text of nothing but accents has an empty key, which all names would contain; it matches none.
 */
export function nameContains(text: string | undefined): RawBuilder<boolean> {
  if (text === undefined) return sql`true`
  // Full stops around the text keep sort_key from trimming it. A subquery runs sort_key once, not once per row.
  const key = sql`select nullif(substr(key, 2, length(key) - 2), '')
    from sort_key('.' || ${text}::text || '.') as key`
  return sql`strpos(name_sort_key, (${key})) > 0`
}
