import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Tests of the packages for partners, each installed in an empty project: `npm run test:packages`. */
export default defineConfig({
  test: {
    include: ['test/packages/**/*.packages.ts'],
    env: { TZ: 'Pacific/Chatham' },
    globalSetup: ['test/support/global-setup.ts', 'test/packages/made-packages.ts'],
    maxWorkers: 2,
    ...PATIENCE,
  },
})
