import { listPath } from '../collection.ts'
import { median } from '../variants/figures.ts'
import type { PartResult } from '../report/finding.ts'
import { timeStart } from '../service/start-time.ts'
import type { World } from './world.ts'

/** From the start of the service's process to its first response. */
export async function measureStart({ databaseUrl, options, signal }: World): Promise<PartResult> {
  const seconds: number[] = []
  for (let start = 0; start < options.rounds; start += 1) {
    seconds.push(await timeStart(databaseUrl, listPath('artworks'), signal))
  }
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)]
  return {
    findings: [
      {
        key: 'start',
        what: 'from the start of the process to the first list with 200',
        measured: `${options.rounds} starts, ${least.toFixed(2)} to ${most.toFixed(2)} s`,
        value: median(seconds),
        unit: 'seconds',
      },
    ],
    failures: [],
    details: seconds,
  }
}
