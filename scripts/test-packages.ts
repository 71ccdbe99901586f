import { runSuite } from './check/run-suite.ts'
import { PYTHON_INPUTS } from './check/verification.ts'

/** `npm run test:packages`: the packages for partners, each installed in an empty project. */
await runSuite({
  usage: `Usage: npm run test:packages [-- --changed] [-- --nightly]
  --changed         leaves out the Python client if it has passed with the same files
  --nightly         every installed version of Python, as npm run nightly

Makes the packages of npm run packages, installs each in an empty project, and uses it there: in TypeScript, JavaScript, a
browser, Deno, Bun and Python, and as commands. A test whose program is missing is skipped, and the output names it.
Writes ${PYTHON_INPUTS.file} once all have passed with Python; commit it.`,
  config: 'vitest.packages.config.ts',
  hasNightly: true,
  inputs: PYTHON_INPUTS,
})
