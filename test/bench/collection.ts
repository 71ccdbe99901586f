import { contract, type Operation } from '../../src/contract/document.ts'
import { parametersOf } from '../../src/contract/parameters.ts'
import type { Random } from '../../scripts/demo/random.ts'

export type CollectionName = 'artworks' | 'events'

const TEMPLATES = { artworks: '/marketplace-artworks/', events: '/events/' } as const

const PAGE_SIZE = 18

export function listPath(name: CollectionName): string {
  return `/api/v1${TEMPLATES[name]}`
}

export function recordPath(name: CollectionName, id: number): string {
  return `${listPath(name)}${id}/`
}

export function listOperation(name: CollectionName): Operation {
  const operation = contract.paths[TEMPLATES[name]]?.['get']
  if (operation === undefined) throw new Error(`The contract has no list of ${name}`)
  return operation
}

export function orderingsOf(name: CollectionName): readonly string[] {
  return parametersOf(listOperation(name), 'query').get('ordering')?.schema.enum ?? []
}

/** @returns a function that draws whole pages of a list, in any order of the contract, at any offset. */
export function randomPage(name: CollectionName, count: number): (random: Random) => string {
  const orderings = orderingsOf(name)
  return (random) => {
    const offset = random.between(0, Math.max(0, count - PAGE_SIZE))
    return `${listPath(name)}?limit=${PAGE_SIZE}&offset=${offset}&ordering=${random.pick(orderings)}`
  }
}
