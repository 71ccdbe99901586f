import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { makeClient } from '../../../scripts/packages/client.ts'
import type { MadePackage } from '../../../scripts/packages/npm-package.ts'
import { root } from '../../support/repository.ts'
import { runProgram, type Outcome } from '../../support/run-program.ts'

export const PACKAGE = 'art-marketplace-listing-service'

/** The strictest compiler options. */
const STRICT = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
}

const TSC = path.join(root, 'node_modules/typescript/bin/tsc')

interface InstalledClient {
  /** A project with the packed client in its node_modules. */
  folder: string
  packed: MadePackage
  compile(files: readonly string[], options: object): Promise<Outcome>
  /** Runs a file of the project with Node. */
  run(file: string, ...args: string[]): Promise<Outcome>
}

/** The package of `npm run packages` in a project with only its dependencies. */
export function useInstalledClient(): InstalledClient {
  const installed = {} as InstalledClient
  let temporary = ''
  beforeAll(async () => {
    temporary = await mkdtemp(path.join(tmpdir(), 'art-marketplace-client-'))
    const folder = path.join(temporary, 'partner')
    Object.assign(installed, {
      folder,
      packed: await packInto(folder, path.join(temporary, 'package')),
      compile: (files: readonly string[], options: object) => compile(folder, files, options),
      run: (file: string, ...args: string[]) =>
        runProgram(process.execPath, [file, ...args], folder),
    })
  })
  afterAll(() => rm(temporary, { recursive: true, force: true }))
  return installed
}

async function packInto(folder: string, source: string): Promise<MadePackage> {
  const packed = await makeClient(source)
  const target = path.join(folder, 'node_modules', PACKAGE)
  await mkdir(target, { recursive: true })
  await succeed('tar', ['-xzf', packed.file, '--strip-components=1', '-C', target], source)
  for (const name of ['@types/node', 'undici-types']) await link(folder, name)
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  return packed
}

async function link(folder: string, name: string): Promise<void> {
  const at = path.join(folder, 'node_modules', name)
  await mkdir(path.dirname(at), { recursive: true })
  await symlink(path.join(root, 'node_modules', name), at)
}

async function compile(
  folder: string,
  files: readonly string[],
  options: object,
): Promise<Outcome> {
  const project = path.join(folder, `tsconfig.${files[0]}.json`)
  await writeFile(project, JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }))
  return runProgram(process.execPath, [TSC, '-p', project], folder)
}

/** @throws the output, unless the exit code is 0. */
async function succeed(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(program, args, cwd)
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
