import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { installNpmPackages } from '../npm-packages.ts'
import { oneAtATime } from '../one-at-a-time.ts'

/** Of Node, for generators that this process is too old for. The npm registry has it as packages. */
const VERSION = '24.21.0'
const PACKAGE = `node-${process.platform}-${process.arch}`

/** From here on the generators that ask for a newer Node than the project does run. */
const NEEDED = [22, 18] as const

/**
 * The Node that new generators are run on: the present one if it can, another in .data/sdks if not.
 * @returns the path of its program.
 * @throws RegistryUnreachable when it is not there yet and cannot be had now.
 */
export async function newerNode(): Promise<string> {
  if (isNewEnough(process.versions.node)) return process.execPath
  const folder = path.join(projectRoot(), `.data/sdks/node-${VERSION}`)
  await oneAtATime(`${folder}.lock`, () => installNpmPackages({ [PACKAGE]: VERSION }, folder))
  return path.join(folder, 'node_modules', PACKAGE, 'bin/node')
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}
