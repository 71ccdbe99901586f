import { runSuite, SLOW_CHECKS } from './check/run-suite.ts'
import { GATE_INPUTS } from './check/verification.ts'

/** `npm run test:slow`: the checks and the tests that take too long to be run after every change. */
await runSuite({
  usage: `Usage: npm run test:slow [-- --changed] [-- --nightly]
  --changed         leaves out Spectral and the tests of npm run contract, compatibility and release if they have passed with the same files
  --nightly         as many rounds as npm run nightly, and the files that only it runs

Runs the checks and the tests that take too long to be run after every change.
Writes ${GATE_INPUTS.file} once all have passed; commit it.`,
  checks: SLOW_CHECKS,
  config: 'vitest.slow.config.ts',
  hasNightly: true,
  inputs: GATE_INPUTS,
})
