import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { installNpmPackages } from '../../../scripts/programs/npm-packages.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { runProgram, runScript } from '../../../scripts/programs/run-program.ts'
import type { Sdk, Target } from '../sdk.ts'
import { compileClient } from './compile-client.ts'
import type { Generator } from './generator.ts'

/** An npm generator, whose client is compiled and run with the common program. */
export function typescriptSdk(generator: Generator): Sdk {
  const { name, version, note, noBatch } = generator
  return {
    generator: name,
    version,
    language: 'TypeScript',
    note,
    ...(noBatch !== undefined && { noBatch }),
    programs: ['npm'],
    install: (folder) => installPackages(generator, folder),
    build: async (target, folder) => {
      await generateClient(generator, target, folder)
      await rejectDuplicateNames(target.output)
      await compileClient(target.output, generator.usage)
    },
    run: async ({ output }, _, args) => {
      await runScript('compiled/program.js', args, output)
    },
  }
}

/**
 * Installs the packages of a generator into their own folder.
 * @throws RegistryUnreachable when they are not installed and the registry is unreachable.
 */
async function installPackages(
  { packages, needsNewerNode }: Generator,
  folder: string,
): Promise<void> {
  if (needsNewerNode === true) await newerNode()
  await installNpmPackages({ ...packages, typescript: await typescriptVersion() }, folder)
}

/** The version of TypeScript that the project's own generator takes; others load it, too. */
async function typescriptVersion(): Promise<string> {
  const file = path.join(projectRoot(), 'scripts/generate/openapi-typescript/package.json')
  const { dependencies } = JSON.parse(await readFile(file, 'utf8')) as {
    dependencies: { typescript: string }
  }
  return dependencies.typescript
}

/** Generates the client. @param folder where the generator is installed. */
export async function generateClient(
  generator: Generator,
  target: Target,
  folder: string,
): Promise<void> {
  await rm(target.output, { recursive: true, force: true })
  await mkdir(target.output, { recursive: true })
  const configFile = await writeConfig(generator, target)
  const [program = '', ...args] = generator.command(target, configFile)
  const node = generator.needsNewerNode === true ? await newerNode() : process.execPath
  await runProgram(node, [path.join(folder, 'node_modules', program), ...args], folder)
  await removeNoCheck(target.output)
}

async function writeConfig({ config }: Generator, target: Target): Promise<string> {
  if (config === undefined) return ''
  const { extension, text } = config(target)
  const file = `${target.output}.config.${extension}`
  await writeFile(file, text)
  return file
}

/** With `@ts-nocheck`, any client would compile. */
async function removeNoCheck(folder: string): Promise<void> {
  for (const file of await clientFiles(folder)) {
    const text = await readFile(file, 'utf8')
    if (text.includes('@ts-nocheck')) await writeFile(file, text.replaceAll('@ts-nocheck', ''))
  }
}

/** The TypeScript files of a client. */
async function clientFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.ts')).map((file) => path.join(folder, file))
}

/** The Node for generators that need a newer one, from packages of the npm registry. */
const VERSION = '24.21.0'
const PACKAGE = `node-${process.platform}-${process.arch}`

/** The minimum version for these generators. */
const NEEDED = [22, 18] as const

/**
 * The Node for generators: that of this process if it is new enough, otherwise one in .data/sdks.
 * @returns the path of its program.
 * @throws RegistryUnreachable when it is not installed and the registry is unreachable.
 */
async function newerNode(): Promise<string> {
  if (isNewEnough(process.versions.node)) return process.execPath
  const folder = path.join(projectRoot(), `.data/sdks/node-${VERSION}`)
  await oneAtATime(`${folder}.lock`, () => installNpmPackages({ [PACKAGE]: VERSION }, folder))
  return path.join(folder, 'node_modules', PACKAGE, 'bin/node')
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

const EXPORTED = /^export (?:declare )?(?:type|interface|enum|const|class) (\w+)/gm

/** How generators name the second of two types with the same name. */
const NUMBERED = /^(.*[A-Za-z])[2-9]$/

/**
 * Rejects a client with numbered names such as `ArtworkOrdering2`, which depend on the order of the document.
 * @throws an error with the names.
 */
async function rejectDuplicateNames(folder: string): Promise<void> {
  const names = new Set<string>()
  for (const file of await clientFiles(folder)) {
    const text = await readFile(file, 'utf8')
    for (const [, name = ''] of text.matchAll(EXPORTED)) names.add(name)
  }
  const numbered = [...names].filter((name) => names.has(NUMBERED.exec(name)?.[1] ?? ''))
  if (numbered.length > 0) throw new Error(`Numbered names: ${numbered.join(', ')}`)
}
