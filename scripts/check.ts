import { CHECKS, runSuite } from './check/run-suite.ts'

/** `npm run check`, which `npm test` is: everything that needs no more than Node. */
await runSuite(CHECKS, 'vitest.config.ts')
