import { contract } from '../../src/contract/document.ts'
import { parametersOf } from '../../src/contract/parameter-faults.ts'

const TEMPLATE = '/marketplace-artworks/'

/** The artworks' list, at its defaults. */
export const LIST_PATH = `/api/v1${TEMPLATE}`

const ID_PAGES = 20
const ID_PAGE_SIZE = 100

/** What is needed to know of the collection to ask for any of it. */
export interface Collection {
  readonly count: number
  readonly orderings: readonly string[]
  /** Of records from all over the collection. */
  readonly ids: readonly number[]
}

/** Learns it from the service itself. */
export async function surveyCollection(serviceUrl: string): Promise<Collection> {
  const { count } = await readPage(serviceUrl, 0)
  const ids: number[] = []
  for (let page = 0; page < ID_PAGES; page += 1) {
    const { results } = await readPage(serviceUrl, Math.floor((count * page) / ID_PAGES))
    ids.push(...results.map(({ id }) => id))
  }
  return { count, orderings: orderings(), ids }
}

async function readPage(
  serviceUrl: string,
  offset: number,
): Promise<{ count: number; results: { id: number }[] }> {
  const url = `${serviceUrl}${LIST_PATH}?limit=${ID_PAGE_SIZE}&offset=${offset}`
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return (await response.json()) as { count: number; results: { id: number }[] }
}

/** All that the contract allows. */
function orderings(): readonly string[] {
  const list = contract.paths[TEMPLATE]?.['get']
  return (list && parametersOf(list, 'query').get('ordering')?.schema.enum) ?? []
}
