/** What answers that are kept are held against. */
export interface DataVersion {
  /**
   * The generation of public data that this process has seen last, in the numbers' order. Any change
   * moves it on, and so does the first look at the data: before that nothing is known.
   */
  readonly current: number
  /**
   * Calls back with the generation that holds at a moment after this call, or with why it cannot be
   * known.
   */
  revalidate(done: (error: Error | undefined, generation: number) => void): void
}
