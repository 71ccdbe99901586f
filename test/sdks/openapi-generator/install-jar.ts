import path from 'node:path'
import { installOnce } from '../install.ts'
import { fetching } from '../registry.ts'
import { runProgram } from '../run-program.ts'

/** Of openapi-generator, whatever the language of its clients. */
export const VERSION = '7.26.0'

/** The Python package that carries the generator, which is a program for Java. */
const PACKAGE = `openapi-generator-cli==${VERSION}`
const PIP_INSTALL = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps']

/**
 * Puts the generator into `folder`.
 * @throws RegistryUnreachable when it is not there yet and cannot be had now.
 */
export async function installJar(folder: string): Promise<void> {
  await installOnce(folder, PACKAGE, async (draft) => {
    const args = [...PIP_INSTALL, '--target', draft, PACKAGE]
    await fetching('the Python package index', () => runProgram('python3', args, draft))
  })
}

/** The generator that `installJar` put into `folder`. */
export function jarOf(folder: string): string {
  return path.join(folder, 'openapi_generator_cli/openapi-generator.jar')
}
