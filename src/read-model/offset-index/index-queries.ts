import type { Statement, Rows } from '../../database/statement.ts'
import type { SortOrder } from '../sort-orders.ts'
import type { ListName } from '../../lists/list.ts'
import type { Anchor } from './offset-index.ts'

/** The change-log entries of a list that are not folded yet: FROM (as `pending`) and WHERE clauses. */
export const pendingEntries = (list: ListName): string => `
  FROM offset_index_state AS lists
  CROSS JOIN LATERAL (
    SELECT * FROM change_log WHERE xid >= pg_snapshot_xmax(lists.folded_through)
    UNION ALL
    SELECT change_log.* FROM pg_snapshot_xip(lists.folded_through) AS running JOIN change_log ON xid = running
  ) AS pending
  WHERE lists.list = '${list}' AND pending.subject = '${list}'`

/** The sums of the pending deltas of a list, by segment. */
export const pendingRows = (list: ListName): string => `
  SELECT entry.no, sum(entry.delta)::integer AS rows
  FROM (SELECT pending.segments, pending.deltas ${pendingEntries(list)}) AS entries
  CROSS JOIN LATERAL unnest(entries.segments, entries.deltas) AS entry (no, delta)
  GROUP BY entry.no`

/** All anchors of a sort order, in order, and the pending deltas of its list, in one snapshot. */
export function anchorsStatement({ list, name, key }: SortOrder): Statement {
  const first = key === undefined ? 'NULL' : asKey(key)
  const order = key === undefined ? 'first_id' : `${key.anchorColumn}, first_id`
  return {
    name: `offset_anchors ${name}`,
    text: `
      SELECT json_agg(json_build_array(no, ${first}::text, first_id, rows) ORDER BY ${order})::text,
        (SELECT json_object_agg(no, rows)::text FROM (${pendingRows(list)}) AS pending)
      FROM offset_anchors WHERE sort_order = '${name}' AND ${indexCondition(key)}`,
    values: [],
  }
}

/** The condition of the partial index of `offset_anchors`, so that only its entries are read. */
function indexCondition(key: SortOrder['key']): string {
  return key === undefined
    ? 'num_nonnulls(first_time, first_number, first_text) = 0'
    : `${key.anchorColumn} IS NOT NULL`
}

/** The key as SQL. The lowest numeric key, `-Infinity`, is not an integer, so the lowest integer replaces it. */
function asKey({ type, anchorColumn }: NonNullable<SortOrder['key']>): string {
  return type === 'integer' ? `greatest(${anchorColumn}, -2147483648)` : anchorColumn
}

export function anchorsIn([row = []]: Rows): Anchor[] {
  const [anchors, deltas] = row
  const pending = JSON.parse(deltas ?? '{}') as Readonly<Record<string, number>>
  const rows = JSON.parse(anchors ?? '[]') as [number, string | null, number, number][]
  return rows.map(([no, key, id, count]) => ({ no, key, id, rows: count + (pending[no] ?? 0) }))
}
