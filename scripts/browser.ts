import { reportCounts, runTests } from './check/run-tests.ts'
import { readFlags } from './command-line.ts'

/** `npm run browser`: the tests that need a browser, Debian's `chromium` or another Chromium. */
readFlags(`Usage: npm run browser

Runs the tests of the HTML pages in Debian's chromium or another Chromium; without one they are skipped.`)

reportCounts(await runTests('vitest.browser.config.ts'))
