import { reportCounts, runTests } from './check/run-tests.ts'
import { IMAGE_INPUTS, IMAGE_TESTS, Verification } from './check/verification.ts'
import { readFlags } from './command-line.ts'

/** `npm run test:deploy`: the files of `deploy/` and the image, with the programs of operators. */
const { changed } = readFlags(
  `Usage: npm run test:deploy [-- --changed]
  --changed         leaves out the image if it was built and tried with the same files

Tests the files of deploy/ and the Containerfile with programs from Debian's packages: podman, systemd-analyze, nginx,
Caddy, PostgreSQL, promtool. A test whose program is missing is skipped, and the output names it.
Writes ${IMAGE_INPUTS.file} once all have passed with the image; commit it.`,
  ['changed'],
)

const verification = new Verification(IMAGE_INPUTS)
const inputs = verification.hash()
const isVerified = changed === true && verification.isCurrent()
if (isVerified) console.log(`${IMAGE_INPUTS.file}: the image was built and tried with these files.`)
const counts = await runTests('vitest.deploy.config.ts', {
  args: isVerified ? [`--exclude=${IMAGE_TESTS}`] : [],
})
if (!isVerified && counts.failed + counts.skipped === 0) {
  verification.record(inputs)
  console.log(`${IMAGE_INPUTS.file} is up to date: commit it.`)
}
reportCounts(counts)
