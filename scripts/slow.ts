import { runSuite, SLOW_CHECKS } from './check/run-suite.ts'

/** `npm run test:slow`: the checks and the tests that take too long to be run after every change. */
await runSuite({
  usage: `Usage: npm run test:slow

Runs the checks and the tests that take too long to be run after every change.`,
  checks: SLOW_CHECKS,
  config: 'vitest.slow.config.ts',
})
