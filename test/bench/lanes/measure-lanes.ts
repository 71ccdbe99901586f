import { progressBar } from '../../../scripts/progress-bar.ts'
import type { LoadClient } from '../load/load-client.ts'
import { percentile } from '../load/histogram.ts'
import type { LoadResult } from '../load/run-load.ts'
import { figuresOf, type Figures, type Measurement } from './figures.ts'
import type { Lane } from './lane.ts'

export interface Plan {
  readonly rounds: number
  /** Of one lane in one round. */
  readonly seconds: number
  readonly connections: number
  readonly client: LoadClient
  readonly signal: AbortSignal
}

const FIRST_ROUND_SECONDS = 1

/**
 * Measures every lane in turn, and all of them again in every round, so that whatever else the machine
 * does meanwhile hits all of them alike.
 * @returns the figures of the lanes, in their order.
 */
export async function measureLanes(lanes: readonly Lane[], plan: Plan): Promise<Figures[]> {
  const measurements = lanes.map((): Measurement[] => [])
  const total = (plan.rounds + 1) * lanes.length
  const bar = progressBar('measurements')
  try {
    for (let done = 0; done < total; done += 1) {
      plan.signal.throwIfAborted()
      bar.update(done, total)
      const [round, place] = [Math.floor(done / lanes.length), done % lanes.length]
      // Round 0 does not count.
      const seconds = round === 0 ? FIRST_ROUND_SECONDS : plan.seconds
      const measurement = await measureLane(lanes[place] as Lane, { ...plan, seconds }, round)
      if (round > 0) measurements[place]?.push(measurement)
    }
  } finally {
    bar.stop()
  }
  return lanes.map(({ name }, place) => figuresOf(name, measurements[place] ?? []))
}

export async function measureLane(
  lane: Lane,
  { connections, client, seconds }: Pick<Plan, 'connections' | 'client' | 'seconds'>,
  round: number,
): Promise<Measurement> {
  const { url, headers, expects } = lane
  const paths = Array.from({ length: connections }, (_, connection) =>
    lane.paths(round, connection),
  )
  const end = lane.beside?.()
  try {
    const result = await client.load({ url, headers, expects, paths, seconds })
    return measurementOf(result, seconds)
  } finally {
    await end?.()
  }
}

function measurementOf(result: LoadResult, seconds: number): Measurement {
  const { answers, bytes, latencies, errors, firstError } = result
  return {
    requestsPerSecond: answers / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    bytesPerResponse: answers === 0 ? 0 : bytes / answers,
    errors,
    firstError,
  }
}
