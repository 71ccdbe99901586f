import { JSON_TYPE, resolve, type Operation } from '../../src/contract/document.ts'
import { page, type Page, type PageRequest } from '../../src/lists/page.ts'
import { inputProblem, PROBLEM_TYPE, type Problem } from '../../src/problems/problem.ts'
import type { Preferences } from './preferences.ts'

/** One of the answers that the contract documents for an operation. */
export interface Choice {
  readonly status: number
  /** Undefined where the answer has no body. */
  readonly mediaType: string | undefined
  /** Undefined for the first one that there is. */
  readonly example: string | undefined
}

/** It has no example of its own: it is the success that the client has already. */
export const NOT_MODIFIED = '304'

/**
 * The answer that a request asks for; without a preference, the operation's success.
 * @param preferences undefined when they cannot be read.
 * @throws {Problem} 400 naming what there is, when the contract documents no such answer.
 */
export function chooseExample(operation: Operation, preferences: Preferences | undefined): Choice {
  if (preferences === undefined) throw rejected('It cannot be read; code=404 and example=X can.')
  const { code, example } = preferences
  const statuses = Object.keys(operation.responses)
  if (code !== undefined && !statuses.includes(code)) {
    throw rejected(`There is no code ${JSON.stringify(code)} here, but ${statuses.join(', ')}.`)
  }
  const wanted = statusesFor(code, statuses)
  if (example === undefined) return choiceOf(operation, wanted[0] ?? '')
  const status = wanted.find((each) => examplesOf(operation, each).includes(example))
  if (status === undefined) throw noSuchExample(operation, wanted, example)
  return { ...choiceOf(operation, status), example }
}

/** Those in which an example is looked for; they stand in their order, so a success comes first. */
function statusesFor(code: string | undefined, all: readonly string[]): readonly string[] {
  if (code === undefined) return all
  return code === NOT_MODIFIED ? all.filter((status) => status.startsWith('2')) : [code]
}

function choiceOf(operation: Operation, status: string): Choice {
  const content = contentOf(operation, status)
  const mediaType = [JSON_TYPE, PROBLEM_TYPE].find((type) => type in content)
  return { status: Number(status), mediaType, example: undefined }
}

/** The names of the examples of a response. */
function examplesOf(operation: Operation, status: string): string[] {
  const { mediaType = '' } = choiceOf(operation, status)
  return Object.keys(contentOf(operation, status)[mediaType]?.examples ?? {})
}

type Content = Readonly<Record<string, { readonly examples?: object }>>

function contentOf({ responses }: Operation, status: string): Content {
  return resolve<{ readonly content?: Content }>(responses[status] ?? {}).content ?? {}
}

function noSuchExample(operation: Operation, among: readonly string[], example: string): Problem {
  const documented = among
    .map((status) => ({ status, names: examplesOf(operation, status) }))
    .filter(({ names }) => names.length > 0)
    .map(({ status, names }) => `${status}: ${names.join(', ')}`)
  const there = documented.length === 0 ? 'none' : documented.join('; ')
  return rejected(`There is no example ${JSON.stringify(example)} here, but ${there}.`)
}

function rejected(detail: string): Problem {
  return inputProblem('invalid_request', [{ parameter: 'Prefer', detail }])
}

/** The records of every list: more than two of the usual pages, so that a client's paging is tested. */
export const LIST_LENGTH = 40

/** A record of the contract's examples. */
interface ExampleRecord {
  readonly id: number
  readonly [field: string]: unknown
}

/** The fields that distinguish records for readers, beside the `id`. */
const NAMES = ['title', 'name']

/**
 * The part of an example's list that a request asks for. The list has 40 records, made of those that
 * the example shows; an example without any, of a page past the end, stays so.
 */
export function examplePage(example: Page<object>, request: PageRequest): Page<object> {
  const { limit, offset } = request
  const shown = example.results as ExampleRecord[]
  const count = shown.length === 0 ? 0 : LIST_LENGTH
  const places = Array.from({ length: count }, (_, place) => place).slice(offset, offset + limit)
  return page(
    request,
    count,
    places.map((place) => listedRecord(shown, place)),
  )
}

/** The record of that id, if the list that begins with the example has one; else the example itself. */
export function exampleRecord(example: ExampleRecord, id: number): object {
  const place = id - example.id
  return place > 0 && place < LIST_LENGTH ? varied(example, place) : example
}

/** Those that the example shows, then the last of them varied. */
function listedRecord(shown: readonly ExampleRecord[], place: number): object {
  const last = shown.length - 1
  return shown[place] ?? varied(shown[last] as ExampleRecord, place - last)
}

/** The record that comes `step` places after `record`, under an id, a name and a slug of its own. */
function varied(record: ExampleRecord, step: number): object {
  const copy: Record<string, unknown> = { ...record, id: record.id + step }
  for (const field of NAMES) {
    const name = record[field]
    if (typeof name !== 'string') continue
    copy[field] = `${name} ${step + 1}`
    // The summary of an event names it.
    if (typeof copy['summary'] === 'string') {
      copy['summary'] = copy['summary'].replace(name, `${name} ${step + 1}`)
    }
  }
  if (typeof record['slug'] === 'string') copy['slug'] = `${record['slug']}-${step + 1}`
  return copy
}
