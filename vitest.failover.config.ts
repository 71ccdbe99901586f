import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Tests with a cluster that fails over: `npm run test:failover`. */
export default defineConfig({
  test: {
    include: ['test/failover/**/*.failover.ts'],
    env: { TZ: 'Pacific/Chatham' },
    ...PATIENCE,
  },
})
