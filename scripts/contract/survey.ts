import type { ReceivedResponse } from './validate/received-response.ts'
import { isPublic, type Contract, type Operation } from './validate/contract.ts'
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

/** The records of a deployment that the cases need. */
export interface Survey {
  readonly collections: readonly SurveyedCollection[]
  /** Ids of published records that the key may name, by the name of their schema. */
  readonly ids: ReadonlyMap<string, readonly number[]>
}

export interface SurveyedCollection extends Collection {
  readonly count: number
  /** The first records, as many as a page can hold. */
  readonly records: readonly Json[]
}

/**
 * Reads the first page of every public list.
 * @param key for the writing cases. Of a kind with members, its user may name only records of which it is a member.
 * @throws CannotTry where a response is no page: this is not the API, or there is a proxy in front of it.
 */
export async function survey(contract: Contract, send: Send, key?: string): Promise<Survey> {
  const collections: SurveyedCollection[] = []
  // The key sees only its own records in a list that is not public, so no case relies on them.
  const lists = collectionsOf(contract).filter(({ list }) => isPublic(list))
  for (const collection of lists) {
    const list = atRecord(collection.list, collections)
    if (list === undefined) continue
    const limit = greatest(contract, list, 'limit') ?? 1
    const url = `${contract.apiRoot}${list.template}${query({ limit })}`
    const response = await send({ url })
    if (response.status === 404) throw new CannotTry(notThere(url))
    const { count, results } =
      response.status === 200 ? firstPage(response) : { count: 0, results: [] }
    collections.push({ ...collection, list, count, records: results })
  }
  if (collections.length === 0) throw new CannotTry('The document has no lists to begin with.')
  const ids = new Map<string, number[]>()
  for (const { list, record, records } of collections) {
    // The records of a nested list are in the list before it.
    if (ids.has(record)) continue
    const all = records.map(({ id }) => Number(id))
    const urlOf = (id: number) => `${contract.apiRoot}${list.template}${id}/members/`
    const hasMembers = contract.findPath(urlOf(1)) !== undefined
    const first = async () => firstWithAccess(all, urlOf, send, key ?? '')
    ids.set(record, hasMembers && key !== undefined ? await first() : all)
  }
  return { collections, ids }
}

/** A list, a nested one below the first record of its parents; undefined where there is none. */
function atRecord(list: Operation, surveyed: readonly SurveyedCollection[]): Operation | undefined {
  if (!list.template.includes('{id}')) return list
  const parents = surveyed.find((each) => list.template.startsWith(`${each.list.template}{id}/`))
  const id = parents?.records[0]?.['id']
  return id === undefined
    ? undefined
    : { ...list, template: list.template.replace('{id}', String(Number(id))) }
}

/** The first id whose members the key may see, because it is one of them; empty without such an id. */
async function firstWithAccess(
  ids: readonly number[],
  urlOf: (id: number) => string,
  send: Send,
  key: string,
): Promise<number[]> {
  for (const id of ids) {
    const headers = { authorization: `Bearer ${key}` }
    if ((await send({ url: urlOf(id), headers })).status === 200) return [id]
  }
  return []
}

function firstPage(response: ReceivedResponse): Page {
  try {
    return pageOf(response)
  } catch (error) {
    throw new CannotTry(`${response.url} responds with 200 and no page: ${insteadOf(response)}.`, {
      cause: error,
    })
  }
}

/** A description of a response that is no page. */
function insteadOf({ headers, text }: ReceivedResponse): string {
  const encoding = headers['content-encoding']
  if (encoding !== undefined) return `it is encoded as ${encoding}, which was not asked for`
  if (text.startsWith('\u{FEFF}')) return 'it begins with a byte order mark'
  const beginning = text.slice(0, 60).replaceAll(/\s+/g, ' ').trim()
  return `it is ${headers['content-type'] ?? 'of no type'} and begins with "${beginning}"`
}

function notThere(url: string): string {
  const advice = '--base-url must be the address that the paths of the document lie below'
  return `${url} responds with 404: ${advice}, such as https://art.example/api/v1.`
}
