import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { generateClient, installJar, VERSION } from '../openapi-generator/generator.ts'
import { librariesOf } from '../openapi-generator/maven-libraries.ts'
import { installRequirements, runPython } from '../../../scripts/programs/virtual-environment.ts'
import type { Sdk } from '../sdk.ts'

const NAME = 'openapi-generator swift6'
const SOURCES = path.join(projectRoot(), 'test/sdks/swift')

/** The folders that depend on the document. */
const GENERATED = ['APIs', 'Models']

export const openapiGeneratorSwift: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'Swift',
  note: "APIs and models parsed by tree-sitter's grammar",
  parsedOnly: 'not compiled and not run: no package registry has a Swift compiler',
  programs: ['java', 'python3'],
  install: async (folder) => {
    await installJar(folder)
    await installRequirements(path.join(SOURCES, 'requirements.txt'), librariesOf(folder))
  },
  build: async (target, folder) => {
    await generateClient(NAME, target, folder)
    const client = path.join(target.output, 'Sources/OpenAPIClient')
    const folders = GENERATED.map((name) => path.join(client, name))
    await runPython(librariesOf(folder), [path.join(SOURCES, 'parse.py'), ...folders], folder)
  },
  run: () => Promise.reject(new Error('There is no compiler.')),
}
