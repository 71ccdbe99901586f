import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const RECIPE_FILE = 'installed.txt'

/**
 * Installs into `folder` unless an earlier run has done so by the same recipe.
 * @param recipe whatever the outcome depends on, such as a list of packages in exact versions.
 * @param make installs into the folder that it is given, which is renamed to `folder` when it is
 *   complete, so that an interrupted run leaves nothing half installed: nothing in it may hold its
 *   own path.
 */
export async function installOnce(
  folder: string,
  recipe: string,
  make: (draft: string) => Promise<void>,
): Promise<void> {
  const installed = await readFile(path.join(folder, RECIPE_FILE), 'utf8').catch(() => '')
  if (installed === recipe) return
  const draft = `${folder}-draft-${process.pid}`
  try {
    await mkdir(draft, { recursive: true })
    await make(draft)
    await writeFile(path.join(draft, RECIPE_FILE), recipe)
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
