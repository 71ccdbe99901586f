import type { SdkOutcome } from './check-sdk.ts'
import type { State } from './outcome.ts'

export interface Summary {
  readonly failed: number
  readonly skipped: number
  /** The last that is printed: `.ci/run` adds up the counts at its start. */
  readonly line: string
}

/** Counts what was compiled, parsed and run; `unsupported` and `untried` are neither good nor bad. */
export function summary(outcomes: readonly SdkOutcome[]): Summary {
  const clients = outcomes.flatMap((outcome) => Object.values(outcome))
  const states = clients.flatMap(({ compiles, runs }) => [compiles.state, runs.state])
  const count = (wanted: State): number => states.filter((state) => state === wanted).length
  const failed = count('failed')
  const skipped = count('skipped')
  return {
    failed,
    skipped,
    line: `${count('passed') + count('parsed')} passed, ${failed} failed, ${skipped} skipped`,
  }
}
