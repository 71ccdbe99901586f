import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { median } from '../variants/figures.ts'
import type { PartResult } from '../report/finding.ts'
import { startServiceProcess } from '../service/service-process.ts'
import type { World } from './world.ts'

/** From the start of the service's process to its first response. */
export async function measureStart({ databaseUrl, options, signal }: World): Promise<PartResult> {
  const seconds: number[] = []
  for (let start = 0; start < options.rounds; start += 1) {
    signal.throwIfAborted()
    const began = performance.now()
    const service = await startServiceProcess({ databaseUrl, folder: tmpdir() })
    seconds.push((performance.now() - began) / 1_000)
    await service.stop()
    await rm(service.log)
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
