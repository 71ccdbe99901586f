import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Slow tests that wait for timeouts or end processes: `npm run test:faults`. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.faults.ts'],
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    // They mostly wait; more at once would miss deadlines by their own load.
    maxWorkers: 3,
    ...PATIENCE,
  },
})
