import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { TESTS_OF_TOOLS } from './scripts/check/test-files.ts'
import { isNightly } from './test/support/amount.ts'
import { PATIENCE } from './test/support/patience.ts'

/** Long tests and those of tools, kept out of `npm test`: `npm run test:slow`. */
export default defineConfig({
  test: {
    // A commit leaves out those that only measure costs, or repeat what another one tries once.
    include: [
      'test/**/*.slow.ts',
      ...(isNightly ? ['test/**/*.nightly.ts'] : []),
      ...TESTS_OF_TOOLS,
    ],
    isolate: false,
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    // Some wait for limits of time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    ...PATIENCE,
  },
})
