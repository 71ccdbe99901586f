import { JSON_TYPE, NDJSON_TYPE, resolve, type Operation } from '../../src/contract/document.ts'
import { page, type Page, type PageRequest } from '../../src/lists/list.ts'
import { inputProblem, PROBLEM_TYPE, type Problem } from '../../src/problems/problem.ts'
import type { Preferences } from './preferences.ts'

/** A documented response of an operation. */
export interface Choice {
  readonly status: number
  /** Undefined for a response without a body. */
  readonly mediaType: string | undefined
  /** Undefined for the first example. */
  readonly example: string | undefined
}

/** It has no example of its own: it is the success that the client has already. */
export const NOT_MODIFIED = '304'

/**
 * The response that a request prefers; without a preference, the operation's success.
 * @param preferences undefined when they cannot be parsed.
 * @throws {Problem} 400 with the documented responses, when the preferred one is not among them.
 */
export function chooseExample(operation: Operation, preferences: Preferences | undefined): Choice {
  if (preferences === undefined) throw rejected('It cannot be read; code=404 and example=X can.')
  const { code, example } = preferences
  const documented = Object.keys(operation.responses).map((each) => documentedIn(operation, each))
  if (code !== undefined && !(code in operation.responses)) {
    const codes = Object.keys(operation.responses).join(', ')
    throw rejected(`There is no code ${JSON.stringify(code)} here, but ${codes}.`)
  }
  // They are in their order, so a success comes first.
  const candidates = documented.filter(
    (each) =>
      code === undefined ||
      (code === NOT_MODIFIED ? each.code.startsWith('2') : each.code === code),
  )
  const chosen = candidates.find(
    ({ examples }) => example === undefined || examples.includes(example),
  )
  if (chosen !== undefined) {
    return { status: Number(chosen.code), mediaType: chosen.mediaType, example }
  }
  const named = candidates
    .filter(({ examples }) => examples.length > 0)
    .map((each) => `${each.code}: ${each.examples.join(', ')}`)
  const known = named.join('; ') || 'none'
  throw rejected(`There is no example ${JSON.stringify(example)} here, but ${known}.`)
}

type Content = Readonly<Record<string, { readonly examples?: object }>>

function documentedIn({ responses }: Operation, code: string) {
  const { content = {} } = resolve<{ readonly content?: Content }>(responses[code] ?? {})
  const mediaType = [JSON_TYPE, NDJSON_TYPE, PROBLEM_TYPE].find((type) => type in content)
  return { code, mediaType, examples: Object.keys(content[mediaType ?? '']?.examples ?? {}) }
}

function rejected(detail: string): Problem {
  return inputProblem('invalid_request', [{ parameter: 'Prefer', detail }])
}

/** The length of every list: several pages, so that a client's paging is tested. */
export const LIST_LENGTH = 40

/** A record of the contract's examples. */
interface ExampleRecord {
  readonly id: number
  readonly [field: string]: unknown
}

/** The fields that distinguish records for readers, beside the `id`. */
const NAMES = ['title', 'name']

/**
 * The requested page of an example's list. The list has 40 records, made of those of the example; an
 * example without records, of a page past the end, stays empty.
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
    places.length,
  )
}

/** The record of that id, if the list that begins with the example has one; else the example itself. */
export function exampleRecord(example: ExampleRecord, id: number): object {
  const place = id - example.id
  return place > 0 && place < LIST_LENGTH ? varied(example, place) : example
}

/** A record of the example or, past its end, a variation of the last one. */
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
  // An event, all of whose fields are there. Few events are cancelled, so a client meets one here.
  if (step === 1 && 'is_online_only' in record) copy['is_cancelled'] = true
  return copy
}
