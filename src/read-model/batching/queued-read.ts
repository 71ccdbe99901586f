import type { LocalState } from '../change-log/local-state.ts'
import type { SortOrder } from '../sort-orders.ts'
import type { FragmentKey } from '../documents/fragment-cache.ts'
import type { Rows, Statement } from './statement.ts'

/** What one reader wants of a round. */
export interface QueuedRead {
  /** How many records at most. */
  readonly records: number
  /** Tracks that it reads: those that are not in memory are read in this round. */
  readonly orders: readonly SortOrder[]
  /** Parts that it has found missing. */
  readonly fragments: readonly FragmentKey[]
  /** What to ask, by the memory as it is before the round. */
  statements(memory: LocalState): readonly Statement[]
  /** Called with the answers, and the memory brought to the snapshot that they are of. */
  accept(answers: readonly Rows[], memory: LocalState): void
  reject(error: unknown): void
}
