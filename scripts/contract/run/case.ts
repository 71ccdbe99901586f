import type { Trial } from './trial.ts'

/** One thing to try. */
export interface Case {
  /** What it is about: an operationId, or the template of a path. */
  readonly group: string
  /** Reads on from the group: `refuses a limit above 100`. */
  readonly name: string
  /** Whether it wants the record that its address names, so that there must be one. */
  readonly needsRecord?: boolean
  readonly run: (trial: Trial) => Promise<void>
}

/** Cases that follow one after another, as each builds on the ones before it. */
export type Chain = readonly Case[]
