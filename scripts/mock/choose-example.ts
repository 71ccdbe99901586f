import { JSON_TYPE, resolve, type Operation } from '../../src/contract/document.ts'
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
  if (preferences === undefined) throw refused('It cannot be read; code=404 and example=X can.')
  const { code, example } = preferences
  const statuses = Object.keys(operation.responses)
  if (code !== undefined && !statuses.includes(code)) {
    throw refused(`There is no code ${JSON.stringify(code)} here, but ${statuses.join(', ')}.`)
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
  return refused(`There is no example ${JSON.stringify(example)} here, but ${there}.`)
}

function refused(detail: string): Problem {
  return inputProblem('invalid_request', [{ parameter: 'Prefer', detail }])
}
