import { copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { installOnce } from '../../../scripts/programs/install.ts'
import { fetching } from '../../../scripts/programs/registry.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Sdk } from '../sdk.ts'
import { buildProgram, copyProgram, go, SOURCES } from './go-module.ts'

/** A generator that is a Go program. The folder of its name has a module with the test program. */
interface GoGenerator {
  readonly name: string
  /** The version in go.mod, without the `v`. */
  readonly version: string
  readonly note: string
  readonly module: string
  /** The package of its command in the module. */
  readonly command: string
  /** Generates the package `api` from openapi.json with config.yaml in the working directory. */
  readonly args: readonly string[]
}

/** Vets and builds the client together with the program. */
function goSdk(generator: GoGenerator): Sdk {
  const { name, version, note, args } = generator
  return {
    generator: name,
    version,
    language: 'Go',
    note,
    programs: ['go'],
    install: (folder) => installTool(generator, folder),
    build: async ({ document, output }, folder) => {
      await copyProgram(name, output)
      await copyFile(document, path.join(output, 'openapi.json'))
      await runProgram(path.join(folder, 'generator'), args, output)
      await buildProgram(output)
    },
    run: async ({ output }, _, programArguments) => {
      await runProgram(path.join(output, 'program'), programArguments, output)
    },
  }
}

async function installTool(generator: GoGenerator, folder: string): Promise<void> {
  const { name, version, module, command } = generator
  const manifest = path.join(SOURCES, name, 'go.mod')
  const sums = path.join(SOURCES, name, 'go.sum')
  const required = await readFile(manifest, 'utf8')
  if (!required.includes(`${module} v${version}`)) {
    throw new Error(`${manifest} requires another version of ${name} than ${version}.`)
  }
  await installOnce(folder, required + (await readFile(sums, 'utf8')), async (draft) => {
    await copyFile(manifest, path.join(draft, 'go.mod'))
    await copyFile(sums, path.join(draft, 'go.sum'))
    await fetching('the Go module proxy', () => go(['mod', 'download'], draft))
    await go(['build', '-o', 'generator', `${module}/${command}`], draft)
  })
}

export const oapiCodegen = goSdk({
  name: 'oapi-codegen',
  version: '2.8.2',
  note: 'nullable-type, always-prefix-enum-values; go vet',
  module: 'github.com/oapi-codegen/oapi-codegen/v2',
  command: 'cmd/oapi-codegen',
  args: ['-config', 'config.yaml', 'openapi.json'],
})

export const ogen = goSdk({
  name: 'ogen',
  version: '1.23.0',
  note: 'client only, which validates responses; go vet',
  module: 'github.com/ogen-go/ogen',
  command: 'cmd/ogen',
  args: ['-config', 'config.yaml', '-target', 'api', '-package', 'api', 'openapi.json'],
})
