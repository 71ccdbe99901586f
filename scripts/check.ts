import { CHECKS, runSuite } from './check/run-suite.ts'
import { TESTS_OF_TOOLS } from './check/test-files.ts'

/** `npm run check`, the same as `npm test`: the checks and the tests, which need only Node and npm. */
await runSuite({
  usage: `Usage: npm test [-- --nightly]
  --nightly         as many rounds as npm run nightly

Runs the checks, such as types and lint, and the tests on a PostgreSQL of their own. The last line counts what passed
and failed. Takes four minutes. Single files: npx vitest run FILES. Tests of tools are in npm run test:slow.`,
  checks: CHECKS,
  config: 'vitest.config.ts',
  without: TESTS_OF_TOOLS,
  hasNightly: true,
})
