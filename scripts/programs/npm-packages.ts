import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { installOnce } from './install.ts'
import { fetching } from './registry.ts'
import { runProgram } from './run-program.ts'

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
 * Installs npm packages in exact versions into their own folder.
 * @throws RegistryUnreachable when they are not installed and the registry is unreachable.
 */
export async function installNpmPackages(
  dependencies: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  const manifest = `${JSON.stringify({ private: true, type: 'module', dependencies }, null, 2)}\n`
  await installOnce(folder, manifest, async (draft) => {
    await writeFile(path.join(draft, 'package.json'), manifest)
    await fetching('the npm registry', () => runProgram('npm', NPM_INSTALL, draft))
  })
}
