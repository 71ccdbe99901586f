import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Tests that wait for timeouts or end processes, apart because that takes long: `npm run test:faults`. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.faults.ts'],
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    // Most of their time is waiting; more at once would be late by themselves.
    maxWorkers: 2,
    ...PATIENCE,
  },
})
