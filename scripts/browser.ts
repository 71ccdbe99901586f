import { closingLine, runTests } from './check/run-tests.ts'

/** `npm run browser`: the tests that need a browser, Debian's `chromium` or another Chromium. */
const counts = await runTests('vitest.browser.config.ts')
console.log(closingLine(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
