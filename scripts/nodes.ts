import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { endingSignal, reportCounts, runTests, type Counts } from './check/run-tests.ts'
import { quickTests } from './check/test-files.ts'
import { INTERRUPTED, messageOf, readFlags } from './command-line.ts'
import { interruption } from './programs/interruption.ts'
import { installNpmPackages } from './programs/npm-packages.ts'
import { RegistryUnreachable } from './programs/registry.ts'

/**
 * The minimum and the recommended version, except the one that is current. npm provides them as packages, named by
 * platform and processor.
 */
const VERSIONS = ['22.12.0', '24.21.0']

/** It reads source text, which is the same on each. */
const CONVENTIONS = 'test/conventions.test.ts'

/** With PostgreSQL: Node changes how HTTP is read, written and ended. `npm test` runs the other tests on one version. */
const WITH_DATABASE = ['test/http/', 'test/server/']

/** `npm run test:nodes`: the tests that depend on Node, on the other versions, which are installed in `.data/nodes`. */
readFlags(`Usage: npm run test:nodes

Runs the tests that need no PostgreSQL, and those of HTTP, on the other versions of Node (${VERSIONS.join(', ')}),
which npm installs in .data/nodes.`)

const current = Number(process.versions.node.split('.')[0])
const total = { passed: 0, failed: 0, skipped: 0 }
for (const version of VERSIONS) {
  if (Number.parseInt(version, 10) === current || endingSignal() !== undefined) continue
  const counts = await testOn(version)
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}
reportCounts(total)

async function testOn(version: string): Promise<Counts> {
  const name = `node-${process.platform}-${process.arch}`
  const folder = path.join(projectRoot(), '.data/nodes', `${name}-${version}`)
  console.log(`\nNode ${version}`)
  const error = await installNpmPackages({ [name]: version }, folder).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  // A signal during the installation; later ones are for `runTests`.
  if (interruption.aborted) {
    console.error(`test:nodes: ${messageOf(interruption.reason)}`)
    process.exit(INTERRUPTED)
  }
  if (error !== undefined) {
    const isMissing = error instanceof RegistryUnreachable || /E404|ETARGET/.test(messageOf(error))
    if (!isMissing) throw error
    console.log(`Skipped: Node ${version}, as ${name} is not available: ${messageOf(error)}`)
    // In CI a version that was not tested has not passed.
    return { passed: 0, failed: process.env['CI'] === 'true' ? 1 : 0, skipped: 1 }
  }
  const programs = path.join(folder, 'node_modules', name, 'bin')
  return runTests('vitest.config.ts', {
    args: [...quickTests().filter((file) => file !== CONVENTIONS), ...WITH_DATABASE],
    env: { PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}` },
  })
}
