export interface Outcome {
  readonly state: 'passed' | 'failed' | 'skipped'
  /** What the generator, the compiler or the program said. */
  readonly reason: string
}

/** What came of the client made from one document. */
export interface ClientOutcome {
  readonly compiles: Outcome
  /** Failed, too, where there is nothing to run. */
  readonly runs: Outcome
}

/** Both without success, for the same reason. */
export function neither(state: 'failed' | 'skipped', error: unknown): ClientOutcome {
  const reason = error instanceof Error ? error.message : String(error)
  return { compiles: { state, reason }, runs: { state, reason } }
}
