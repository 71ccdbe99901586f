import { CHECKS, runSuite } from './check/run-suite.ts'

/** `npm run check`, the same as `npm test`: the checks and the tests, which need only Node and npm. */
await runSuite(CHECKS, 'vitest.config.ts')
