import { NIGHTLY, runTests } from '../../../scripts/check/run-tests.ts'
import { atLeast, atMost, type Finding } from '../report/finding.ts'
import type { World } from '../world.ts'

/** The slow tests of the catalogue. */
export async function tryCatalogue({ options }: World): Promise<Finding[]> {
  const env = options.isNightly ? NIGHTLY : {}
  const { passed, failed, skipped } = await runTests('vitest.faults.config.ts', { env })
  return [
    atLeast('slow tests of the catalogue passed', passed, 1, '', `${skipped} skipped`),
    atMost('slow tests of the catalogue failed', failed, 0),
  ]
}
