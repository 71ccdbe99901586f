import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Target } from '../sdk.ts'

/** In the generator's own list of what it wrote: a page about each model and each API. */
const PAGE = /^(?:.*\/)?docs\/(?:\w+\/)?(\w+?)(Api)?\.md$/gim

/**
 * Refuses a client with models that the document does not name: types of unnamed schemas, which the
 * generator calls by the place where it found them, or by a number, and so may call otherwise
 * tomorrow.
 * @throws with the names.
 */
export async function refuseInventedModels({ document, output }: Target): Promise<void> {
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
