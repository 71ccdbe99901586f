import { sql, type Transaction } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { SortOrder } from '../sort-orders.ts'

/** How many rows a stretch should have. It is divided when it has more than twice as many. */
export const SEGMENT_ROWS = 128

/** So many rows of a track are looked at in one transaction, for which writers wait. */
const ROWS_AT_ONCE = 256 * SEGMENT_ROWS

/** More than any track has. */
export const ALL_ROWS = 2 ** 31 - 1

/**
 * Everything here goes along an index, which the planner does not see as long as it does not know how
 * many rows stretches have. For the rest of the transaction.
 */
export async function planForRanges(trx: Transaction<Database>): Promise<void> {
  const off = ['seqscan', 'sort', 'bitmapscan'].map((way) => `enable_${way}`)
  const settings = [...off, 'jit'].map((name) => `set_config('${name}', 'off', true)`)
  await sql.raw(`SELECT ${settings.join(', ')}`).execute(trx)
}

/** What stands on a track, of the rows of its relation. */
export function isInSortOrder({ column, rows }: SortOrder): string {
  if (rows === undefined) return 'is_public'
  return `is_public AND ${column} IS ${rows === 'with key' ? 'NOT NULL' : 'NULL'}`
}

/** The columns of `offset_anchors` that a track is ordered by. */
export function anchorColumns({ key }: SortOrder, table = 'offset_anchors'): string {
  return key === undefined ? `${table}.first_id` : `${table}.${key.anchorColumn}, ${table}.first_id`
}

/** That a row of the track's relation lies at a waypoint or after it, or before it: as its index has it. */
export function comparedWithAnchor(
  track: SortOrder,
  comparison: '>=' | '<',
  waypoint: string,
): string {
  const { column, key } = track
  if (key === undefined) return `id ${comparison} ${waypoint}.first_id`
  const first = `${waypoint}.${key.anchorColumn}`
  // The index is of integers, and there is none before all others.
  const given = key.type === 'integer' ? `greatest(${first}, -2147483648)::integer` : first
  return `(${column}, id) ${comparison} (${given}, ${waypoint}.first_id)`
}

/** The tracks of a list whose stretches are too long, or too short on average. */
export async function sortOrdersToCompact(
  trx: Transaction<Database>,
  tracks: readonly SortOrder[],
): Promise<{ name: string; isLong: boolean }[]> {
  const { rows } = await sql<{ name: string; isLong: boolean }>`
    SELECT sort_order AS name, max(rows) > ${2 * SEGMENT_ROWS}::integer AS "isLong" FROM offset_anchors
    WHERE sort_order = ANY (${tracks.map(({ name }) => name)}) GROUP BY sort_order
    HAVING max(rows) > ${2 * SEGMENT_ROWS}::integer
      OR count(*) > 1 AND sum(rows) < count(*) * ${SEGMENT_ROWS / 2}::integer`.execute(trx)
  return rows
}

/**
 * Divides stretches of a track that are too long: a new waypoint at every 128th row. Of a very long one
 * no more than `atOnce` rows are divided, and the rest stays one stretch. The rows of a stretch are those
 * from its first on, as many as it says, so that needs the list's lock and all notes added up.
 * @returns how many waypoints were added: none, though a stretch is too long, if it has not the rows that
 *   it says.
 */
export async function splitSegments(
  trx: Transaction<Database>,
  track: SortOrder,
  atOnce = ROWS_AT_ONCE,
): Promise<number> {
  const { from, name, column } = track
  const columns = sql.raw(anchorColumns(track).replaceAll('offset_anchors.', ''))
  const { numAffectedRows } = await sql`
    WITH long AS (
      SELECT * FROM (
        SELECT *, sum(least(rows, ${atOnce}::integer)) OVER (ORDER BY no) AS through
        FROM offset_anchors WHERE sort_order = ${name} AND rows > ${2 * SEGMENT_ROWS}::integer
      ) AS all_long
      WHERE through - least(rows, ${atOnce}::integer) < ${atOnce}::integer
    ), starts AS (
      SELECT long.no, start.key, start.id, start.place,
        coalesce(lead(start.place) OVER (PARTITION BY long.no ORDER BY start.place), long.rows)
          - start.place AS rows
      FROM long CROSS JOIN LATERAL (
        SELECT key, id, row_number() OVER (ORDER BY key, id) - 1 AS place FROM (
          SELECT ${sql.raw(column)} AS key, id FROM ${sql.raw(from)}
          WHERE ${sql.raw(isInSortOrder(track))} AND ${sql.raw(comparedWithAnchor(track, '>=', 'long'))}
          ORDER BY ${sql.raw(column)}, id LIMIT least(long.rows, ${atOnce}::integer)
        ) AS range
      ) AS start
      WHERE start.place % ${SEGMENT_ROWS}::integer = 0
    ), shortened AS (
      UPDATE offset_anchors SET rows = starts.rows FROM starts
      WHERE offset_anchors.no = starts.no AND starts.place = 0
    )
    INSERT INTO offset_anchors (sort_order, ${columns}, rows)
    SELECT ${name}, ${sql.raw(track.key === undefined ? '' : 'key,')} id, rows
    FROM starts WHERE place > 0`.execute(trx)
  return Number(numAffectedRows)
}

/** Of all waypoints of a track whose rows begin in the same 128 of it, the first stays. */
export async function mergeSegments(trx: Transaction<Database>, track: SortOrder): Promise<void> {
  const order = sql.raw(anchorColumns(track))
  await sql`
    WITH placed AS (
      SELECT no, rows, row_number() OVER (ORDER BY ${order}) AS at,
        (sum(rows) OVER (ORDER BY ${order}) - rows) / ${SEGMENT_ROWS}::integer AS bucket
      FROM offset_anchors WHERE sort_order = ${track.name}
    ), merged AS (
      SELECT (array_agg(no ORDER BY at))[1] AS no, array_agg(no) AS all_of_it, sum(rows) AS rows
      FROM placed GROUP BY bucket HAVING count(*) > 1
    ), removed AS (
      DELETE FROM offset_anchors USING (SELECT no AS kept, unnest(all_of_it) AS no FROM merged) AS old
      WHERE offset_anchors.no = old.no AND old.no <> old.kept
    )
    UPDATE offset_anchors SET rows = merged.rows FROM merged WHERE offset_anchors.no = merged.no`.execute(
    trx,
  )
}

const BEFORE_ALL: Readonly<Record<string, string>> = {
  first_time: `'-infinity', `,
  first_number: `'-Infinity', `,
  first_text: `'', `,
}

/** One stretch in place of all that a track has, of the rows that there are. Needs the list's lock. */
export async function resetSegments(trx: Transaction<Database>, track: SortOrder): Promise<void> {
  const { from, name, key } = track
  const columns = sql.raw(anchorColumns(track).replaceAll('offset_anchors.', ''))
  await sql`DELETE FROM offset_anchors WHERE sort_order = ${name}`.execute(trx)
  await sql`
    INSERT INTO offset_anchors (sort_order, ${columns}, rows)
    SELECT ${name}, ${sql.raw(BEFORE_ALL[key?.anchorColumn ?? ''] ?? '')} 0, count(*)
    FROM ${sql.raw(from)} WHERE ${sql.raw(isInSortOrder(track))}`.execute(trx)
}
