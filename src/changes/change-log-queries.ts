import { sql, type Kysely, type Transaction } from 'kysely'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { Rows, Statement } from '../database/statement.ts'
import type { Database } from '../database/tables.ts'
import { parseSnapshot, withEnded, type Snapshot } from './snapshot.ts'

/**
 * An entry of the change log. Each change of public data leaves one: an insertion, an update, a deletion, and the end of
 * publication. The entry does not tell which; the row does, or its absence.
 */
export interface Change {
  /** Transaction id. */
  readonly xid: string
  /**
   * The subject of a change: a list (`artworks`), or a kind of record that others embed (`gallery`). The records that embed it
   * have no entries of their own.
   */
  readonly subject: string
  /** Null when any record of the subject may have changed. */
  readonly ids: readonly string[] | null
  /** For lists: the segments of the offset index that have got `deltas` rows more. */
  readonly segments: readonly number[] | null
  readonly deltas: readonly number[] | null
}

/** The entries that became visible since an earlier snapshot. */
export interface ChangeLogSlice {
  readonly snapshot: Snapshot
  /** Identifies the server since its start or its last crash. */
  readonly server: string
  /** Whether `changes` are all changes since an earlier snapshot; false for a first snapshot. */
  readonly isContinuous: boolean
  /** Entries of this transaction and of older ones may have been removed. */
  readonly removedThrough: bigint
  readonly changes: readonly Change[]
}

/**
 * Identifies a server since its start or its last crash, after which PostgreSQL resets statistics. Without
 * `synchronous_commit`, the crash can lose commits that a process has seen, and later transactions get their ids again.
 * A difference costs less than two timestamps as text.
 */
export const SERVER = '(pg_stat_get_bgwriter_stat_reset_time() - pg_postmaster_start_time())::text'

const SNAPSHOT_COLUMNS = `pg_current_snapshot()::text, ${SERVER}`

const STATE_COLUMNS = `${SNAPSHOT_COLUMNS}, (SELECT through::text FROM change_log_pruned)`

const CHANGE_COLUMNS = 'xid::text, subject, ids, segments, deltas'

const CHANGES_SQL = `
  SELECT ${STATE_COLUMNS}, (
    SELECT json_agg(entry) FROM (
      SELECT ${CHANGE_COLUMNS} FROM change_log WHERE xid >= $1::xid8
      UNION ALL
      SELECT ${CHANGE_COLUMNS} FROM change_log WHERE xid = ANY ($2::xid8[])
    ) AS entry
  )::text`

const REPLICA_CHANGES_SQL = `
  SELECT ${STATE_COLUMNS}, (
    SELECT json_agg(entry) FROM (
      SELECT ${CHANGE_COLUMNS} FROM change_log WHERE xid >= $1::xid8 AND xid <> ALL ($2::xid8[])
    ) AS entry
  )::text`

/**
 * Reads the entries that became visible since a snapshot: entries of transactions that had not begun or not ended
 * then, and are visible now. PostgreSQL scans few rows with two index scans, even while long transactions are in
 * progress. On a replica, it scans all entries since the oldest transaction that was in progress.
 */
export function changesSince({ xmin, xmax, running, ended }: Snapshot): Statement {
  return ended === undefined
    ? { name: 'changes_since', text: CHANGES_SQL, values: [xmax, arrayOf(running)] }
    : {
        name: 'changes_replayed_since',
        text: REPLICA_CHANGES_SQL,
        values: [`${xmin}`, arrayOf(ended)],
      }
}

function arrayOf(xids: Iterable<string>): string {
  return `{${[...xids].join(',')}}`
}

/** Identifies the database and its server: another one with the same name has another id. */
export const DATABASE_ID: Statement = {
  name: 'database_id',
  text: `SELECT concat_ws(' ', oid, ${SERVER}) FROM pg_database WHERE datname = current_database()`,
  values: [],
}

/** A cheap probe: while `pg_current_snapshot()` is unchanged, no transaction was committed. */
export const SNAPSHOT_PROBE: Statement = {
  name: 'snapshot_probe',
  text: `SELECT ${SNAPSHOT_COLUMNS}`,
  values: [],
}

export type ProbedSnapshot = Pick<ChangeLogSlice, 'snapshot' | 'server'>

export function probedSnapshot([row = []]: Rows): ProbedSnapshot {
  const [text, server] = row as [string, string]
  return { snapshot: parseSnapshot(text), server }
}

