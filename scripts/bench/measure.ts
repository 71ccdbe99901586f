import { progressBar } from '../progress-bar.ts'
import type { Case } from './cases.ts'
import { putUnderLoad, type Measurement } from './load.ts'

export interface Plan {
  readonly serviceUrl: string
  readonly cases: readonly Case[]
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  readonly signal: AbortSignal
}

const WARM_UP_SECONDS = 1

/**
 * Measures every case in turn, and all of them again in every round, so that whatever else the
 * machine does meanwhile hits all of them alike.
 * @returns the rounds' measurements, in the order of the cases.
 */
export async function measureCases(plan: Plan): Promise<Measurement[][]> {
  const { cases, rounds, seconds, signal } = plan
  const measurements = cases.map((): Measurement[] => [])
  const bar = progressBar('measurements')
  try {
    for (const benchCase of cases) await measure(plan, benchCase, 0, WARM_UP_SECONDS)
    for (let done = 0; done < rounds * cases.length; done += 1) {
      signal.throwIfAborted()
      bar.update(done, rounds * cases.length)
      const [round, index] = [Math.floor(done / cases.length), done % cases.length]
      const benchCase = cases[index] as Case
      measurements[index]?.push(await measure(plan, benchCase, round + 1, seconds))
    }
  } finally {
    bar.stop()
  }
  signal.throwIfAborted()
  return measurements
}

function measure(plan: Plan, { paths }: Case, round: number, seconds: number) {
  const { serviceUrl: url, connections, signal } = plan
  const pathsOf = (connection: number): readonly string[] => paths(round, connection)
  return putUnderLoad({ url, paths: pathsOf, connections, seconds, signal })
}
