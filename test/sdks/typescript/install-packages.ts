import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { installNpmPackages } from '../npm-packages.ts'
import { newerNode } from './newer-node.ts'
import type { Generator } from './generator.ts'

/**
 * Installs the packages of a generator into a folder of its own.
 * @throws RegistryUnreachable when they are not there yet and cannot be had now.
 */
export async function installPackages(
  { packages, needsNewerNode }: Generator,
  folder: string,
): Promise<void> {
  if (needsNewerNode === true) await newerNode()
  await installNpmPackages({ ...packages, typescript: await typescriptVersion() }, folder)
}

/** The project's own TypeScript as well, which some of the generators load. */
async function typescriptVersion(): Promise<string> {
  const file = path.join(projectRoot(), 'node_modules/typescript/package.json')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return version
}
