import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // No test may depend on the time zone of the machine: days and times are UTC.
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    // Test files share only their imports; to load these for each file would double the time.
    isolate: false,
    // Tests often wait, for PostgreSQL and for limits of time, so four workers even on two cores.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // The service's threads are files of TypeScript here, which Node 22.12 reads only so.
    execArgv: ['--experimental-strip-types'],
    ...PATIENCE,
  },
})
