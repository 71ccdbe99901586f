import { runSuite, SLOW_CHECKS } from './check/run-suite.ts'

/** `npm run test:slow`: the checks and the tests that take too long to be run after every change. */
await runSuite({
  usage: `Usage: npm run test:slow [-- --nightly]
  --nightly         as many rounds as npm run nightly, and the files that only it runs

Runs the checks and the tests that take too long to be run after every change.`,
  checks: SLOW_CHECKS,
  config: 'vitest.slow.config.ts',
  hasNightly: true,
})
