import { grouped, type Finding } from '../report/finding.ts'

export interface Measurement {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Head and body. */
  readonly bytesPerResponse: number
  readonly errors: number
  readonly firstError: string | undefined
}

type Figure = 'requestsPerSecond' | 'p50Ms' | 'p99Ms' | 'bytesPerResponse'

/** The result of a variant: the medians over the rounds, and the sum of the errors. */
export interface Figures extends Measurement {
  readonly name: string
  readonly rounds: readonly Measurement[]
}

export function figuresOf(name: string, rounds: readonly Measurement[]): Figures {
  const medianOf = (figure: Figure): number => median(rounds.map((round) => round[figure]))
  return {
    name,
    requestsPerSecond: medianOf('requestsPerSecond'),
    p50Ms: medianOf('p50Ms'),
    p99Ms: medianOf('p99Ms'),
    bytesPerResponse: medianOf('bytesPerResponse'),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    firstError: rounds.find(({ firstError }) => firstError !== undefined)?.firstError,
    rounds,
  }
}

/**
 * One variant's figure as a share of another's: the median over the rounds, because a busy machine slows
 * both.
 */
export function ratioOf(figure: Figure, one: Figures, other: Figures): number {
  return median(
    one.rounds.map((round, place) => round[figure] / (other.rounds[place]?.[figure] ?? 0)),
  )
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

export function figuresText({
  requestsPerSecond,
  p50Ms,
  p99Ms,
  bytesPerResponse,
}: Figures): string {
  const latencies = `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
  return `${grouped(requestsPerSecond)} req/s, ${latencies}, ${grouped(bytesPerResponse)} bytes`
}

/** The throughput of a variant as a share of that of a plain route. */
export function shareOfPlain(key: string, figures: Figures, plain: Figures): Finding {
  return {
    key,
    what: figures.name,
    measured: `${figuresText(figures)}; plain ${grouped(plain.requestsPerSecond)} req/s`,
    value: ratioOf('requestsPerSecond', figures, plain),
    unit: 'share',
  }
}

/** A line for each variant with unexpected responses, whose figures are invalid. */
export function failuresOf(figures: readonly Figures[]): string[] {
  return figures
    .filter(({ errors }) => errors > 0)
    .map(({ name, errors, firstError }) => `${name}: ${errors} errors; the first: ${firstError}`)
}
