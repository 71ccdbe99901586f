import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Tests in a real browser, apart because a browser has to be there: `npm run browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    ...PATIENCE,
  },
})
