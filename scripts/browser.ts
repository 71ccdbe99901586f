import { runSuite } from './check/run-suite.ts'

/** `npm run browser`: the tests that need a browser, Debian's `chromium` or another Chromium. */
await runSuite({
  usage: `Usage: npm run browser [-- --nightly]
  --nightly         every width in every colour scheme, as npm run nightly

Runs the tests of the HTML pages in Debian's chromium or another Chromium; without one they are skipped.`,
  config: 'vitest.browser.config.ts',
  hasNightly: true,
})
