import { sql } from 'kysely'
import { selectRows, timestampText, type DatabaseReader } from '../database/kysely.ts'
import { NAMED_TABLES, type NamedTable } from '../database/tables.ts'
import { COUNTED_LISTS, type ListName } from '../lists/list.ts'

/** The tables whose public records have pages of their own. */
export const SITEMAP_TABLES = [...COUNTED_LISTS, ...(Object.keys(NAMED_TABLES) as NamedTable[])]

export type SitemapTable = ListName | NamedTable

/** The ids of one part of the sitemap: as many as it has pages at most. */
export const PART_IDS = 5_000

/** Of PostgreSQL's integer. */
const MAX_ID = 2_147_483_647

export const MAX_PART = Math.floor(MAX_ID / PART_IDS)

/** An index of parts may have 50,000 (sitemaps.org). */
const MAX_PARTS = Math.floor(50_000 / SITEMAP_TABLES.length)

const hasDrafts = (table: SitemapTable): boolean =>
  (COUNTED_LISTS as readonly string[]).includes(table)

/** The numbers of the parts that have records. One lookup finds each (loose index scan). */
export async function selectSitemapParts(
  db: DatabaseReader,
  table: SitemapTable,
): Promise<number[]> {
  const firstAfter = (id: unknown) => sql`(SELECT id FROM ${sql.table(table)}
    WHERE id >= ${id} ${hasDrafts(table) ? sql`AND is_public` : sql``} ORDER BY id LIMIT 1)`
  const rows = await selectRows(db)<{ part: number }>`WITH RECURSIVE part(first) AS (
      SELECT ${firstAfter(sql`0`)}
      UNION ALL
      SELECT ${firstAfter(sql`(first / ${sql.lit(PART_IDS)}::bigint + 1) * ${sql.lit(PART_IDS)}`)}
      FROM part WHERE first IS NOT NULL
    ) SELECT first / ${sql.lit(PART_IDS)} AS part FROM part
    WHERE first IS NOT NULL LIMIT ${sql.lit(MAX_PARTS)}`
  return rows.map(({ part }) => part)
}

interface SitemapPage {
  readonly id: number
  /** When the record last changed. */
  readonly changedAt: string
}

/** The public records of a part. */
export async function selectSitemapPages(
  db: DatabaseReader,
  table: SitemapTable,
  part: number,
): Promise<SitemapPage[]> {
  const first = part * PART_IDS
  const rows = await db
    .selectFrom(table as 'artworks')
    .select(['id', 'updated_at'])
    .where('id', '>=', first)
    .where('id', '<=', Math.min(first + PART_IDS - 1, MAX_ID))
    .$if(hasDrafts(table), (query) => query.where('is_public', '=', true))
    .orderBy('id')
    .execute()
  return rows.map(({ id, updated_at }) => ({ id, changedAt: timestampText(updated_at) }))
}
