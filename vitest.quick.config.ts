import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { testsWithoutDatabase } from './scripts/check/tests-without-database.ts'
import { PATIENCE } from './test/support/patience.ts'

/** The service's tests that need no PostgreSQL: `npm run test:quick`. */
export default defineConfig({
  test: {
    include: testsWithoutDatabase(),
    exclude: ['test/{scripts,bench,faults,sdks}/**'],
    env: { TZ: 'Pacific/Chatham' },
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    ...PATIENCE,
  },
})
