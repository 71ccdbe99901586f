import { copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { installOnce } from '../../../scripts/programs/install.ts'
import { generateClient, installJar, VERSION } from '../openapi-generator/generator.ts'
import { librariesOf } from '../openapi-generator/maven-libraries.ts'
import { fetching } from '../../../scripts/programs/registry.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Sdk } from '../sdk.ts'
import { buildProgram, copyProgram, go, SOURCES } from './go-module.ts'

const NAME = 'openapi-generator go'
/** Of its program. */
const FOLDER = 'openapi-generator'

export const openapiGeneratorGo: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'Go',
  note: 'go vet',
  programs: ['go', 'java', 'python3'],
  install: async (folder) => {
    await installJar(folder)
    await installModules(librariesOf(folder))
  },
  build: async ({ document, output }, folder) => {
    await copyProgram(FOLDER, output)
    await generateClient(NAME, { document, output: path.join(output, 'api') }, folder)
    await buildProgram(output)
  },
  run: async ({ output }, _, args) => {
    await runProgram(path.join(output, 'program'), args, output)
  },
}

/** Downloads what the client imports into the cache of Go. */
async function installModules(folder: string): Promise<void> {
  const files = ['go.mod', 'go.sum'].map((file) => path.join(SOURCES, FOLDER, file))
  const recipe = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  await installOnce(folder, recipe.join(''), async (draft) => {
    for (const file of files) await copyFile(file, path.join(draft, path.basename(file)))
    await fetching('the Go module proxy', () => go(['mod', 'download'], draft))
  })
}
