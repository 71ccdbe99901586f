import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { closingLine, runTests, type Counts } from './check/run-tests.ts'
import { installNpmPackages } from '../test/sdks/npm-packages.ts'
import { RegistryUnreachable } from '../test/sdks/registry.ts'

/** Beside the one that this runs on. npm has them as packages, named after the machine. */
const VERSIONS = ['22.23.3', '24.21.0']

/** What no version of Node can change: tools of the project, and what is SQL alone. */
const LEFT_OUT = ['test/{scripts,bench,faults,sdks}/**', 'test/lists/**', 'test/read-model/**']

/** `npm run test:nodes`: the tests on the other versions of Node, which are fetched into `.data/nodes`. */
const ours = Number(process.versions.node.split('.')[0])
const total = { passed: 0, failed: 0, skipped: 0 }
for (const version of VERSIONS) {
  if (Number.parseInt(version, 10) === ours) continue
  const counts = await testOn(version)
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}
console.log(closingLine(total))
process.exitCode = total.failed === 0 ? 0 : 1

async function testOn(version: string): Promise<Counts> {
  const name = `node-${process.platform}-${process.arch}`
  const folder = path.join(projectRoot(), '.data/nodes', `${name}-${version}`)
  console.log(`\nNode ${version}`)
  try {
    await installNpmPackages({ [name]: version }, folder)
  } catch (error) {
    const isMissing = error instanceof RegistryUnreachable || /E404|ETARGET/.test(String(error))
    if (!isMissing) throw error
    console.log(`Skipped: Node ${version}, as ${name} cannot be had: ${String(error)}`)
    // Where the suites decide, what was not tried has not passed.
    return { passed: 0, failed: process.env['CI'] === 'true' ? 1 : 0, skipped: 1 }
  }
  const programs = path.join(folder, 'node_modules', name, 'bin')
  return runTests('vitest.config.ts', {
    args: LEFT_OUT.map((files) => `--exclude=${files}`),
    env: { PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}` },
  })
}
