import { progressBar } from '../../../scripts/progress-bar.ts'
import type { LoadClient } from '../load/load-client.ts'
import { percentile } from '../load/percentile.ts'
import type { LoadResult } from '../load/run-load.ts'
import { figuresOf, type Figures, type Measurement } from './figures.ts'
import type { Variant } from './variant.ts'

export interface Plan {
  readonly rounds: number
  /** The duration of one variant in one round. */
  readonly seconds: number
  readonly connections: number
  readonly client: LoadClient
  readonly signal: AbortSignal
}

const FIRST_ROUND_SECONDS = 1

/**
 * Measures all variants in turn in each round, so that other load of the machine affects all of them equally.
 * @returns the figures of the variants, in their order.
 */
export async function measureVariants(
  variants: readonly Variant[],
  plan: Plan,
): Promise<Figures[]> {
  const measurements = variants.map((): Measurement[] => [])
  const total = (plan.rounds + 1) * variants.length
  const bar = progressBar('measurements')
  try {
    for (let done = 0; done < total; done += 1) {
      plan.signal.throwIfAborted()
      bar.update(done, total)
      const [round, place] = [Math.floor(done / variants.length), done % variants.length]
      // Round 0 does not count.
      const seconds = round === 0 ? FIRST_ROUND_SECONDS : plan.seconds
      const measurement = await measureVariant(
        variants[place] as Variant,
        { ...plan, seconds },
        round,
      )
      if (round > 0) measurements[place]?.push(measurement)
    }
  } finally {
    bar.stop()
  }
  return variants.map(({ name }, place) => figuresOf(name, measurements[place] ?? []))
}

export async function measureVariant(
  variant: Variant,
  { connections, client, seconds }: Pick<Plan, 'connections' | 'client' | 'seconds'>,
  round: number,
): Promise<Measurement> {
  const { url, headers, expects, bodies } = variant
  const paths = Array.from({ length: connections }, (_, connection) =>
    variant.paths(round, connection),
  )
  const end = variant.beside?.()
  try {
    const result = await client.load({ url, headers, expects, paths, bodies, seconds })
    return measurementOf(result, seconds)
  } finally {
    await end?.()
  }
}

function measurementOf(result: LoadResult, seconds: number): Measurement {
  const { responses, bytes, latencies, errors, firstError } = result
  return {
    requestsPerSecond: responses / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    bytesPerResponse: responses === 0 ? 0 : bytes / responses,
    errors,
    firstError,
  }
}
