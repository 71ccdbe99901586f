import type { Case } from './cases.ts'
import type { Measurement } from './load.ts'

/** What came of a case: the medians over the rounds, and the sum of the errors. */
export interface Figures extends Measurement {
  readonly name: string
  /** Requests per second, as a share of the limit's. */
  readonly ofLimit: number
  readonly rounds: readonly Measurement[]
}

/** @param measurements of every case in every round; the first case is the limit. */
export function figuresOf(
  cases: readonly Case[],
  measurements: readonly (readonly Measurement[])[],
): Figures[] {
  const [limit = []] = measurements
  return cases.map(({ name }, index) => caseFigures(name, measurements[index] ?? [], limit))
}

function caseFigures(
  name: string,
  rounds: readonly Measurement[],
  limit: readonly Measurement[],
): Figures {
  const medianOf = (key: keyof Measurement): number => median(rounds.map((round) => round[key]))
  // Each round against the limit of the same round: a slow minute slows both.
  const shares = rounds.map(
    ({ requestsPerSecond }, index) => requestsPerSecond / (limit[index]?.requestsPerSecond ?? 0),
  )
  return {
    name,
    requestsPerSecond: medianOf('requestsPerSecond'),
    p50Ms: medianOf('p50Ms'),
    p99Ms: medianOf('p99Ms'),
    bytesPerResponse: medianOf('bytesPerResponse'),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    ofLimit: median(shares),
    rounds,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
