import { cp } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { generateClient, installJar, VERSION } from '../openapi-generator/generator.ts'
import type { Sdk } from '../sdk.ts'
import { installRequirements, runPython } from '../../../scripts/programs/virtual-environment.ts'

const NAME = 'openapi-generator python'
const SOURCES = path.join(projectRoot(), 'test/sdks/python/openapi-generator')

const PROGRAM = ['main.py', 'artworks.py', 'events.py', 'expect.py', 'sale.py']

/** Checks only the types of the client: many of its functions are untyped. */
const MYPY = ['-m', 'mypy', '--config-file=', '--strict', '--follow-imports=silent']

export const openapiGeneratorPython: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'Python',
  note: 'mypy --strict of the program, which bypasses the validation of arguments to get the 400',
  programs: ['java', 'python3'],
  install: async (folder) => {
    await installJar(folder)
    await installRequirements(path.join(SOURCES, 'requirements.txt'), librariesOf(folder))
  },
  build: async (target, folder) => {
    await generateClient(NAME, target, folder)
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
