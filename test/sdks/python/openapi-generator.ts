import { cp } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { generateClient } from '../openapi-generator/generate-client.ts'
import { installJar, VERSION } from '../openapi-generator/install-jar.ts'
import type { Sdk } from '../sdk.ts'
import { installRequirements, runPython } from './virtual-environment.ts'

const SOURCES = path.join(projectRoot(), 'test/sdks/python/openapi-generator')
const PROPERTIES = [
  'generateSourceCodeOnly=true',
  'mapNumberTo=float',
  'packageName=art_marketplace',
]
const SETTINGS = ['--generator-name', 'python', '--additional-properties', PROPERTIES.join()]

const PROGRAM = ['main.py', 'artworks.py', 'events.py', 'expect.py']

/** Of the client, the types only: its own functions are not clean, many have no types inside. */
const MYPY = ['-m', 'mypy', '--config-file=', '--strict', '--follow-imports=silent']

export const openapiGeneratorPython: Sdk = {
  generator: 'openapi-generator python',
  version: VERSION,
  language: 'Python',
  note: 'mypy --strict of the program; its check of arguments is passed by for the 400',
  programs: ['java', 'python3'],
  install: async (folder) => {
    await installJar(folder)
    await installRequirements(path.join(SOURCES, 'requirements.txt'), librariesOf(folder))
  },
  build: async (target, folder) => {
    await generateClient(SETTINGS, target, folder)
    await cp(SOURCES, target.output, { recursive: true })
    await runPython(librariesOf(folder), [...MYPY, ...PROGRAM], target.output)
  },
  run: async ({ output }, folder, args) => {
    await runPython(librariesOf(folder), ['main.py', ...args], output)
  },
}

function librariesOf(folder: string): string {
  return path.join(folder, 'libraries')
}
