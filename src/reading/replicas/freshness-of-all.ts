import type { DataVersion } from '../../kept/freshness.ts'
import type { LocalState } from '../rounds/memory.ts'
import type { BatchScheduler } from '../rounds/rounds.ts'
import type { Replica } from './replica.ts'

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
