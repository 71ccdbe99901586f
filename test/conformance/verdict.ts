/** The result of one tool. */
export interface Verdict {
  readonly tool: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The whole output of a failure, otherwise one line. */
  readonly text: string
}

/** `N passed, N failed`, and `, N skipped` if any. */
export function closingLine(verdicts: readonly Verdict[]): string {
  const sum = (count: (verdict: Verdict) => number): number =>
    verdicts.reduce((total, verdict) => total + count(verdict), 0)
  const skipped = sum((verdict) => verdict.skipped)
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts
}
