/** The version of all public data, which revalidates cached responses. */
export interface DataVersion {
  /**
   * The latest version that this process has seen. Every change of the data increases it, and so does the first
   * snapshot of the database, before which no version is known.
   */
  readonly current: number
  /** Calls `done` with a version that was current after this call, or with the error of the probe. */
  revalidate(done: (error: Error | undefined, version: number) => void): void
}
