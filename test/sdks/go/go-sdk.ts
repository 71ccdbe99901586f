import { copyFile, cp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { installOnce } from '../install.ts'
import { fetching } from '../registry.ts'
import { runProgram } from '../run-program.ts'
import type { Sdk, Target } from '../sdk.ts'

/** Nothing of the machine's own, such as a workspace or a C compiler, has a say. */
const SETTINGS = { CGO_ENABLED: '0', GOWORK: 'off' }
const SOURCES = path.join(projectRoot(), 'test/sdks/go')

/** A generator that is a Go program itself. A folder named after it has a module with our program. */
export interface GoGenerator {
  readonly name: string
  /** The one that go.mod requires, without the `v`. */
  readonly version: string
  readonly note: string
  readonly module: string
  /** The package of its command, in the module. */
  readonly command: string
  /** Make the package `api` from openapi.json, by config.yaml, all in the working directory. */
  readonly args: readonly string[]
}

/** The client is vetted and built together with the program. */
export function goSdk(generator: GoGenerator): Sdk {
  const { name, version, note, args } = generator
  return {
    generator: name,
    version,
    language: 'Go',
    note,
    programs: ['go'],
    install: (folder) => installTool(generator, folder),
    build: async (target, folder) => {
      await layOut(name, target)
      await runProgram(path.join(folder, 'generator'), args, target.output)
      await go(['vet', './...'], target.output)
      await go(['build', '-buildvcs=false', '-o', 'program', '.'], target.output)
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

async function layOut(name: string, { document, output }: Target): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await cp(path.join(SOURCES, name), output, { recursive: true })
  await cp(path.join(SOURCES, 'expect'), path.join(output, 'expect'), { recursive: true })
  await copyFile(document, path.join(output, 'openapi.json'))
}

function go(args: readonly string[], cwd: string): Promise<string> {
  return runProgram('go', args, cwd, SETTINGS)
}
