import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Target } from '../sdk.ts'

/** A page about a model or an API in the generator's list of files. */
const PAGE = /^(?:.*\/)?docs\/(?:\w+\/)?(\w+?)(Api)?\.md$/gim

/**
 * Rejects a client with models that the document does not name: the generator names unnamed schemas by their place
 * or a number, which may change.
 * @throws an error with the names.
 */
export async function rejectInventedModels({ document, output }: Target): Promise<void> {
  const text = await readFile(path.join(output, '.openapi-generator/FILES'), 'utf8')
  const pages = [...text.matchAll(PAGE)]
  const models = pages.flatMap(([, name = '', api]) => (api === undefined ? [name] : []))
  if (models.length === 0) throw new Error('There is no model.')
  const named = await schemaNames(document)
  const invented = models.filter((model) => !named.has(model))
  if (invented.length > 0) throw new Error(`Invented names: ${invented.join(', ')}`)
}

async function schemaNames(document: string): Promise<Set<string>> {
  const { components } = JSON.parse(await readFile(document, 'utf8')) as {
    components: { schemas: object }
  }
  return new Set(Object.keys(components.schemas))
}
