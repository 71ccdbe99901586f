import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE } from './test/support/patience.ts'

/** It uses no processor while it waits for half a minute, so it runs beside the others, not after them. */
const WAITING = 'slow-clients.faults.ts'

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It is not that of an array.
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)))
  }
}

function isWaiting({ moduleId }: TestSpecification): boolean {
  return moduleId.endsWith(WAITING)
}

/** Slow tests that wait for timeouts or end processes: `npm run test:faults`. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.faults.ts'],
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: WaitingFirst },
    // They mostly wait; more at once would miss deadlines by their own load.
    maxWorkers: 3,
    ...PATIENCE,
  },
})
