import type { Memory } from './memory.ts'
import type { Ask, Rows } from './ask.ts'
import type { TrackName } from '../orderings.ts'
import type { PartName } from '../records/part-name.ts'

/** What one reader wants of a round. */
export interface Want {
  /** How many records at most. */
  readonly records: number
  /** Tracks that it reads: those that are not in memory are read in this round. */
  readonly tracks: readonly TrackName[]
  /** Parts that it has found missing. */
  readonly parts: readonly PartName[]
  /** What to ask, by the memory as it is before the round. */
  asks(memory: Memory): readonly Ask[]
  /** Called with the answers, and the memory brought to the snapshot that they are of. */
  take(answers: readonly Rows[], memory: Memory): void
  fail(error: unknown): void
}
