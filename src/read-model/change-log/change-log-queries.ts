import type { Statement, Rows } from '../batching/statement.ts'

/**
 * The change log: triggers record each change of public data with the id of its transaction. A process reads the
 * entries that became visible since its last snapshot. Snapshots are compared as in PostgreSQL's documentation of
 * `pg_snapshot` ("Transaction ID and Snapshot Information Functions").
 *
 * A snapshot sees the transactions before `xmax` except those that were in progress.
 */
export interface Snapshot {
  /** All transactions before this one had ended. */
  readonly xmin: bigint
  /** No transaction from this id on had begun. */
  readonly xmax: string
  readonly running: readonly string[]
  /**
   * On a replica only, where `pg_current_snapshot` omits the transactions in progress: the transactions from
   * `xmin` on that have log entries and had ended.
   */
  readonly ended?: ReadonlySet<string> | undefined
}

/** An entry of the change log. */
export interface Change {
  /** Transaction id. */
  readonly xid: string
  readonly subject: string
  /** Null when any record of the subject may have changed. */
  readonly ids: readonly string[] | null
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
const SERVER = '(pg_stat_get_bgwriter_stat_reset_time() - pg_postmaster_start_time())::text'

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

/** Whether both see the same transactions; false on a replica, where PostgreSQL does not report them. */
export function isSameSnapshot(one: Snapshot, other: Snapshot): boolean {
  const isComparable = one.ended === undefined && other.ended === undefined
  return isComparable && one.xmax === other.xmax && one.running.join() === other.running.join()
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
  const snapshot = parseSnapshot(text)
  const first = typeof ended === 'string' ? (JSON.parse(ended) as string[]) : undefined
  return {
    snapshot: { ...snapshot, ended: endedFor(snapshot, first ?? since?.ended, changes) },
    server,
    isContinuous: since !== undefined,
    removedThrough: BigInt(through),
    changes,
  }
}

/** The transactions from `xmin` on that are known to have ended. */
function endedFor(
  { xmin }: Snapshot,
  before: Iterable<string> | undefined,
  changes: readonly Change[],
): ReadonlySet<string> | undefined {
  if (before === undefined) return undefined
  const ended = new Set([...before, ...changes.map(({ xid }) => xid)])
  for (const xid of ended) if (BigInt(xid) < xmin) ended.delete(xid)
  return ended
}

/** Whether a snapshot sees a transaction that has log entries. */
export function sees({ xmin, xmax, running, ended }: Snapshot, xid: string): boolean {
  if (ended !== undefined) return BigInt(xid) < xmin || ended.has(xid)
  return BigInt(xid) < BigInt(xmax) && !running.includes(xid)
}

/** `xmin:xmax:xip,xip`, the text format of `pg_snapshot`. */
function parseSnapshot(text: string): Snapshot {
  const [xmin = '', xmax = '', running = ''] = text.split(':')
  return { xmin: BigInt(xmin), xmax, running: running === '' ? [] : running.split(',') }
}
