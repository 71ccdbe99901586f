import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Tests that need a real browser: `npm run browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/support/global-setup.ts'],
    ...PATIENCE,
  },
})
