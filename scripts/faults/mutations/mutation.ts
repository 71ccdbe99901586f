/** A defence taken out by one change, and the test that must notice. */
export interface Mutation {
  /** From the project's folder. */
  readonly file: string
  /** Occurs there once. */
  readonly before: string
  readonly after: string
  /** The file of the test, from the project's folder. */
  readonly test: string
  /** A part of the name of the test, its describe blocks included. */
  readonly name: string
  /** What the test needs on the PATH, without which it is skipped. */
  readonly program?: string
}
