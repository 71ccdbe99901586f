import { CHECKS, runSuite } from './check/run-suite.ts'

/** `npm run test:quick`: types, lint and the tests that need no PostgreSQL. */
await runSuite({
  usage: `Usage: npm run test:quick

Runs types, lint and the tests that need no PostgreSQL.`,
  checks: CHECKS.filter(({ isQuick }) => isQuick),
  config: 'vitest.quick.config.ts',
})
