import { access, constants } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from './run-program.ts'
import type { Sdk } from './sdk.ts'

/** The missing programs of an SDK, or its missing libraries when no program is missing. */
export async function missingFor({
  programs,
  libraries = {},
}: Pick<Sdk, 'programs' | 'libraries'>): Promise<string[]> {
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
