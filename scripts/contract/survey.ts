import type { Contract } from './judge/contract.ts'
import { collectionsOf, greatest, pageOf, query, type Collection, type Json } from './collection.ts'
import type { Send } from './http-client.ts'
import { CannotTry } from './load-contract.ts'

/** What a deployment holds, as far as the cases need to know. */
export interface Survey {
  readonly collections: readonly SurveyedCollection[]
  /** Ids of published records, by the name of their schema. */
  readonly ids: ReadonlyMap<string, readonly number[]>
}

export interface SurveyedCollection extends Collection {
  readonly count: number
  /** The first records, as many as a page can hold. */
  readonly records: readonly Json[]
}

/**
 * Reads the first page of every list.
 * @throws CannotTry where the first answer is no page: then this is not the API.
 */
export async function survey(contract: Contract, send: Send): Promise<Survey> {
  const collections: SurveyedCollection[] = []
  for (const collection of collectionsOf(contract)) {
    const limit = greatest(contract, collection.list, 'limit') ?? 1
    const url = `${contract.apiRoot}${collection.list.template}${query({ limit })}`
    const answer = await send({ url })
    if (answer.status === 404) throw new CannotTry(notThere(url))
    const { count, results } = answer.status === 200 ? pageOf(answer) : { count: 0, results: [] }
    collections.push({ ...collection, count, records: results })
  }
  if (collections.length === 0) throw new CannotTry('The document has no lists to begin with.')
  const ids = collections.map(
    ({ record, records }) => [record, records.map(({ id }) => Number(id))] as const,
  )
  return { collections, ids: new Map(ids) }
}

function notThere(url: string): string {
  const advice = '--base-url must be the address that the paths of the document lie below'
  return `${url} answers 404: ${advice}, such as https://art.example/api/v1.`
}
