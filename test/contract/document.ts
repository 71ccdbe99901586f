import { readContract, type Operation } from '../../scripts/contract/validate/contract.ts'
import type { Document, Schema } from '../../scripts/contract/validate/document.ts'
import type { NamedTable } from '../../src/database/tables.ts'
import { readText } from '../support/repository.ts'

// The suite reads the contract by itself: what src/ makes of it is what is tested.

export type { Operation, Path } from '../../scripts/contract/validate/contract.ts'
export type * from '../../scripts/contract/validate/document.ts'

export const contract = readContract(JSON.parse(readText('generated/v1.json')) as Document)
export const { document, apiRoot, paths, operations, resolve, findPath } = contract

export const readPaths = paths.filter(({ operations: all }) => all.some(isJsonRead))

/** A GET, unless its response is a stream of lines. */
export function isJsonRead({
  method,
  responses,
}: Pick<Operation, 'method' | 'responses'>): boolean {
  return method === 'GET' && responses['200']?.content?.['application/json'] !== undefined
}

/** Whether a GET has a calendar: the lists of events, with all their fields. */
export function hasCalendar({ responses }: Pick<Operation, 'responses'>): boolean {
  return responses['200']?.content?.['text/calendar'] !== undefined
}

/** The page size of a request without `limit`. */
export const DEFAULT_LIMIT = Number(document.components.parameters['Limit']?.schema?.default)

/** The lists of the contract: the operations with pages. */
export const lists = operations.filter(({ parameters }) =>
  parameters.some(({ name }) => name === 'offset'),
)

/** The table of a collection, from any path below it. */
export function tableOf(template: string): string {
  return template.split('/')[1]?.replace('marketplace-', '').replaceAll('-', '_') ?? ''
}

const isOfNames = ({ template, parameters }: Operation) =>
  !template.includes('{') &&
  parameters.some(({ schema }) => schema.$ref?.endsWith('/NameOrdering') === true)

/** The lists of records with a name. They have the same parameters. */
export const NAMED_LISTS = lists.filter(isOfNames).map((list) => {
  const { id, template: path } = list
  return { id, path, table: tableOf(path) as NamedTable, item: itemOf(list) }
})

/** A field by which records refer to records with a name: a body has ids where the record embeds them. */
export interface Reference {
  /** The list of those that have the field, such as `/events/`. */
  readonly referrers: string
  readonly field: string
  /** Whether it has several ids. */
  readonly isMany: boolean
  readonly to: (typeof NAMED_LISTS)[number]
}

export const REFERENCES: readonly Reference[] = lists.flatMap((list) => {
  const { template: referrers } = list
  const create = operations.find(
    ({ method, template }) => method === 'POST' && template === referrers,
  )
  const input = resolve<Schema>(create?.requestBody?.content['application/json']?.schema ?? {})
  const shown = document.components.schemas[itemOf(list)]?.properties ?? {}
  return Object.keys(input.properties ?? {}).flatMap((field) => {
    const [, item] = /schemas\/(\w+)/.exec(JSON.stringify(shown[field] ?? {})) ?? []
    const isMany = shown[field]?.type === 'array'
    const named = NAMED_LISTS.filter((each) => each.item === item)
    return named.map((to) => ({ referrers, field, isMany, to }))
  })
})

/** The named records of whose kinds a sentence of openapi/v1.yaml tells something, such as "tags and categories". */
function namedIn(sentence: RegExp): typeof NAMED_LISTS {
  const kinds = sentence.exec(readText('openapi/v1.yaml'))?.[1]?.split(/\W+/) ?? []
  return NAMED_LISTS.filter(({ table }) => kinds.includes(table.replace(/.*_/, '')))
}

export const UNIQUE_NAMES = namedIn(/Names of ([\w, ]+) are unique/)
export const LIMITED_PER_USER = namedIn(/limit is 20,000 each of ([\w, ]+) for a user/)

/** The id of a record below which tests read a list; they make it. No sequence comes so far. */
export const PARENT_ID = 900_001

/** The fields that a record has only if they are true. */
export const TRUE_OR_ABSENT: ReadonlySet<string> = new Set(['is_cancelled'])

/** The path of a list, below the record with an id where it is below one. */
export function listPath({ template }: Pick<Operation, 'template'>, id = PARENT_ID): string {
  return template.replace('{id}', String(id))
}

/** The schema of the records of a list, such as `Artwork`. */
export function itemOf({ responses }: Operation): string {
  const page = resolve(responses['200']?.content?.['application/json']?.schema ?? {})
  return (
    resolve(page.properties?.['results'] ?? {})
      .items?.$ref?.split('/')
      .at(-1) ?? ''
  )
}

/** All values of `fields`, for a sparse list. */
export function allFields({ parameters }: Operation): string | undefined {
  const fields = parameters.find(({ name }) => name === 'fields')
  return resolve<Schema>(resolve<Schema>(fields?.schema ?? {}).items ?? {}).enum?.join()
}

/** Everything that the contract documents, as `listEvents 200 application/json`. */
export const documentedResponses: readonly string[] = operations.flatMap(({ id, responses }) =>
  Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const mediaTypes = Object.keys(content)
    return (mediaTypes.length > 0 ? mediaTypes : ['-']).map((type) => `${id} ${status} ${type}`)
  }),
)

/** Whether an operation rejects every request without a credential. */
export function needsKey({ security }: Operation): boolean {
  return security.length > 0 && security.every((each) => Object.keys(each).length > 0)
}
