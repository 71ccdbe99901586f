import { COUNTED_LISTS, type ListName } from '../../src/lists/list.ts'
import { LOCKS } from '../../src/read-model/offset-index/maintenance-queries.ts'
import {
  isInSortOrder,
  LOWEST_KEYS_SQL,
  anchorColumns,
} from '../../src/read-model/offset-index/segment-queries.ts'
import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'

/** The SQL of the counted offset index that follows from the declaration of the lists: a file of src/database/schema. */
export function sortOrdersSql(): string {
  const tables = [...new Set(SORT_ORDERS.map(({ table }) => table))]
  return `-- Made from src/lists/list.ts by \`npm run generate\`. Do not edit.
--
-- The sort orders of the lists with an offset index (5-offset-index.sql).

-- A shared lock that writers hold from the lookup of segments until their commit. Maintenance takes the lock
-- exclusively before it splits segments (src/read-model/offset-index/maintenance-queries.ts).
CREATE OR REPLACE FUNCTION lock_offset_index(list text) RETURNS void LANGUAGE sql
RETURN pg_advisory_xact_lock_shared(CASE list${COUNTED_LISTS.map((list) => ` WHEN '${list}' THEN ${LOCKS[list]}`).join('')} END);

-- The segments of a public row of a table, in all sort orders by its columns.
${tables.map((table) => segmentsOf(table)).join('')}
-- Whether an artwork has another place in an order other than that by the time of its last change; and its segment in that
-- order, in which every update moves it.
${movesOf('artworks')}
-- What a new list or sort order needs. The files before this one have replaced the triggers of the table, so its writers
-- wait until this transaction ends. A migration makes the index of a sort order.
${COUNTED_LISTS.map((list) => stateOf(list)).join('')}${SORT_ORDERS.map((order) => firstSegmentOf(order)).join('')}`
}

function segmentsOf(table: string): string {
  const orders = SORT_ORDERS.filter((order) => order.table === table)
  return `CREATE OR REPLACE FUNCTION segments_of(listed ${table}) RETURNS TABLE (no integer) LANGUAGE sql STABLE
BEGIN ATOMIC
${orders.map((order) => segmentOf(order)).join('\n  UNION ALL\n')};
END;
`
}

/** Every update moves a row in the order by this column. */
const TOUCHED = 'updated_at'

function movesOf(list: ListName): string {
  const orders = SORT_ORDERS.filter((order) => order.table === list)
  const touched = orders.find(({ column }) => column === TOUCHED)
  const others = orders.filter((order) => order !== touched)
  const columns = [...new Set(['id', 'is_public', ...others.map(({ column }) => column)])]
  const rowOf = (name: string): string => `(${columns.map((each) => `${name}.${each}`).join(', ')})`
  return `CREATE OR REPLACE FUNCTION has_moved(was ${list}, becomes ${list}) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN ${rowOf('was')}
  IS DISTINCT FROM ${rowOf('becomes')};
CREATE OR REPLACE FUNCTION segment_by_update(listed ${list}) RETURNS integer LANGUAGE sql STABLE
RETURN
${segmentOf(touched as SortOrder)};
`
}

/** The anchor with the highest position that is not above the row. */
function segmentOf({ name, id, column, key }: SortOrder): string {
  const [condition, order] =
    key === undefined
      ? [
          `listed.${column} IS NULL
    AND num_nonnulls(first_time, first_number, first_text) = 0 AND first_id <= listed.${id}`,
          'first_id DESC',
        ]
      : [
          `${key.anchorColumn} IS NOT NULL
    AND (${key.anchorColumn}, first_id) <= (listed.${column}${key.type === 'integer' ? '::numeric' : ''}, listed.${id})`,
          `${key.anchorColumn} DESC, first_id DESC`,
        ]
  return `  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = '${name}' AND ${condition}
    ORDER BY ${order} LIMIT 1)`
}

function stateOf(list: ListName): string {
  return `INSERT INTO offset_index_state (list, folded_through) VALUES ('${list}', pg_current_snapshot())
ON CONFLICT (list) DO NOTHING;
`
}

function firstSegmentOf(order: SortOrder): string {
  const columns = anchorColumns(order).replaceAll('offset_anchors.', '')
  return `INSERT INTO offset_anchors (sort_order, ${columns}, rows)
SELECT '${order.name}', ${LOWEST_KEYS_SQL[order.key?.anchorColumn ?? ''] ?? ''}0, (
  SELECT count(*) FROM ${order.from} WHERE ${isInSortOrder(order)})
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = '${order.name}');
`
}
