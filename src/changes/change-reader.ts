import type { Rows, Statement } from '../database/statement.ts'
import {
  changeLogSlice,
  changesSince,
  FIRST_SNAPSHOT,
  type Change,
  type ChangeLogSlice,
  type ProbedSnapshot,
} from './change-log-queries.ts'
import { isSameSnapshot, sees, type Snapshot } from './snapshot.ts'

/**
 * A reader of the change log, with its position: the snapshot up to which it has read. Triggers record each change of
 * public data with the id of its transaction. A reader gets each entry once, as soon as it is visible, whatever the order of
 * commits. The entries of a slice have no order.
 *
 * There are two kinds of readers. One keeps its position in memory, as here, and begins again after a gap: the local
 * state of each process. The other stores its position in the database, in the transaction that applies the entries: the
 * offset index (`folded_through`). Entries that a stored position has not passed are kept (`STORED_POSITIONS` in
 * change-log-queries.ts).
 */
export class ChangeReader {
  #position: Snapshot | undefined
  #server: string | undefined

  /** Undefined before the first slice, and after `reset`. */
  get position(): Snapshot | undefined {
    return this.#position
  }

  /** Reads the entries since the position. Several such reads can be under way. */
  nextRead(): { readonly statement: Statement; slice(rows: Rows): ChangeLogSlice } {
    const since = this.#position
    return {
      statement: since === undefined ? FIRST_SNAPSHOT : changesSince(since),
      slice: (rows) => changeLogSlice(rows, since),
    }
  }

  /**
   * Moves to the snapshot of the slice.
   * @returns the entries that were not read before; undefined when some may be missing.
   */
  advance({
    snapshot,
    server,
    isContinuous,
    removedThrough,
    changes,
  }: ChangeLogSlice): readonly Change[] | undefined {
    const last = this.#position
    // After a reconnect, and behind a pooler at any time, the address can lead to another server, with older data.
    const isOtherServer = server !== this.#server
    this.#server = server
    this.#position = snapshot
    if (last === undefined || isOtherServer || !isContinuous || last.xmin <= removedThrough) {
      return undefined
    }
    // Overlapping reads can report a change twice; skip those already applied.
    return changes.filter(({ xid }) => !sees(last, xid))
  }

  /** Whether a probe can tell that nothing was committed: not on a replica. */
  get canProbe(): boolean {
    return this.#position !== undefined && this.#position.ended === undefined
  }

  /** Whether nothing was committed between the position and the probed snapshot. */
  isCurrent({ snapshot, server }: ProbedSnapshot): boolean {
    return (
      this.#position !== undefined &&
      server === this.#server &&
      isSameSnapshot(this.#position, snapshot)
    )
  }

  reset(): void {
    this.#position = undefined
  }
}
