import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Nothing may depend on where the machine is: days and times are UTC.
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    // Files share no state but their imports, and loading those anew for each takes half the time.
    isolate: false,
    // Much of the time goes by waiting for PostgreSQL, so two even where there are only two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    ...PATIENCE,
  },
})
