import { sql, type Transaction } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { SortOrder } from '../sort-orders.ts'
import { comparedWithAnchor, anchorColumns, isInSortOrder } from './segment-queries.ts'
import { pendingRows } from './index-queries.ts'

export interface CountedSegment {
  /** As PostgreSQL's text; null on a track that the id alone orders. */
  readonly key: string | null
  readonly id: number
  /** What it says that it has, notes included. */
  readonly rows: number
  /** What it has. */
  readonly counted: number
  /** Whether it begins after the one before it. */
  readonly ascends: boolean
}

/** The stretches of a track, in order, with the rows that lie in each. */
export async function countSegments(
  trx: Transaction<Database>,
  track: SortOrder,
): Promise<CountedSegment[]> {
  const first = sql.raw(anchorColumns(track))
  const previous = sql.raw(anchorColumns(track, 'previous'))
  const key = sql.raw(track.key === undefined ? 'NULL' : `stretch.${track.key.anchorColumn}::text`)
  const rowsFrom = sql`SELECT count(*) FROM ${sql.raw(track.from)}
    WHERE ${sql.raw(isInSortOrder(track))} AND ${sql.raw(comparedWithAnchor(track, '>=', 'stretch'))}`
  // Two queries of which one is not run: both bounds must be bounds of the index.
  const { rows } = await sql<CountedSegment>`
    WITH ordered AS MATERIALIZED (
      SELECT offset_anchors.*, row_number() OVER (ORDER BY ${first}) AS place FROM offset_anchors
      WHERE sort_order = ${track.name}
    )
    SELECT ${key} AS key, stretch.first_id AS id,
      stretch.rows + coalesce(noted.rows, 0) AS rows,
      ((${rowsFrom} AND next.no IS NOT NULL AND ${sql.raw(comparedWithAnchor(track, '<', 'next'))})
        + (${rowsFrom} AND next.no IS NULL))::integer AS counted,
      previous.no IS NULL
        OR (${previous}) < (${sql.raw(anchorColumns(track, 'stretch'))}) IS TRUE AS ascends
    FROM ordered AS stretch
    LEFT JOIN ordered AS previous ON previous.place = stretch.place - 1
    LEFT JOIN ordered AS next ON next.place = stretch.place + 1
    LEFT JOIN (${sql.raw(pendingRows(track.list))}) AS noted ON noted.no = stretch.no
    ORDER BY stretch.place`.execute(trx)
  return rows
}

/** How many rows stand on a track. */
export async function countRows(trx: Transaction<Database>, track: SortOrder): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.raw(track.from)}
    WHERE ${sql.raw(isInSortOrder(track))}`.execute(trx)
  return rows[0]?.count ?? 0
}
