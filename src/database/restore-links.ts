import { readFile, symlink } from 'node:fs/promises'
import path from 'node:path'

/** Both relative to the package. */
interface Link {
  /** What the link leads to. */
  readonly source: string
  /** Where the link stands. */
  readonly target: string
}

/**
 * Makes the symbolic links of PostgreSQL's libraries, which a package of npm cannot hold. An install
 * script of the package would make them, but none runs here (`.npmrc`).
 * @param folder of the package, which lists them in `native/pg-symlinks.json`.
 * @throws where one is missing and cannot be made: then the package is to be installed anew.
 */
export async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as readonly Link[]) {
    const to = path.relative(path.dirname(target), source)
    await symlink(to, path.join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
