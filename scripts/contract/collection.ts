import { bodyOf, type ReceivedResponse } from './validate/received-response.ts'
import type { Contract, Operation } from './validate/contract.ts'
import type { Schema } from './validate/document.ts'

export const JSON_TYPE = 'application/json'

export type Json = Readonly<Record<string, unknown>>

export interface Page {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Json[]
}

/** A list, and the operation on its single records where there is one. */
export interface Collection {
  readonly list: Operation
  readonly retrieve: Operation | undefined
  /** The name of the schema of its records. */
  readonly record: string
}

/** The operations whose response is a page, as the section "Pages" of the document describes it. */
export function collectionsOf(contract: Contract): Collection[] {
  return contract.operations.flatMap((list) => {
    const { results, count } = contract.resolve(jsonSchema(list, 200) ?? {}).properties ?? {}
    const reference = results?.items?.$ref
    if (list.method !== 'GET' || reference === undefined || count === undefined) return []
    const retrieve = contract.operations.find(
      ({ method, template }) => method === 'GET' && template === `${list.template}{id}/`,
    )
    return [{ list, retrieve, record: reference.split('/').at(-1) ?? '' }]
  })
}

export function jsonSchema({ responses }: Operation, status: number): Schema | undefined {
  return responses[status]?.content?.[JSON_TYPE]?.schema
}

/** @throws when the response is no page. */
export function pageOf(response: ReceivedResponse): Page {
  const body = bodyOf(response) as Partial<Page> | undefined
  const isPage = Array.isArray(body?.results) && body.results.every(isRecord)
  if (response.status === 200 && isPage) return body as Page
  throw new Error(`${response.url} responds with ${response.status} and no page`)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

export function idsOf({ results }: Page): number[] {
  return results.map(({ id }) => Number(id))
}

/** The parameters of a query in order, percent-encoded. */
export function query(parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => [name, String(value)])
  return `?${new URLSearchParams(pairs).toString()}`
}

/** The greatest value that a parameter takes. */
export function greatest(
  { resolve }: Contract,
  { parameters }: Operation,
  name: string,
): number | undefined {
  const parameter = parameters.find((each) => each.name === name)
  return parameter && resolve(parameter.schema).maximum
}
