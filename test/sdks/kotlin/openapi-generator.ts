import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { generateClient, installJar, QUICK_START, VERSION } from '../openapi-generator/generator.ts'
import { classPathOf, installLibraries, librariesOf } from '../openapi-generator/maven-libraries.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Sdk, Target } from '../sdk.ts'

const NAME = 'openapi-generator kotlin'
const SOURCES = path.join(projectRoot(), 'test/sdks/kotlin/openapi-generator')
const COMPILER = 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'

/** All libraries, including the standard library, are on the class path. */
const KOTLINC = ['-no-stdlib', '-no-reflect', '-jvm-target', '11']

export const openapiGeneratorKotlin: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'Kotlin',
  note: 'library jvm-okhttp4, Kotlin 2.4; it sends no null, so a PATCH cannot empty a field',
  noBatch: 'it sends and reads only JSON, text and files',
  programs: ['java', 'mvn', 'python3'],
  install: async (folder) => {
    await installJar(folder)
    await installLibraries(path.join(SOURCES, 'pom.xml'), folder)
  },
  build: async (target, folder) => {
    await generateClient(NAME, target, folder)
    await compile(target, folder)
  },
  run: async ({ output }, folder, args) => {
    const classes = ['program', 'client'].map((name) => path.join(output, name))
    const classPath = classPathOf(classes.join(path.delimiter), folder)
    await runProgram('java', ['--class-path', classPath, 'MainKt', ...args], output)
  },
}

/** Warnings are allowed in the client, not in the program. */
async function compile({ output }: Target, folder: string): Promise<void> {
  const client = path.join(output, 'client')
  const libraries = await jarsIn(librariesOf(folder))
  const source = path.join(output, 'src/main/kotlin')
  await kotlinc([source, '-nowarn', '-d', client], libraries, folder)
  const program = [SOURCES, '-Werror', '-d', path.join(output, 'program')]
  await kotlinc(program, [client, ...libraries], folder)
}

async function kotlinc(
  args: string[],
  classPath: readonly string[],
  folder: string,
): Promise<void> {
  const classes = ['-classpath', classPath.join(path.delimiter)]
  const compiler = ['--class-path', classPathOf('.', folder), COMPILER]
  await runProgram('java', [QUICK_START, ...compiler, ...KOTLINC, ...classes, ...args], folder)
}

async function jarsIn(folder: string): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((file) => file.endsWith('.jar')).map((file) => path.join(folder, file))
}
