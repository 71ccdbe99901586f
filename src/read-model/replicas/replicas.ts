import type { DataVersion } from '../../cache/response-cache.ts'
import type { ListReader } from '../reader.ts'
import type { AssemblySources } from '../assemble.ts'
import { combinedDataVersion, type LocalState } from '../local-state.ts'
import type { BatchScheduler, SchedulerOptions } from '../batching/batch-scheduler.ts'
import { openReplica, type OnChange, type Replica } from './replica.ts'
import { startHealthChecks } from './health-check.ts'
import { isDatabaseUnavailable } from '../../database/errors.ts'

/** Shorter than on the primary, because a read goes to the primary after a timeout on a replica. */
const TIMEOUTS = { statementTimeoutMs: 1_000, connectTimeoutMs: 500 }

/** If a replica does not respond, the connections to the primary can still be healthy, so they are kept. */
const IGNORE_SILENCE = { onServerLost: (): void => {} }

export interface ReplicaOptions {
  /** PostgreSQL connection URLs. */
  readonly urls: readonly string[]
  readonly maxLagMs: number
  /** Called with the position of the replica in `urls`. */
  readonly onChange: (position: number, ...change: Parameters<OnChange>) => void
}

interface Primary {
  readonly reader: ListReader
  readonly state: LocalState
  readonly scheduler: BatchScheduler
  readonly sources: AssemblySources
}

interface Replicas {
  /** For clients that accept data up to `maxLagMs` old. */
  readonly reader: ListReader
  /** Covers the primary and all replicas. */
  readonly dataVersion: DataVersion
  /** The state of each replica, in the order of `urls`. */
  readonly states: readonly ReplicaState[]
  close(): Promise<void>
}

/** What an operator must know of a replica. */
export type ReplicaState = Pick<Replica, 'isHealthy' | 'isPrimary' | 'lagBytes' | 'reads'>

/**
 * Optional read replicas (PostgreSQL streaming replication, hot standby). Anonymous reads go round-robin to the
 * replicas that are healthy: a replica is healthy when it replays the write-ahead log without too much lag.
 */
export function startReplicas(
  options: SchedulerOptions,
  { urls, maxLagMs, onChange }: ReplicaOptions,
  { reader, state, scheduler, sources }: Primary,
): Replicas {
  const replicas = urls.map((databaseUrl, position) =>
    openReplica({ ...options, ...TIMEOUTS, ...IGNORE_SILENCE, databaseUrl }, sources, (...change) =>
      onChange(position, ...change),
    ),
  )
  const stopHealthChecks = startHealthChecks({ primary: scheduler, replicas, maxLagMs })
  return {
    reader: roundRobin(replicas, reader),
    dataVersion: combinedDataVersion({ state, scheduler }, replicas),
    states: replicas,
    async close() {
      await Promise.all([
        stopHealthChecks(),
        ...replicas.map((replica) => replica.scheduler.close()),
      ])
    },
  }
}

/** Reads from the healthy replicas in turn; without one, or when a replica fails, from the primary. */
function roundRobin(replicas: readonly Replica[], primary: ListReader): ListReader {
  let last = 0

  const next = (): Replica | undefined => {
    for (let tried = 0; tried < replicas.length; tried += 1) {
      last = (last + 1) % replicas.length
      if (replicas[last]?.isHealthy === true) return replicas[last]
    }
    return undefined
  }

  const read = async <Result>(from: (reader: ListReader) => Promise<Result>): Promise<Result> => {
    const replica = next()
    if (replica === undefined) return from(primary)
    replica.reads += 1
    try {
      return await from(replica.reader)
    } catch (error) {
      // The next health check, within a second, probes it again; no other read waits for it until then.
      if (isDatabaseUnavailable(error)) replica.markUnhealthy(error)
      return from(primary)
    }
  }

  return {
    page: (list, request) => read((reader) => reader.page(list, request)),
    filtered: (list, request) => read((reader) => reader.filtered(list, request)),
    leading: (list, request) => read((reader) => reader.leading(list, request)),
    record: (list, id) => read((reader) => reader.record(list, id)),
  }
}
