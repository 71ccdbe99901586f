import { access, constants } from 'node:fs/promises'
import path from 'node:path'

/** Those of the programs that are in no folder of the PATH. */
export async function missingPrograms(programs: readonly string[]): Promise<string[]> {
  const isHere = await Promise.all(programs.map(isOnPath))
  return programs.filter((_, index) => isHere[index] === false)
}

async function isOnPath(program: string): Promise<boolean> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const attempts = folders.map((folder) => access(path.join(folder, program), constants.X_OK))
  return Promise.any(attempts).then(
    () => true,
    () => false,
  )
}
