import { runSuite } from './check/run-suite.ts'
import { IMAGE_INPUTS } from './check/verification.ts'

/** `npm run test:deploy`: the files of `deploy/` and the image, with the programs of operators. */
await runSuite({
  usage: `Usage: npm run test:deploy [-- --changed]
  --changed         leaves out the image if it was built and tried with the same files

Tests the files of deploy/ and the Containerfile with programs from Debian's packages: podman, systemd-analyze, nginx,
Caddy, PostgreSQL, promtool. A test whose program is missing is skipped, and the output names it.
Writes ${IMAGE_INPUTS.file} once all have passed with the image; commit it.`,
  config: 'vitest.deploy.config.ts',
  inputs: IMAGE_INPUTS,
})