/** The first read of a process, which has no snapshot yet. */
export const FIRST_SNAPSHOT: Statement = {
  name: 'first_snapshot',
  text: `
    SELECT ${STATE_COLUMNS}, NULL, CASE WHEN pg_is_in_recovery() THEN (
      SELECT coalesce(json_agg(DISTINCT xid::text), '[]') FROM change_log
      WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())
    )::text END`,
  values: [],
}

/** @param since the snapshot that `changesSince` was given; undefined for `FIRST_SNAPSHOT`. */
export function changeLogSlice([row = []]: Rows, since: Snapshot | undefined): ChangeLogSlice {
  const [text, server, through, entries, ended] = row as [string, string, string, ...typeof row]
  const changes = typeof entries === 'string' ? (JSON.parse(entries) as Change[]) : []
  const first = typeof ended === 'string' ? (JSON.parse(ended) as string[]) : undefined
  const xids = changes.map(({ xid }) => xid)
  return {
    snapshot: withEnded(parseSnapshot(text), first ?? since?.ended, xids),
    server,
    isContinuous: since !== undefined,
    removedThrough: BigInt(through),
    changes,
  }
}

/**
 * Appends an entry for each subject; without ids, any record of it may have changed. Only for what no trigger of
 * src/database/schema/ records: changes of derived data.
 */
export async function appendChanges(
  db: Kysely<Database>,
  subjects: readonly string[],
  ids: readonly string[] | null = null,
): Promise<void> {
  await sql`
    INSERT INTO change_log (subject, ids)
    SELECT subject, ${ids}::text[] FROM unnest(${subjects}::text[]) AS subject`.execute(db)
}

/**
 * The positions of the readers that keep theirs in the database, as columns `position`. Another such reader is a task of
 * src/work/: its migration adds a table with one row, a `pg_snapshot`, and this query names it with UNION ALL. In one
 * transaction, a step applies the entries that its snapshot sees and the stored one does not, and stores its own
 * (`foldDeltas` in src/read-model/offset-index/maintenance-queries.ts). While a position stands still, no entry is deleted.
 * After the restore of a dump, the reader begins anew: the offset index by `repairAfterRestore`
 * (src/read-model/offset-index/rebuild.ts), the feeds in the next step of their task (src/feed/feed-task.ts).
 */
const STORED_POSITIONS = sql`
  SELECT folded_through AS position FROM offset_index_state UNION ALL SELECT position FROM feeds`

/** Those that `repairAfterRestore` repairs. The task of the feeds begins anew by itself. */
const REPAIRED_POSITIONS = sql`SELECT folded_through AS position FROM offset_index_state`

const PRUNE_BATCH = 5_000

/**
 * Deletes a batch of the oldest entries that all stored positions have passed, ten minutes after they were recorded. It
 * records the last deleted transaction, so that a reader in memory that has not read up to it notices the gap.
 * @returns whether there may be more to delete.
 */
export async function pruneChangeLog(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM change_log WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM change_log
        WHERE xid < ALL (SELECT pg_snapshot_xmin(position) FROM (${STORED_POSITIONS}) AS stored)
          AND recorded_at < now() - interval '10 minutes'
        ORDER BY xid LIMIT ${PRUNE_BATCH}::integer FOR UPDATE SKIP LOCKED
      ))
      RETURNING xid
    ), moved AS (
      UPDATE change_log_pruned SET through = greatest(through, last.xid)
      FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) AS last
    )
    SELECT count(*)::integer AS count FROM gone`.execute(db)
  return (rows[0]?.count ?? 0) === PRUNE_BATCH
}

/** No visible transaction of this server has this id or a higher one. */
const FIRST_UNASSIGNED = sql`pg_snapshot_xmax(pg_current_snapshot())`

/** Whether the database contains transaction ids of another server: a dump was restored. */
export async function hasForeignTransactions(db: DatabaseReader): Promise<boolean> {
  const rows = await selectRows(db)<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM change_log WHERE xid >= ${FIRST_UNASSIGNED})
      OR EXISTS (SELECT FROM (${REPAIRED_POSITIONS}) AS stored WHERE pg_snapshot_xmax(position) > ${FIRST_UNASSIGNED})
      OR EXISTS (SELECT FROM change_log_pruned WHERE through >= ${FIRST_UNASSIGNED}) AS found`
  return rows[0]?.found === true
}

/** Needs the locks of all lists, and all entries applied by the readers that store their positions. */
export async function deleteForeignEntries(trx: Transaction<Database>): Promise<void> {
  await sql`DELETE FROM change_log WHERE xid >= ${FIRST_UNASSIGNED}`.execute(trx)
  // No process has local state from the other server.
  await sql`UPDATE change_log_pruned SET through = '0'
    WHERE through >= ${FIRST_UNASSIGNED}`.execute(trx)
}
