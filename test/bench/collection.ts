import { contract } from '../../src/contract/document.ts'
import { parametersOf } from '../../src/contract/parameters.ts'
import type { Random } from '../../scripts/demo/random.ts'
import { selectPublicIds } from './database/catalogue-queries.ts'

export type CollectionName = 'artworks' | 'events'

const TEMPLATES = { artworks: '/marketplace-artworks/', events: '/events/' } as const

export const PAGE_SIZE = 18

/** The data for requests of any page and record of a collection. */
export interface Collection {
  /** The path of the list with default parameters. */
  readonly listPath: string
  readonly orderings: readonly string[]
  /** The ids of all public records. */
  readonly ids: Int32Array
}

export async function surveyCollection(
  databaseUrl: string,
  name: CollectionName,
): Promise<Collection> {
  return {
    listPath: listPath(name),
    orderings: orderingsOf(name),
    ids: await selectPublicIds(databaseUrl, name),
  }
}

export function listPath(name: CollectionName): string {
  return `/api/v1${TEMPLATES[name]}`
}

export function recordPath(name: CollectionName, id: number): string {
  return `${listPath(name)}${id}/`
}

/** All orderings of the contract. */
function orderingsOf(name: CollectionName): readonly string[] {
  const list = contract.paths[TEMPLATES[name]]?.['get']
  return (list && parametersOf(list, 'query').get('ordering')?.schema.enum) ?? []
}

/** A page in a random order at a random offset in the range. */
export function randomPage(
  { listPath: path, orderings }: Collection,
  random: Random,
  [min, max]: readonly [number, number],
): string {
  const offset = random.between(min, max)
  return `${path}?limit=${PAGE_SIZE}&offset=${offset}&ordering=${random.pick(orderings)}`
}

/** The range of offsets with a full page. */
export function wholePages({ ids }: Collection): readonly [number, number] {
  return [0, Math.max(0, ids.length - PAGE_SIZE)]
}
