import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests of many steps, apart so that `npm test` stays short: `npm run test:slow`. */
export default defineConfig({
  test: {
    include: ['test/**/*.slow.ts'],
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
