/** `parsed`: checked by a grammar; `untried`: no compiler or runtime is installed. */
export type State = 'passed' | 'parsed' | 'failed' | 'skipped' | 'unsupported' | 'untried'

export interface Outcome {
  readonly state: State
  /** The output of the generator, the compiler or the program, or the reason why there is none. */
  readonly reason: string
}

/** The outcome of the client generated from one document. */
export interface ClientOutcome {
  readonly compiles: Outcome
  /** Failed, too, when compilation failed. */
  readonly runs: Outcome
}

/** The outcome of a client without a compiler. */
export const PARSED: ClientOutcome = {
  compiles: { state: 'parsed', reason: '' },
  runs: { state: 'untried', reason: '' },
}

/** The same outcome for both. */
export function neither(state: State, reason: string): ClientOutcome {
  return { compiles: { state, reason }, runs: { state, reason } }
}
