import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { runSuite } from '../../../scripts/check/run-suite.ts'

/** A suite of the folder `SUITE`, which has a check and tests of its own. */
const folder = process.env['SUITE'] ?? ''
const inFolder = (name: string) => path.relative(projectRoot(), path.join(folder, name))

await runSuite({
  usage: 'Usage: npm run suite [-- --changed] [-- --nightly]',
  checks: [
    { name: 'daily', program: 'node', args: [path.join(folder, 'check.js')] },
    { name: 'of inputs', program: 'node', args: ['--version'], isOfInputs: true },
    { name: 'nightly', program: 'node', args: ['--version'], isNightly: true },
  ],
  config: path.join(folder, 'vitest.config.js'),
  without: ['of-another-suite/**'],
  hasNightly: true,
  inputs: {
    file: inFolder('verified.json'),
    tests: 'of-tools/**',
    page: inFolder('page.md'),
    paths: [inFolder('input.txt')],
  },
})
