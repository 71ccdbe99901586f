import { sql, type RawBuilder } from 'kysely'
import type { Input } from '../contract/operation-types.ts'
import { LISTS, parseOrdering, type Page } from '../lists/list.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import type { NamedKind } from './named-kind.ts'

/** One page of named records. @param input of any of their lists: all have the same parameters. */
export function namedListPage<Item extends object>(
  input: Pick<Input<'listTags'>, 'query' | 'given'>,
  context: Pick<ReadContext, 'db' | 'urls'>,
  { table, json }: Pick<NamedKind<Item, never>, 'table' | 'json'>,
): Promise<Page<Item>> {
  const where = nameContains(input.query.name)
  const ordering = parseOrdering(input.query.ordering)
  return scannedPage({ list: LISTS[table], where, ordering, json }, input, context)
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
