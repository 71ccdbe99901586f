import { reportCounts, runTests } from './check/run-tests.ts'
import { readFlags } from './command-line.ts'

/** `npm run test:deploy`: the tests of the files in deploy/ that need the programs which read these files. */
readFlags(`Usage: npm run test:deploy

Runs the tests of the files in deploy/ that need Debian's packages, such as promtool of the package prometheus. Those of a
missing program are skipped.`)

reportCounts(await runTests('vitest.deploy.config.ts'))
