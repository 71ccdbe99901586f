import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder, and those above it that are missing. The recursive `mkdir` of Node tries for ever where no folder can be
 * made, such as in /proc, so it is not for a path that a person gives.
 * @throws the error of the file system.
 */
export function makeFolders(folder: string, mode = 0o777): void {
  const parent = path.dirname(folder)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(parent)) throw error
    makeFolders(parent, mode)
    makeFolders(folder, mode)
  }
}
