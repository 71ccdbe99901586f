import { NIGHTLY, reportCounts, runTests } from './check/run-tests.ts'
import { PYTHON_INPUTS, PYTHON_TESTS, Verification } from './check/verification.ts'
import { readFlags } from './command-line.ts'

/** `npm run test:packages`: the packages for partners, each installed in an empty project. */
const { changed, nightly } = readFlags(
  `Usage: npm run test:packages [-- --changed] [-- --nightly]
  --changed         leaves out the Python client if it has passed with the same files
  --nightly         every installed version of Python, as npm run nightly

Makes the packages of npm run packages, installs each in an empty project, and uses it there: in TypeScript, JavaScript, a
browser, Deno, Bun and Python, and as commands. A test whose program is missing is skipped, and the output names it.
Writes ${PYTHON_INPUTS.file} once all have passed with Python; commit it.`,
  ['changed', 'nightly'],
)

const verification = new Verification(PYTHON_INPUTS)
const inputs = verification.hash()
const isVerified = changed === true && verification.isCurrent()
if (isVerified) console.log(`${PYTHON_INPUTS.file}: the Python client has passed with these files.`)
const counts = await runTests('vitest.packages.config.ts', {
  args: isVerified ? [`--exclude=${PYTHON_TESTS}`] : [],
  env: nightly ? NIGHTLY : {},
})
if (!isVerified && counts.failed + counts.skipped === 0) {
  verification.record(inputs)
  console.log(`${PYTHON_INPUTS.file} is up to date: commit it.`)
}
reportCounts(counts)
