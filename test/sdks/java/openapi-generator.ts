import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { documented } from '../documented.ts'
import { generateClient, installJar, VERSION } from '../openapi-generator/generator.ts'
import { classPathOf, installLibraries } from '../openapi-generator/maven-libraries.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Sdk, Target } from '../sdk.ts'

const NAME = 'openapi-generator java'
const SOURCES = path.join(projectRoot(), 'test/sdks/java/openapi-generator')
const LIBRARIES = path.join(SOURCES, 'pom.xml')

/** The default since Java 18; older versions use the locale. */
const IN_UTF_8 = '-Dfile.encoding=UTF-8'

export const openapiGeneratorJava: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'Java',
  note: 'library native; before Java 18 with -Dfile.encoding=UTF-8; batches by the class of clients.md',
  programs: ['java', 'javac', 'mvn', 'python3'],
  install: async (folder) => {
    await installJar(folder)
    await installLibraries(LIBRARIES, folder)
  },
  build: async (target, folder) => {
    await generateClient(NAME, target, folder)
    await compile(target, folder)
  },
  run: async ({ output }, folder, args) => {
    const classPath = classPathOf(path.join(output, 'classes'), folder)
    await runProgram('java', [IN_UTF_8, '--class-path', classPath, 'Main', ...args], output)
  },
}

/** Warnings are allowed in the client, not in the program. */
async function compile({ output }: Target, folder: string): Promise<void> {
  const client = path.join(output, 'src/main/java')
  const classes = path.join(output, 'classes')
  const classPath = ['--class-path', classPathOf(classes, folder), '-d', classes]
  const javac = ['-encoding', 'UTF-8', '-proc:none', ...classPath]
  await runProgram('javac', [...javac, '-nowarn', ...(await javaFiles(client))], client)
  const batch = path.join(output, 'Batch.java')
  await writeFile(batch, documented(NAME, 'java'))
  const strict = [...javac, '-Xlint:all', '-Werror', batch, ...(await javaFiles(SOURCES))]
  await runProgram('javac', strict, SOURCES)
}

async function javaFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.java'))
}
