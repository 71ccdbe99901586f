import { NIGHTLY, reportCounts, runTests } from './check/run-tests.ts'
import { readFlags } from './command-line.ts'

/** `npm run browser`: the tests that need a browser, Debian's `chromium` or another Chromium. */
const { nightly } = readFlags(
  `Usage: npm run browser [-- --nightly]
  --nightly         every width in every colour scheme, as npm run nightly

Runs the tests of the HTML pages in Debian's chromium or another Chromium; without one they are skipped.`,
  ['nightly'],
)

reportCounts(await runTests('vitest.browser.config.ts', nightly ? { env: NIGHTLY } : {}))
