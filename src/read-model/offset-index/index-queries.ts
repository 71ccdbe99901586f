import type { Statement, Rows } from '../batching/statement.ts'
import type { ListName, SortOrder } from '../sort-orders.ts'
import type { Anchor } from './offset-index.ts'

/** Notes of a list that are not added up yet: a FROM clause, of `noted`, with a WHERE clause. */
export const pendingEntries = (list: ListName): string => `
  FROM offset_index_state AS lists
  CROSS JOIN LATERAL (
    SELECT * FROM change_log WHERE xid >= pg_snapshot_xmax(lists.folded_through)
    UNION ALL
    SELECT change_log.* FROM pg_snapshot_xip(lists.folded_through) AS running JOIN change_log ON xid = running
  ) AS noted
  WHERE lists.list = '${list}' AND noted.subject = '${list}'`

/** What has been noted of a list's stretches since they were added up last, by their numbers. */
export const pendingRows = (list: ListName): string => `
  SELECT note.no, sum(note.delta)::integer AS rows
  FROM (SELECT noted.segments, noted.deltas ${pendingEntries(list)}) AS notes
  CROSS JOIN LATERAL unnest(notes.segments, notes.deltas) AS note (no, delta)
  GROUP BY note.no`

/** All waypoints of a track, in order, and what has been noted of its list's, in this snapshot. */
export function anchorsStatement({ list, name, key }: SortOrder): Statement {
  const first = key === undefined ? 'NULL' : asKey(key)
  const order = key === undefined ? 'first_id' : `${key.anchorColumn}, first_id`
  return {
    name: `offset_anchors ${name}`,
    text: `
      SELECT json_agg(json_build_array(no, ${first}::text, first_id, rows) ORDER BY ${order})::text,
        (SELECT json_object_agg(no, rows)::text FROM (${pendingRows(list)}) AS noted)
      FROM offset_anchors WHERE sort_order = '${name}' AND ${isKept(key)}`,
    values: [],
  }
}

/** As the partial indexes of `offset_anchors` have it, so that one of them is read, and not all waypoints. */
function isKept(key: SortOrder['key']): string {
  return key === undefined
    ? 'num_nonnulls(first_time, first_number, first_text) = 0'
    : `${key.anchorColumn} IS NOT NULL`
}

/** What stands before all numbers is no integer. */
function asKey({ type, anchorColumn }: NonNullable<SortOrder['key']>): string {
  return type === 'integer' ? `greatest(${anchorColumn}, -2147483648)` : anchorColumn
}

export function anchorsIn([row = []]: Rows): Anchor[] {
  const [waypoints, notes] = row
  const noted = JSON.parse(notes ?? '{}') as Readonly<Record<string, number>>
  const rows = JSON.parse(waypoints ?? '[]') as [number, string | null, number, number][]
  return rows.map(([no, key, id, count]) => ({ no, key, id, rows: count + (noted[no] ?? 0) }))
}
