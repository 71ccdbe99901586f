import { listsOf } from '../lists-of.ts'
import type { Lists } from '../reading.ts'
import { preload } from '../records/preload.ts'
import type { RecordSources } from '../records/ready-records.ts'
import { Memory } from '../rounds/memory.ts'
import { startRounds, type Rounds, type RoundsOptions } from '../rounds/rounds.ts'

/** A server that repeats what the primary does, a little later, and what is remembered of it. */
export interface Replica {
  readonly lists: Lists
  readonly memory: Memory
  readonly rounds: Rounds
  /** Whether it may be read from. */
  readonly isWell: boolean
  noteWell(): void
  noteUnwell(reason: unknown): void
}

/** Told that it is read from, or why it is left out. */
export type OnChange = (isWell: boolean, reason?: unknown) => void

/** How often it may be found unwell before it has been well: the primary may not have been seen yet. */
const FIRST_LOOKS = 3

/** Connects to a replica, which is not read from until it is known to be well. */
export function openReplica(
  options: RoundsOptions,
  sources: RecordSources,
  onChange: OnChange,
): Replica {
  const memory = new Memory()
  const rounds = startRounds(options, memory)
  // Waypoints that seem wrong are looked at where they can be mended.
  const lists = listsOf(rounds, sources, () => {})
  let state: 'new' | 'well' | 'unwell' = 'new'
  let looks = 0
  return {
    lists,
    memory,
    rounds,
    get isWell() {
      return state === 'well'
    },
    noteWell() {
      if (state === 'well') return
      state = 'well'
      void preload(rounds).catch(() => {})
      onChange(true)
    },
    noteUnwell(reason) {
      looks += 1
      if (state === 'unwell' || (state === 'new' && looks < FIRST_LOOKS)) return
      state = 'unwell'
      // Answers that were kept of it are not to be told any more.
      memory.forget()
      onChange(false, reason)
    },
  }
}
