import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Tests of `deploy/` and the Containerfile with the programs of operators: `npm run test:deploy`. */
export default defineConfig({
  test: {
    include: ['test/deploy/**/*.deploy.ts'],
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    ...PATIENCE,
  },
})
