import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The published documents by OpenAPI version. */
export const DOCUMENTS = { '3.1': 'v1.json', '3.0': 'v1-3.0.json' } as const

export type DocumentVersion = keyof typeof DOCUMENTS

export const DOCUMENT_VERSIONS = Object.keys(DOCUMENTS) as DocumentVersion[]

/**
 * Downloads the documents from the running service, as a partner does: they contain its address.
 * @returns their files in `folder`.
 */
export async function takeDocuments(
  serviceUrl: string,
  folder: string,
): Promise<Record<DocumentVersion, string>> {
  const take = async (version: DocumentVersion): Promise<string> => {
    const name = DOCUMENTS[version]
    const file = path.join(folder, name)
    const response = await fetch(`${serviceUrl}/openapi/${name}`)
    if (!response.ok) throw new Error(`${response.url} got ${response.status}.`)
    await writeFile(file, await response.text())
    return file
  }
  return { '3.1': await take('3.1'), '3.0': await take('3.0') }
}
