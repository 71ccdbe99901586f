import { NIGHTLY, reportCounts, runTests } from './check/run-tests.ts'
import { readFlags } from './command-line.ts'

/** `npm run test:packages`: the packages for partners, each installed in an empty project. */
const { nightly } = readFlags(
  `Usage: npm run test:packages [-- --nightly]
  --nightly         every installed version of Python, as npm run nightly

Makes the packages of npm run packages, installs each in an empty project, and uses it there: in TypeScript, JavaScript, a
browser, Deno, Bun and Python, and as commands. A test whose program is missing is skipped, and the output names it.`,
  ['nightly'],
)

reportCounts(await runTests('vitest.packages.config.ts', nightly ? { env: NIGHTLY } : {}))
