import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runScript } from '../run-program.ts'
import type { Sdk } from '../sdk.ts'
import { compileClient } from '../typescript/compile-client.ts'
import { generateClient } from './generate-client.ts'
import { installJar, VERSION } from './install-jar.ts'
import { USAGE } from './typescript-fetch-usage.ts'

const PROPERTIES = [
  'dateLibrary=string',
  'enumPropertyNaming=original',
  'importFileExtension=.js',
  'modelPropertyNaming=original',
]
const SETTINGS = [
  '--generator-name',
  'typescript-fetch',
  '--additional-properties',
  PROPERTIES.join(),
]

export const typescriptFetch: Sdk = {
  generator: 'openapi-generator typescript-fetch',
  version: VERSION,
  language: 'TypeScript',
  note: 'names as in the document, times as strings',
  programs: ['java', 'python3'],
  install: installJar,
  build: async (target, folder) => {
    await generateClient(SETTINGS, target, folder)
    await writeFile(path.join(target.output, 'package.json'), '{ "type": "module" }\n')
    await compileClient(target.output, USAGE)
  },
  run: async ({ output }, _, args) => {
    await runScript('compiled/program.js', args, output)
  },
}
