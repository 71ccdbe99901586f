import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Files share no state but their imports, and loading those anew for each takes half the time.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
