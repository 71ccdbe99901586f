import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'

/** Excludes workspaces and the C compiler of the machine. */
const SETTINGS = { CGO_ENABLED: '0', GOWORK: 'off' }

/** Each folder but `expect` is the module of a program, without its client. */
export const SOURCES = path.join(projectRoot(), 'test/sdks/go')

/** Makes the module of the program `name` in `output`. */
export async function copyProgram(name: string, output: string): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await cp(path.join(SOURCES, name), output, { recursive: true })
  await cp(path.join(SOURCES, 'expect'), path.join(output, 'expect'), { recursive: true })
}

/** Vets and builds the program together with its client. */
export async function buildProgram(folder: string): Promise<void> {
  await go(['vet', './...'], folder)
  await go(['build', '-buildvcs=false', '-o', 'program', '.'], folder)
}

export function go(args: readonly string[], cwd: string): Promise<string> {
  return runProgram('go', args, cwd, SETTINGS)
}
