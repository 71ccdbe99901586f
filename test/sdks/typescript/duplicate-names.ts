import { readFile } from 'node:fs/promises'
import { clientFiles } from './generate-client.ts'

const EXPORTED = /^export (?:declare )?(?:type|interface|enum|const|class) (\w+)/gm

/** How generators name the second of two things to which a document gives one name. */
const NUMBERED = /^(.*[A-Za-z])[2-9]$/

/**
 * Refuses a client with names that its generator had to tell apart by a number: `ArtworkOrdering2`.
 * Such a number depends on the order of the document, so it may be another one tomorrow.
 * @throws with the names.
 */
export async function refuseDuplicateNames(folder: string): Promise<void> {
  const names = new Set<string>()
  for (const file of await clientFiles(folder)) {
    const text = await readFile(file, 'utf8')
    for (const [, name = ''] of text.matchAll(EXPORTED)) names.add(name)
  }
  const numbered = [...names].filter((name) => names.has(NUMBERED.exec(name)?.[1] ?? ''))
  if (numbered.length > 0) throw new Error(`Numbered names: ${numbered.join(', ')}`)
}
