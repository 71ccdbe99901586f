import type { Ask, Rows } from './ask.ts'

/** What a transaction can see: all that ended before `xmax` but those that were running. */
export interface Snapshot {
  /** All older transactions had ended. */
  readonly xmin: bigint
  /** No transaction from this one on had begun. */
  readonly xmax: string
  readonly running: readonly string[]
}

/** A row of `changes` (migration 0007). */
export interface Change {
  /** Of the transaction. */
  readonly xid: string
  readonly subject: string
  /** Null when any may have changed. */
  readonly ids: readonly string[] | null
  readonly waypoints: readonly number[] | null
  readonly deltas: readonly number[] | null
}

export interface News {
  readonly snapshot: Snapshot
  /** Whether these are all changes since an earlier snapshot, or nothing is known of those. */
  readonly isSequel: boolean
  /** Changes of this transaction and of older ones may be gone. */
  readonly removedThrough: bigint
  readonly changes: readonly Change[]
}

const TEXT = `
  SELECT pg_current_snapshot()::text, (SELECT through::text FROM changes_removed), (
    SELECT json_agg(news) FROM (
      SELECT xid::text, subject, ids, waypoints, deltas FROM changes WHERE xid >= $1::xid8
      UNION ALL
      SELECT xid::text, subject, ids, waypoints, deltas FROM changes WHERE xid = ANY ($2::xid8[])
    ) AS news
  )::text`

/**
 * What has become visible since a snapshot: of the transactions that had not ended or not begun then,
 * those that are seen now. Two index scans over next to nothing, however long others run.
 */
export function changesSince({ xmax, running }: Snapshot): Ask {
  const values = [xmax, `{${running.join(',')}}`]
  return { name: 'changes_since', text: TEXT, values }
}

/** Where a process begins that knows nothing yet. */
export const BEFORE_ALL_NEWS: Ask = {
  name: 'first_snapshot',
  text: 'SELECT pg_current_snapshot()::text, (SELECT through::text FROM changes_removed), NULL',
  values: [],
}

/** @param since the snapshot that was asked with, if one was. */
export function newsOf([row = []]: Rows, since: Snapshot | undefined): News {
  const [snapshot, through, changes] = row as [string, string, string | null]
  return {
    snapshot: parseSnapshot(snapshot),
    isSequel: since !== undefined,
    removedThrough: BigInt(through),
    changes: changes === null ? [] : (JSON.parse(changes) as Change[]),
  }
}

/** Whether a transaction that has changed something had ended for a snapshot. */
export function sees({ xmax, running }: Snapshot, xid: string): boolean {
  return BigInt(xid) < BigInt(xmax) && !running.includes(xid)
}

/** `xmin:xmax:xip,xip` (PostgreSQL, pg_snapshot). */
function parseSnapshot(text: string): Snapshot {
  const [xmin = '', xmax = '', running = ''] = text.split(':')
  return { xmin: BigInt(xmin), xmax, running: running === '' ? [] : running.split(',') }
}
