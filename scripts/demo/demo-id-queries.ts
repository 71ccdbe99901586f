import type pg from 'pg'
import type { Database } from '../../src/database/tables.ts'

/**
 * Sets ids aside, given in ascending order, so that nobody else gets them from the table's sequence.
 * @returns what to add to each: 0, unless other records hold some of them; then all of them move
 *   behind everything that is there.
 */
export async function reserveIds(
  client: pg.ClientBase,
  table: keyof Database,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await client.query<{ shift: number }>(
    `WITH used AS (
       SELECT name, EXISTS (SELECT FROM ${table} WHERE id = ANY($1::int[])) AS taken,
         greatest((SELECT max(id) FROM ${table}), pg_sequence_last_value(name), 0)::int AS highest
       FROM (SELECT pg_get_serial_sequence($2, 'id')::regclass AS name) sequence
     ), moved AS (
       SELECT name, highest, CASE WHEN taken THEN highest + 1 - $3 ELSE 0 END AS shift FROM used
     )
     SELECT shift, setval(name, greatest(highest, $4 + shift)) FROM moved`,
    [ids, table, ids[0], ids.at(-1)],
  )
  return rows[0]?.shift ?? 0
}
