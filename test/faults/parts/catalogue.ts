import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { NIGHTLY, runTests } from '../../../scripts/check/run-tests.ts'
import { NOT_APPLICABLE, ROWS } from '../catalogue/rows.ts'
import { untestedRows } from '../catalogue/untested-rows.ts'
import { atLeast, atMost, none, type Finding } from '../report/finding.ts'
import type { World } from '../world.ts'

/** The slow tests of the catalogue, and the rows without any test. */
export async function tryCatalogue({ options }: World): Promise<Finding[]> {
  const env = options.isNightly ? NIGHTLY : {}
  const { passed, failed, skipped } = await runTests('vitest.faults.config.ts', { env })
  const rows = Object.keys(ROWS).length
  const others = Object.keys(NOT_APPLICABLE).length
  return [
    atLeast('slow tests of the catalogue passed', passed, 1, '', `${skipped} skipped`),
    atMost('slow tests of the catalogue failed', failed, 0),
    none(
      `rows of ${rows} without a test of that name, beside ${others} that do not apply`,
      await untestedRows(path.join(projectRoot(), 'test')),
    ),
  ]
}
