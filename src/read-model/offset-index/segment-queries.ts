import { sql, type Transaction } from 'kysely'
import { selectRows, type DatabaseReader } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'
import type { SortOrder } from '../sort-orders.ts'

/** The target size of a segment. A segment of more than twice this size is split. */
export const SEGMENT_ROWS = 128

/** Rows to split in one transaction, because writers wait for it. */
const MAX_SPLIT_ROWS = 256 * SEGMENT_ROWS

/** No limit. */
export const ALL_ROWS = 2 ** 31 - 1

/** The condition for rows of the relation that belong to a sort order. */
export function isInSortOrder({ column, rows }: SortOrder): string {
  if (rows === undefined) return 'is_public'
  return `is_public AND ${column} IS ${rows === 'with key' ? 'NOT NULL' : 'NULL'}`
}

/** The columns of `offset_anchors` that define the position of an anchor. */
export function anchorColumns({ key }: SortOrder, table = 'offset_anchors'): string {
  return key === undefined ? `${table}.first_id` : `${table}.${key.anchorColumn}, ${table}.first_id`
}

/** Compares a row of the relation with an anchor, in the form of an index condition. */
export function comparedWithAnchor(
  sortOrder: SortOrder,
  comparison: '>=' | '<',
  anchor: string,
): string {
  const { column, key } = sortOrder
  if (key === undefined) return `id ${comparison} ${anchor}.first_id`
  const first = `${anchor}.${key.anchorColumn}`
  // The lowest key is -Infinity, which an integer index cannot have: compare with the lowest integer instead.
  const given = key.type === 'integer' ? `greatest(${first}, -2147483648)::integer` : first
  return `(${column}, id) ${comparison} (${given}, ${anchor}.first_id)`
}

/** The sort orders of a list with a segment that is too long, or with segments that are too short on average. */
export function sortOrdersToCompact(
  trx: DatabaseReader,
  sortOrders: readonly SortOrder[],
): Promise<{ name: string; isLong: boolean }[]> {
  return selectRows(trx)<{ name: string; isLong: boolean }>`
    SELECT sort_order AS name, max(rows) > ${2 * SEGMENT_ROWS}::integer AS "isLong" FROM offset_anchors
    WHERE sort_order = ANY (${sortOrders.map(({ name }) => name)}) GROUP BY sort_order
    HAVING max(rows) > ${2 * SEGMENT_ROWS}::integer
      OR count(*) > 1 AND sum(rows) < count(*) * ${SEGMENT_ROWS / 2}::integer`
}

/**
 * Splits segments that are too long: a new anchor at every 128th row. In a very long segment, only the first `maxRows`
 * rows are split, and the rest stays one segment. The new counts are derived from the recorded count, so all deltas must
 * be folded. Needs the list's lock.
 * @returns the number of new anchors. If it is 0 although a segment is too long, the recorded count is wrong.
 */
export async function splitSegments(
  trx: Transaction<Database>,
  sortOrder: SortOrder,
  maxRows = MAX_SPLIT_ROWS,
): Promise<number> {
  const { from, name, column } = sortOrder
  const columns = sql.raw(anchorColumns(sortOrder).replaceAll('offset_anchors.', ''))
  const { numAffectedRows } = await sql`
    WITH long AS (
      SELECT * FROM (
        SELECT *, sum(least(rows, ${maxRows}::integer)) OVER (ORDER BY no) AS through
        FROM offset_anchors WHERE sort_order = ${name} AND rows > ${2 * SEGMENT_ROWS}::integer
      ) AS all_long
      WHERE through - least(rows, ${maxRows}::integer) < ${maxRows}::integer
    ), starts AS (
      SELECT long.no, start.key, start.id, start.place,
        coalesce(lead(start.place) OVER (PARTITION BY long.no ORDER BY start.place), long.rows)
          - start.place AS rows
      FROM long CROSS JOIN LATERAL (
        SELECT key, id, row_number() OVER (ORDER BY key, id) - 1 AS place FROM (
          SELECT ${sql.raw(column)} AS key, id FROM ${sql.raw(from)}
          WHERE ${sql.raw(isInSortOrder(sortOrder))} AND ${sql.raw(comparedWithAnchor(sortOrder, '>=', 'long'))}
          ORDER BY ${sql.raw(column)}, id LIMIT least(long.rows, ${maxRows}::integer)
        ) AS range
      ) AS start
      WHERE start.place % ${SEGMENT_ROWS}::integer = 0
    ), shortened AS (
      UPDATE offset_anchors SET rows = starts.rows FROM starts
      WHERE offset_anchors.no = starts.no AND starts.place = 0
    )
    INSERT INTO offset_anchors (sort_order, ${columns}, rows)
    SELECT ${name}, ${sql.raw(sortOrder.key === undefined ? '' : 'key,')} id, rows
    FROM starts WHERE place > 0`.execute(trx)
  return Number(numAffectedRows)
}

/** Merges the segments that begin within the same 128 rows of the sort order. */
export async function mergeSegments(
  trx: Transaction<Database>,
  sortOrder: SortOrder,
): Promise<void> {
  const order = sql.raw(anchorColumns(sortOrder))
  await sql`
    WITH placed AS (
      SELECT no, rows, row_number() OVER (ORDER BY ${order}) AS at,
        (sum(rows) OVER (ORDER BY ${order}) - rows) / ${SEGMENT_ROWS}::integer AS bucket
      FROM offset_anchors WHERE sort_order = ${sortOrder.name}
    ), merged AS (
      SELECT (array_agg(no ORDER BY at))[1] AS no, array_agg(no) AS all_nos, sum(rows) AS rows
      FROM placed GROUP BY bucket HAVING count(*) > 1
    ), removed AS (
      DELETE FROM offset_anchors USING (SELECT no AS first_no, unnest(all_nos) AS no FROM merged) AS old
      WHERE offset_anchors.no = old.no AND old.no <> old.first_no
    )
    UPDATE offset_anchors SET rows = merged.rows FROM merged
    WHERE offset_anchors.no = merged.no`.execute(trx)
}

/** The key of the first anchor, by its column: no key precedes it. */
export const LOWEST_KEYS_SQL: Readonly<Record<string, string>> = {
  first_time: `'-infinity', `,
  first_number: `'-Infinity', `,
  first_text: `'', `,
}

/** Replaces all segments of a sort order by one with all its rows. Needs the list's lock. */
export async function resetSegments(
  trx: Transaction<Database>,
  sortOrder: SortOrder,
): Promise<void> {
  const { from, name, key } = sortOrder
  const columns = sql.raw(anchorColumns(sortOrder).replaceAll('offset_anchors.', ''))
  await sql`DELETE FROM offset_anchors WHERE sort_order = ${name}`.execute(trx)
  await sql`
    INSERT INTO offset_anchors (sort_order, ${columns}, rows)
    SELECT ${name}, ${sql.raw(LOWEST_KEYS_SQL[key?.anchorColumn ?? ''] ?? '')} 0, count(*)
    FROM ${sql.raw(from)} WHERE ${sql.raw(isInSortOrder(sortOrder))}`.execute(trx)
}
