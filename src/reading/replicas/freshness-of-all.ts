import type { Freshness } from '../../kept/freshness.ts'
import type { Memory } from '../rounds/memory.ts'
import type { Rounds } from '../rounds/rounds.ts'
import type { Replica } from './replica.ts'

/**
 * Tells whether anything has changed on any server that answers are read from. An answer that is kept
 * may be of either: as long as none of them has changed, it is what its own would tell now. A replica
 * that is left out has forgotten all, which is a change.
 */
export function freshnessOfAll(
  primary: { readonly memory: Memory; readonly rounds: Rounds },
  replicas: readonly Replica[],
): Freshness {
  const generation = (): number =>
    replicas.reduce((sum, { memory }) => sum + memory.generation, primary.memory.generation)
  return {
    get generation() {
      return generation()
    },
    check(done) {
      const well = replicas.filter(({ isWell }) => isWell)
      let left = 1 + well.length
      let failure: unknown
      const refreshed = (error?: unknown): void => {
        failure ??= error
        left -= 1
        if (left === 0) done(failure as Error | undefined, generation())
      }
      for (const { rounds } of [primary, ...well]) rounds.refresh(refreshed)
    },
  }
}
