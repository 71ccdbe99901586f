import { createListReader, type ListReader } from '../reader.ts'
import { preload } from '../batching/preload.ts'
import type { AssemblySources } from '../assemble.ts'
import { LocalState } from '../local-state.ts'
import {
  startBatchScheduler,
  type BatchScheduler,
  type SchedulerOptions,
} from '../batching/batch-scheduler.ts'

/** Failed probes before a new replica is reported unhealthy: the primary's LSN may not be known yet. */
const MAX_INITIAL_FAILURES = 3

/** A streaming replica (hot standby) with its own connection and local state. */
export interface Replica {
  readonly reader: ListReader
  readonly state: LocalState
  readonly scheduler: BatchScheduler
  /** Only a healthy replica is read from. */
  readonly isHealthy: boolean
  /** The reads that it has been asked for. */
  reads: number
  /** Whether it was the primary at the last probe: a cluster that fails over lists all its servers. */
  isPrimary: boolean
  /** Bytes of the write-ahead log that it had not replayed at the last probe; undefined before, and if it failed. */
  lagBytes: number | undefined
  markHealthy(): void
  markUnhealthy(reason: unknown): void
}

export type OnChange = (isHealthy: boolean, reason?: unknown) => void

/** Connects to a replica, which is not read from until a probe succeeds. */
export function openReplica(
  options: SchedulerOptions,
  sources: AssemblySources,
  onChange: OnChange,
): Replica {
  const state = new LocalState()
  const scheduler = startBatchScheduler(options, state)
  // Only the primary can repair its offset index, so its own reads report inconsistencies.
  const reader = createListReader(scheduler, sources, () => {})
  let health: 'new' | 'healthy' | 'unhealthy' = 'new'
  let failures = 0
  /** Why it is left out. Each reason is reported once: that of today is not always the first one. */
  const reasons = new Set<string>()
  return {
    reader,
    state,
    scheduler,
    reads: 0,
    isPrimary: false,
    lagBytes: undefined,
    get isHealthy() {
      return health === 'healthy'
    },
    markHealthy() {
      if (health === 'healthy') return
      health = 'healthy'
      reasons.clear()
      void preload(scheduler, options.fragments).catch(() => {})
      onChange(true)
    },
    markUnhealthy(reason) {
      failures += 1
      if (health === 'new' && failures < MAX_INITIAL_FAILURES) return
      // Changes the data version, so that responses cached from this replica are not sent any more.
      if (health !== 'unhealthy') state.invalidate()
      health = 'unhealthy'
      const text = String(reason)
      if (reasons.has(text)) return
      reasons.add(text)
      onChange(false, reason)
    },
  }
}
