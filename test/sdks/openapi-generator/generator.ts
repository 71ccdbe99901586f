import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { documented } from '../documented.ts'
import { installOnce } from '../../../scripts/programs/install.ts'
import { fetching } from '../../../scripts/programs/registry.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Target } from '../sdk.ts'
import { rejectInventedModels } from './invented-models.ts'

/** The version of openapi-generator for all languages. */
export const VERSION = '7.26.0'

/** The Python package with the generator, which is a Java program. */
const PACKAGE = `openapi-generator-cli==${VERSION}`
const PIP_INSTALL = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps']

/**
 * Installs the generator into `folder`.
 * @throws RegistryUnreachable when it is not installed and the registry is unreachable.
 */
export async function installJar(folder: string): Promise<void> {
  await installOnce(folder, PACKAGE, async (draft) => {
    const args = [...PIP_INSTALL, '--target', draft, PACKAGE]
    await fetching('the Python package index', () => runProgram('python3', args, draft))
  })
}

/** The generator in `folder`. */
function jarOf(folder: string): string {
  return path.join(folder, 'openapi_generator_cli/openapi-generator.jar')
}

/** Java's optimising compiler does not pay off in a run of seconds. */
export const QUICK_START = '-XX:TieredStopAtLevel=1'

/**
 * Generates a client with the settings of src/docs/clients.md.
 * @param sdk the name of the generator, with that of its language.
 * @param folder where openapi-generator is installed.
 */
export async function generateClient(
  sdk: string,
  { document, output }: Target,
  folder: string,
): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const generate = [QUICK_START, '-Dlog.level=warn', '-jar', jarOf(folder), 'generate']
  const files = ['--input-spec', document, '--output', output]
  await runProgram('java', [...generate, ...settingsOf(sdk), ...files], folder)
  await rejectInventedModels({ document, output })
}

/** The arguments after those of the document and the folder. */
function settingsOf(sdk: string): string[] {
  const [, settings = ''] = documented(sdk, 'sh').split('--output client')
  return settings.split(/[\s\\]+/).filter((argument) => argument !== '')
}
