import { access, constants } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from './run-program.ts'

export interface Requirements {
  /** On the PATH. */
  readonly programs: readonly string[]
  /** By name, each with a command that succeeds if it is installed. */
  readonly libraries?: Readonly<Record<string, readonly [program: string, ...args: string[]]>>
}

/** The missing programs, or the missing libraries when no program is missing. */
export async function missingFor({ programs, libraries = {} }: Requirements): Promise<string[]> {
  const missing = await missingPrograms(programs)
  if (missing.length > 0) return missing
  for (const [name, [program, ...args]] of Object.entries(libraries)) {
    await runProgram(program, args, tmpdir()).catch(() => missing.push(name))
  }
  return missing
}

/** The programs that are not on the PATH. */
export async function missingPrograms(programs: readonly string[]): Promise<string[]> {
  const isInstalled = await Promise.all(programs.map(isOnPath))
  return programs.filter((_, index) => isInstalled[index] === false)
}

async function isOnPath(program: string): Promise<boolean> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const attempts = folders.map((folder) => access(path.join(folder, program), constants.X_OK))
  return Promise.any(attempts).then(
    () => true,
    () => false,
  )
}
