import type { Statement, Rows } from '../batching/statement.ts'

/** What a transaction can see: all that ended before `xmax` but those that were running. */
export interface Snapshot {
  /** All older transactions had ended. */
  readonly xmin: bigint
  /** No transaction from this one on had begun. */
  readonly xmax: string
  readonly running: readonly string[]
  /**
   * On a replica, where PostgreSQL does not tell which were running (`pg_current_snapshot` leaves them
   * out): those from `xmin` on that have changed something and had ended. Undefined elsewhere.
   */
  readonly ended?: ReadonlySet<string> | undefined
}

/** A row of `change_log` (schema/4-change-log.sql). */
export interface Change {
  /** Of the transaction. */
  readonly xid: string
  readonly subject: string
  /** Null when any may have changed. */
  readonly ids: readonly string[] | null
  readonly segments: readonly number[] | null
  readonly deltas: readonly number[] | null
}

export interface ChangeLogSlice {
  readonly snapshot: Snapshot
  /** When the server was started that told them: each has a moment of its own. */
  readonly server: string
  /** Whether these are all changes since an earlier snapshot, or nothing is known of those. */
  readonly isContinuous: boolean
  /** Changes of this transaction and of older ones may be gone. */
  readonly removedThrough: bigint
  readonly changes: readonly Change[]
}

const MOMENT = 'pg_current_snapshot()::text, pg_postmaster_start_time()::text'

const STATE = `${MOMENT}, (SELECT through::text FROM change_log_pruned)`

const CHANGE = 'xid::text, subject, ids, segments, deltas'

const TEXT = `
  SELECT ${STATE}, (
    SELECT json_agg(news) FROM (
      SELECT ${CHANGE} FROM change_log WHERE xid >= $1::xid8
      UNION ALL
      SELECT ${CHANGE} FROM change_log WHERE xid = ANY ($2::xid8[])
    ) AS news
  )::text`

const REPLICA_TEXT = `
  SELECT ${STATE}, (
    SELECT json_agg(news) FROM (
      SELECT ${CHANGE} FROM change_log WHERE xid >= $1::xid8 AND xid <> ALL ($2::xid8[])
    ) AS news
  )::text`

/**
 * What has become visible since a snapshot: of the transactions that had not ended or not begun then,
 * those that are seen now. Two index scans over next to nothing, however long others run; on a replica
 * one over all that has been noted since the oldest of those began that were running.
 */
export function changesSince({ xmin, xmax, running, ended }: Snapshot): Statement {
  return ended === undefined
    ? { name: 'changes_since', text: TEXT, values: [xmax, arrayOf(running)] }
    : { name: 'changes_replayed_since', text: REPLICA_TEXT, values: [`${xmin}`, arrayOf(ended)] }
}

function arrayOf(xids: Iterable<string>): string {
  return `{${[...xids].join(',')}}`
}

/** A glance at the clock: what there is to see is the same as long as nothing of it moves. */
export const SNAPSHOT_PROBE: Statement = { name: 'glance', text: `SELECT ${MOMENT}`, values: [] }

/** What a glance tells. */
export type ProbedSnapshot = Pick<ChangeLogSlice, 'snapshot' | 'server'>

export function probedSnapshot([row = []]: Rows): ProbedSnapshot {
  const [text, server] = row as [string, string]
  return { snapshot: parseSnapshot(text), server }
}

/** Whether both see the ends of the same transactions; a replica does not tell of those. */
export function isSameSnapshot(one: Snapshot, other: Snapshot): boolean {
  const isTold = one.ended === undefined && other.ended === undefined
  return isTold && one.xmax === other.xmax && one.running.join() === other.running.join()
}

/** Where a process begins that knows nothing yet. */
export const FIRST_SNAPSHOT: Statement = {
  name: 'first_snapshot',
  text: `
    SELECT ${STATE}, NULL, CASE WHEN pg_is_in_recovery() THEN (
      SELECT coalesce(json_agg(DISTINCT xid::text), '[]') FROM change_log
      WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())
    )::text END`,
  values: [],
}

/** @param since the snapshot that was asked with, if one was. */
export function changeLogSlice([row = []]: Rows, since: Snapshot | undefined): ChangeLogSlice {
  const [text, server, through, told, ended] = row as [string, string, string, ...typeof row]
  const changes = typeof told === 'string' ? (JSON.parse(told) as Change[]) : []
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

/** Of those that had ended before and those that have since, the ones that the snapshot does not tell of. */
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

/** Whether a transaction that has changed something had ended for a snapshot. */
export function sees({ xmin, xmax, running, ended }: Snapshot, xid: string): boolean {
  if (ended !== undefined) return BigInt(xid) < xmin || ended.has(xid)
  return BigInt(xid) < BigInt(xmax) && !running.includes(xid)
}

/** `xmin:xmax:xip,xip` (PostgreSQL, pg_snapshot). */
function parseSnapshot(text: string): Snapshot {
  const [xmin = '', xmax = '', running = ''] = text.split(':')
  return { xmin: BigInt(xmin), xmax, running: running === '' ? [] : running.split(',') }
}
