import type { Freshness } from '../../kept/freshness.ts'
import type { Lists } from '../reading.ts'
import type { RecordSources } from '../records/ready-records.ts'
import type { Memory } from '../rounds/memory.ts'
import type { Rounds, RoundsOptions } from '../rounds/rounds.ts'
import { byTurns } from './by-turns.ts'
import { freshnessOfAll } from './freshness-of-all.ts'
import { openReplica, type OnChange } from './replica.ts'
import { watchReplicas } from './watch-replicas.ts'

export interface ReplicaOptions {
  /** PostgreSQL connection URLs. */
  readonly urls: readonly string[]
  readonly maxLagMs: number
  /** Told of a replica, by its place in `urls`. */
  readonly onChange: (place: number, ...change: Parameters<OnChange>) => void
}

/** What replicas stand in for. */
export interface Primary {
  readonly lists: Lists
  readonly memory: Memory
  readonly rounds: Rounds
  readonly sources: RecordSources
}

export interface Replicas {
  /** For whoever may be told what was true a moment ago. */
  readonly lists: Lists
  /** Of all that is told, by the primary too. */
  readonly freshness: Freshness
  close(): Promise<void>
}

/** Where the primary can be asked too, a replica that is slow is not waited for any longer. */
const LIMITS = { statementTimeoutMs: 1_000, connectTimeoutMs: 500 }

/** What a replica does says nothing of the primary's connections. */
const ITS_OWN = { onSilence: (): void => {} }

/** Begins to read from the replicas, as soon as they are known to be well. */
export function startReplicas(
  options: RoundsOptions,
  { urls, maxLagMs, onChange }: ReplicaOptions,
  { lists, memory, rounds, sources }: Primary,
): Replicas {
  const replicas = urls.map((databaseUrl, place) =>
    openReplica({ ...options, ...LIMITS, ...ITS_OWN, databaseUrl }, sources, (...change) =>
      onChange(place, ...change),
    ),
  )
  const stopWatching = watchReplicas({ primary: rounds, replicas, maxLagMs })
  return {
    lists: byTurns(replicas, lists),
    freshness: freshnessOfAll({ memory, rounds }, replicas),
    async close() {
      await Promise.all([stopWatching(), ...replicas.map((replica) => replica.rounds.close())])
    },
  }
}
