import { sql } from 'kysely'
import { selectRows, type DatabaseReader } from '../../database/kysely.ts'
import type { SortOrder } from '../sort-orders.ts'
import { comparedWithAnchor, anchorColumns, isInSortOrder } from './segment-queries.ts'
import { pendingRows } from './index-queries.ts'

export interface CountedSegment {
  /** As PostgreSQL's text; null in a sort order by id alone. */
  readonly key: string | null
  readonly id: number
  /** The recorded number of rows, pending deltas included. */
  readonly rows: number
  /** The number of rows that it contains. */
  readonly counted: number
  /** Whether it begins after the one before it. */
  readonly ascends: boolean
}

/** The segments of a sort order, in order, with the number of rows in each. */
export function countSegments(
  trx: DatabaseReader,
  sortOrder: SortOrder,
): Promise<CountedSegment[]> {
  const first = sql.raw(anchorColumns(sortOrder))
  const previous = sql.raw(anchorColumns(sortOrder, 'previous'))
  const key = sql.raw(
    sortOrder.key === undefined ? 'NULL' : `segment.${sortOrder.key.anchorColumn}::text`,
  )
  const rowsFrom = sql`SELECT count(*) FROM ${sql.raw(sortOrder.from)}
    WHERE ${sql.raw(isInSortOrder(sortOrder))} AND ${sql.raw(comparedWithAnchor(sortOrder, '>=', 'segment'))}`
  // Two subqueries, so that both bounds are index conditions; PostgreSQL runs only one of them for a segment.
  return selectRows(trx)<CountedSegment>`
    WITH ordered AS MATERIALIZED (
      SELECT offset_anchors.*, row_number() OVER (ORDER BY ${first}) AS place FROM offset_anchors
      WHERE sort_order = ${sortOrder.name}
    )
    SELECT ${key} AS key, segment.first_id AS id,
      segment.rows + coalesce(pending.rows, 0) AS rows,
      ((${rowsFrom} AND next.no IS NOT NULL AND ${sql.raw(comparedWithAnchor(sortOrder, '<', 'next'))})
        + (${rowsFrom} AND next.no IS NULL))::integer AS counted,
      previous.no IS NULL
        OR (${previous}) < (${sql.raw(anchorColumns(sortOrder, 'segment'))}) IS TRUE AS ascends
    FROM ordered AS segment
    LEFT JOIN ordered AS previous ON previous.place = segment.place - 1
    LEFT JOIN ordered AS next ON next.place = segment.place + 1
    LEFT JOIN (${sql.raw(pendingRows(sortOrder.list))}) AS pending ON pending.no = segment.no
    ORDER BY segment.place`
}

export async function countRows(trx: DatabaseReader, sortOrder: SortOrder): Promise<number> {
  const rows = await selectRows(trx)<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.raw(sortOrder.from)}
    WHERE ${sql.raw(isInSortOrder(sortOrder))}`
  return rows[0]?.count ?? 0
}
