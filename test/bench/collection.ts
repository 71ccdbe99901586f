import { contract } from '../../src/contract/document.ts'
import { parametersOf } from '../../src/contract/parameter-errors.ts'
import type { Random } from '../../scripts/demo/random.ts'
import { selectPublicIds } from './database/catalogue-queries.ts'

export type CollectionName = 'artworks' | 'events'

const TEMPLATES = { artworks: '/marketplace-artworks/', events: '/events/' } as const

export const PAGE_SIZE = 18

/** The facts of a collection from which any of its pages and records can be requested. */
export interface Collection {
  /** Of the list at its defaults. */
  readonly listPath: string
  readonly orderings: readonly string[]
  /** Of all that the public sees. */
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

/** All that the contract allows. */
function orderingsOf(name: CollectionName): readonly string[] {
  const list = contract.paths[TEMPLATES[name]]?.['get']
  return (list && parametersOf(list, 'query').get('ordering')?.schema.enum) ?? []
}

/** A page in any order, of which the first record has an offset from `least` to `most`. */
export function randomPage(
  { listPath: path, orderings }: Collection,
  random: Random,
  [least, most]: readonly [number, number],
): string {
  const offset = random.between(least, most)
  return `${path}?limit=${PAGE_SIZE}&offset=${offset}&ordering=${random.pick(orderings)}`
}

/** The range of offsets that have a whole page. */
export function wholePages({ ids }: Collection): readonly [number, number] {
  return [0, Math.max(0, ids.length - PAGE_SIZE)]
}
