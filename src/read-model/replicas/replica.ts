import { createListReader } from '../reader.ts'
import type { ListReader } from '../types.ts'
import { preload } from '../documents/preload.ts'
import type { AssemblySources } from '../documents/assemble.ts'
import { LocalState } from '../change-log/local-state.ts'
import {
  startBatchScheduler,
  type BatchScheduler,
  type SchedulerOptions,
} from '../batching/batch-scheduler.ts'

/** A server that repeats what the primary does, a little later, and what is remembered of it. */
export interface Replica {
  readonly reader: ListReader
  readonly state: LocalState
  readonly scheduler: BatchScheduler
  /** Whether it may be read from. */
  readonly isHealthy: boolean
  markHealthy(): void
  markUnhealthy(reason: unknown): void
}

/** Told that it is read from, or why it is left out. */
export type OnChange = (isWell: boolean, reason?: unknown) => void

/** How often it may be found unwell before it has been well: the primary may not have been seen yet. */
const FIRST_LOOKS = 3

/** Connects to a replica, which is not read from until it is known to be well. */
export function openReplica(
  options: SchedulerOptions,
  sources: AssemblySources,
  onChange: OnChange,
): Replica {
  const memory = new LocalState()
  const rounds = startBatchScheduler(options, memory)
  // Waypoints that seem wrong are looked at where they can be mended.
  const lists = createListReader(rounds, sources, () => {})
  let state: 'new' | 'well' | 'unwell' = 'new'
  let looks = 0
  return {
    reader: lists,
    state: memory,
    scheduler: rounds,
    get isHealthy() {
      return state === 'well'
    },
    markHealthy() {
      if (state === 'well') return
      state = 'well'
      void preload(rounds).catch(() => {})
      onChange(true)
    },
    markUnhealthy(reason) {
      looks += 1
      if (state === 'unwell' || (state === 'new' && looks < FIRST_LOOKS)) return
      state = 'unwell'
      // Answers that were kept of it are not to be told any more.
      memory.invalidate()
      onChange(false, reason)
    },
  }
}
