import { CHECKS, runSuite } from './check/run-suite.ts'

/** `npm run test:quick`: types, lint and the tests that need no PostgreSQL. */
await runSuite(
  CHECKS.filter(({ isQuick }) => isQuick),
  'vitest.quick.config.ts',
)
