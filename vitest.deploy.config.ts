import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

/** Tests of the files for operators, with the programs that read them: `npm run test:deploy`. */
export default defineConfig({
  test: {
    include: ['test/deploy/**/*.deploy.ts'],
    env: { TZ: 'Pacific/Chatham' },
    ...PATIENCE,
  },
})
