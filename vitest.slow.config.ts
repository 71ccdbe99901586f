import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Long tests, kept out of `npm test`: `npm run test:slow`. */
export default defineConfig({
  test: {
    include: ['test/**/*.slow.ts'],
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: Math.max(2, availableParallelism() - 1),
    ...PATIENCE,
  },
})
