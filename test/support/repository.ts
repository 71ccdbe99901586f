import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that package.json is in. */
export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))

export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

/** The files below a folder whose names have this ending, as paths from the root. */
export function filesBelow(folder: string, ending = ''): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}
