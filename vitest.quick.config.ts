import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { quickTests } from './scripts/check/test-files.ts'
import { PATIENCE } from './test/support/patience.ts'

/** The service's tests that need no PostgreSQL: `npm run test:quick`. */
export default defineConfig({
  test: {
    include: quickTests(),
    env: { TZ: 'Pacific/Chatham' },
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // As in vitest.config.ts.
    execArgv: ['--experimental-strip-types'],
    ...PATIENCE,
  },
})
