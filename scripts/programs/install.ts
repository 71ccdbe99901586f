import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const RECIPE_FILE = 'installed.txt'

/**
 * Installs into `folder` unless an earlier run has done so with the same recipe.
 * @param recipe everything that determines the result, such as packages in exact versions.
 * @param make installs into a draft folder, which is renamed to `folder` when it is complete, so that an interrupted
 *   run leaves no partial installation. Its files may not contain their own path.
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
