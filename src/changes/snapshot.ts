/**
 * Which transactions a reader has seen. Snapshots are compared as in PostgreSQL's documentation of `pg_snapshot`
 * ("Transaction ID and Snapshot Information Functions"): a snapshot sees the transactions before `xmax` except those
 * that were in progress. The order of ids is not the order of commits, so a position in the change log is a snapshot,
 * not a number.
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

/** `xmin:xmax:xip,xip`, the text format of `pg_snapshot`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin = '', xmax = '', running = ''] = text.split(':')
  return { xmin: BigInt(xmin), xmax, running: running === '' ? [] : running.split(',') }
}

/** Whether a snapshot sees a transaction that has log entries. */
export function sees({ xmin, xmax, running, ended }: Snapshot, xid: string): boolean {
  if (ended !== undefined) return BigInt(xid) < xmin || ended.has(xid)
  return BigInt(xid) < BigInt(xmax) && !running.includes(xid)
}

/** Whether both see the same transactions; false on a replica, where PostgreSQL does not report them. */
export function isSameSnapshot(one: Snapshot, other: Snapshot): boolean {
  const isComparable = one.ended === undefined && other.ended === undefined
  return isComparable && one.xmax === other.xmax && one.running.join() === other.running.join()
}

/** The snapshot of a replica, with the transactions from its `xmin` on that are known to have ended. */
export function withEnded(
  snapshot: Snapshot,
  before: Iterable<string> | undefined,
  xids: readonly string[],
): Snapshot {
  if (before === undefined) return snapshot
  const ended = [...before, ...xids].filter((xid) => BigInt(xid) >= snapshot.xmin)
  return { ...snapshot, ended: new Set(ended) }
}
