import type { DataVersion } from '../../cache/data-version.ts'
import type { ListReader } from '../types.ts'
import type { AssemblySources } from '../documents/assemble.ts'
import type { LocalState } from '../change-log/local-state.ts'
import type { BatchScheduler, SchedulerOptions } from '../batching/batch-scheduler.ts'
import { openReplica, type OnChange, type Replica } from './replica.ts'
import { startHealthChecks } from './health-check.ts'
import { isDatabaseUnavailable } from '../../database/errors.ts'

export interface ReplicaOptions {
  /** PostgreSQL connection URLs. */
  readonly urls: readonly string[]
  readonly maxLagMs: number
  /** Told of a replica, by its place in `urls`. */
  readonly onChange: (place: number, ...change: Parameters<OnChange>) => void
}

/** What replicas stand in for. */
interface Primary {
  readonly reader: ListReader
  readonly state: LocalState
  readonly scheduler: BatchScheduler
  readonly sources: AssemblySources
}

interface Replicas {
  /** For whoever may be told what was true a moment ago. */
  readonly reader: ListReader
  /** Of all that is told, by the primary too. */
  readonly dataVersion: DataVersion
  close(): Promise<void>
}

/** Where the primary can be asked too, a replica that is slow is not waited for any longer. */
const LIMITS = { statementTimeoutMs: 1_000, connectTimeoutMs: 500 }

/** What a replica does says nothing of the primary's connections. */
const ITS_OWN = { onResponseTimeout: (): void => {} }

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

/**
 * Reads from one well replica after the other, and from the primary when there is none. What a replica
 * cannot answer, for whatever reason, the primary does.
 */
function roundRobin(replicas: readonly Replica[], primary: ListReader): ListReader {
  let turn = 0

  const next = (): Replica | undefined => {
    for (let tried = 0; tried < replicas.length; tried += 1) {
      turn = (turn + 1) % replicas.length
      if (replicas[turn]?.isHealthy === true) return replicas[turn]
    }
    return undefined
  }

  const read = async <Answer>(from: (lists: ListReader) => Promise<Answer>): Promise<Answer> => {
    const replica = next()
    if (replica === undefined) return from(primary)
    try {
      return await from(replica.reader)
    } catch (error) {
      // It is looked at again within a second; until then nobody else need wait for it.
      if (isDatabaseUnavailable(error)) replica.markUnhealthy(error)
      return from(primary)
    }
  }

  return {
    page: (list, request) => read((lists) => lists.page(list, request)),
    record: (list, id) => read((lists) => lists.record(list, id)),
  }
}

/**
 * Tells whether anything has changed on any server that answers are read from. An answer that is kept
 * may be of either: as long as none of them has changed, it is what its own would tell now. A replica
 * that is left out has forgotten all, which is a change.
 */
export function combinedDataVersion(
  primary: { readonly state: LocalState; readonly scheduler: BatchScheduler },
  replicas: readonly Replica[],
): DataVersion {
  const generation = (): number =>
    replicas.reduce((sum, { state }) => sum + state.version, primary.state.version)
  return {
    get current() {
      return generation()
    },
    revalidate(done) {
      const well = replicas.filter(({ isHealthy }) => isHealthy)
      let left = 1 + well.length
      let failure: unknown
      const refreshed = (error?: unknown): void => {
        failure ??= error
        left -= 1
        if (left === 0) done(failure as Error | undefined, generation())
      }
      for (const { scheduler } of [primary, ...well]) scheduler.revalidate(refreshed)
    },
  }
}
