import { reportCounts, runTests } from './check/run-tests.ts'
import {
  IMAGE_TESTS,
  imageInputsHash,
  isImageVerified,
  recordVerifiedImage,
  VERIFIED_IMAGE,
} from './check/verified-image.ts'
import { readFlags } from './command-line.ts'

/** `npm run test:deploy`: the files of `deploy/` and the image, with the programs of operators. */
const { changed } = readFlags(
  `Usage: npm run test:deploy [-- --changed]
  --changed         leaves out the image if it was built and tried with the same files

Tests the files of deploy/ and the Containerfile with programs from Debian's packages: podman, systemd-analyze, nginx,
Caddy, PostgreSQL, promtool. A test whose program is missing is skipped, and the output names it.
Writes ${VERIFIED_IMAGE} once all have passed with the image; commit it.`,
  ['changed'],
)

const inputs = imageInputsHash()
const isVerified = changed === true && isImageVerified()
if (isVerified) console.log(`${VERIFIED_IMAGE}: the image was built and tried with these files.`)
const counts = await runTests('vitest.deploy.config.ts', {
  args: isVerified ? [`--exclude=${IMAGE_TESTS}`] : [],
})
if (!isVerified && counts.failed + counts.skipped === 0) {
  recordVerifiedImage(inputs)
  console.log(`${VERIFIED_IMAGE} is up to date: commit it.`)
}
reportCounts(counts)
