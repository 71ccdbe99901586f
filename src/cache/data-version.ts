/** The version of all public data, which revalidates cached responses. */
export interface DataVersion {
  /**
   * The latest version that this process has seen. Every change increases it, and so does the first snapshot:
   * before that no version is known.
   */
  readonly current: number
  /** Calls back with a version that is valid at a moment after this call, or with the error that prevents it. */
  revalidate(done: (error: Error | undefined, version: number) => void): void
}
