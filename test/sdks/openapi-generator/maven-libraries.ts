import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { installOnce } from '../../../scripts/programs/install.ts'
import { fetching } from '../../../scripts/programs/registry.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'

const COPY_DEPENDENCIES = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'

/**
 * Installs the dependencies of a pom.xml into `librariesOf(folder)`.
 * @throws RegistryUnreachable when it is not installed and the registry is unreachable.
 */
export async function installLibraries(pom: string, folder: string): Promise<void> {
  await installOnce(librariesOf(folder), await readFile(pom, 'utf8'), async (draft) => {
    const to = `-DoutputDirectory=${draft}`
    const args = ['--batch-mode', '--quiet', '--file', pom, COPY_DEPENDENCIES, to]
    await fetching('the Maven repository', () => runProgram('mvn', args, draft))
  })
}

/** The folder of the libraries of a client. */
export function librariesOf(folder: string): string {
  return path.join(folder, 'libraries')
}

/** Java's class path: the classes, then all libraries. */
export function classPathOf(classes: string, folder: string): string {
  return [classes, path.join(librariesOf(folder), '*')].join(path.delimiter)
}
