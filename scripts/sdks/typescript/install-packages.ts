import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { installOnce } from '../install.ts'
import { fetching } from '../registry.ts'
import { runProgram } from '../run-program.ts'
import type { Generator } from './generator.ts'

const NPM_INSTALL = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--prefer-offline',
  '--fetch-retries=1',
]

/**
 * Installs the packages of a generator into a folder of its own.
 * @throws RegistryUnreachable when they are not there yet and cannot be had now.
 */
export async function installPackages({ packages }: Generator, folder: string): Promise<void> {
  const manifest = manifestOf({ ...packages, typescript: await typescriptVersion() })
  await installOnce(folder, manifest, async (draft) => {
    await writeFile(path.join(draft, 'package.json'), manifest)
    await fetching('the npm registry', () => runProgram('npm', NPM_INSTALL, draft))
  })
}

function manifestOf(dependencies: Readonly<Record<string, string>>): string {
  return `${JSON.stringify({ private: true, type: 'module', dependencies }, null, 2)}\n`
}

/** The project's own TypeScript as well, which some of the generators load. */
async function typescriptVersion(): Promise<string> {
  const file = path.join(projectRoot(), 'node_modules/typescript/package.json')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return version
}
