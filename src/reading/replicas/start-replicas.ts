import type { DataVersion } from '../../kept/freshness.ts'
import type { ListReader } from '../reading.ts'
import type { AssemblySources } from '../records/ready-records.ts'
import type { LocalState } from '../rounds/memory.ts'
import type { BatchScheduler, SchedulerOptions } from '../rounds/rounds.ts'
import { roundRobin } from './by-turns.ts'
import { combinedDataVersion } from './freshness-of-all.ts'
import { openReplica, type OnChange } from './replica.ts'
import { startHealthChecks } from './watch-replicas.ts'

export interface ReplicaOptions {
  /** PostgreSQL connection URLs. */
  readonly urls: readonly string[]
  readonly maxLagMs: number
  /** Told of a replica, by its place in `urls`. */
  readonly onChange: (place: number, ...change: Parameters<OnChange>) => void
}

/** What replicas stand in for. */
export interface Primary {
  readonly reader: ListReader
  readonly state: LocalState
  readonly scheduler: BatchScheduler
  readonly sources: AssemblySources
}

export interface Replicas {
  /** For whoever may be told what was true a moment ago. */
  readonly reader: ListReader
  /** Of all that is told, by the primary too. */
  readonly dataVersion: DataVersion
  close(): Promise<void>
}

/** Where the primary can be asked too, a replica that is slow is not waited for any longer. */
const LIMITS = { statementTimeoutMs: 1_000, connectTimeoutMs: 500 }

/** What a replica does says nothing of the primary's connections. */
const ITS_OWN = { onSilence: (): void => {} }

/** Begins to read from the replicas, as soon as they are known to be well. */
export function startReplicas(
  options: SchedulerOptions,
  { urls, maxLagMs, onChange }: ReplicaOptions,
  { reader, state, scheduler, sources }: Primary,
): Replicas {
  const replicas = urls.map((databaseUrl, place) =>
    openReplica({ ...options, ...LIMITS, ...ITS_OWN, databaseUrl }, sources, (...change) =>
      onChange(place, ...change),
    ),
  )
  const stopWatching = startHealthChecks({ primary: scheduler, replicas, maxLagMs })
  return {
    reader: roundRobin(replicas, reader),
    dataVersion: combinedDataVersion({ state, scheduler }, replicas),
    async close() {
      await Promise.all([stopWatching(), ...replicas.map((replica) => replica.scheduler.close())])
    },
  }
}
