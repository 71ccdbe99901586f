import { closingLine, runTests } from './check/run-tests.ts'

/** `npm run test:slow`: the tests that take too long to be run after every change. */
const counts = await runTests('vitest.slow.config.ts')
console.log(closingLine(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
