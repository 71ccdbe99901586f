import type { Answer } from './validate/answer.ts'
import type { Contract } from './validate/contract.ts'
import {
  collectionsOf,
  greatest,
  pageOf,
  query,
  type Collection,
  type Json,
  type Page,
} from './collection.ts'
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
 * @throws CannotTry where an answer is no page: then this is not the API, or something is in front of it.
 */
export async function survey(contract: Contract, send: Send): Promise<Survey> {
  const collections: SurveyedCollection[] = []
  for (const collection of collectionsOf(contract)) {
    const limit = greatest(contract, collection.list, 'limit') ?? 1
    const url = `${contract.apiRoot}${collection.list.template}${query({ limit })}`
    const answer = await send({ url })
    if (answer.status === 404) throw new CannotTry(notThere(url))
    const { count, results } = answer.status === 200 ? firstPage(answer) : { count: 0, results: [] }
    collections.push({ ...collection, count, records: results })
  }
  if (collections.length === 0) throw new CannotTry('The document has no lists to begin with.')
  const ids = collections.map(
    ({ record, records }) => [record, records.map(({ id }) => Number(id))] as const,
  )
  return { collections, ids: new Map(ids) }
}

function firstPage(answer: Answer): Page {
  try {
    return pageOf(answer)
  } catch (error) {
    throw new CannotTry(`${answer.url} answers 200 and no page: ${insteadOf(answer)}.`, {
      cause: error,
    })
  }
}

/** What came where a page was due. */
function insteadOf({ headers, text }: Answer): string {
  const encoding = headers['content-encoding']
  if (encoding !== undefined) return `it is encoded as ${encoding}, which was not asked for`
  if (text.startsWith('\u{FEFF}')) return 'it begins with a byte order mark'
  const beginning = text.slice(0, 60).replaceAll(/\s+/g, ' ').trim()
  return `it is ${headers['content-type'] ?? 'of no type'} and begins with "${beginning}"`
}

function notThere(url: string): string {
  const advice = '--base-url must be the address that the paths of the document lie below'
  return `${url} answers 404: ${advice}, such as https://art.example/api/v1.`
}
