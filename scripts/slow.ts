import { runSuite, SLOW_CHECKS } from './check/run-suite.ts'

/** `npm run test:slow`: the checks and the tests that take too long to be run after every change. */
await runSuite(SLOW_CHECKS, 'vitest.slow.config.ts')
