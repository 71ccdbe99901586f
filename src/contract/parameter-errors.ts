import type { ErrorObject } from 'ajv'
import { inputProblem, type Problem, type ProblemError } from '../problems/problem.ts'
import { resolve, type Operation, type Parameter } from './document.ts'
import { memoizeByObject } from '../cache/memoize.ts'

/** AJV would also read `1e1`, `0x10`, ` 5` and `+5` as integers; the contract does not. */
const PLAIN_DIGITS = /^(0|[1-9]\d*)$/

/** Longer values are cut in messages. */
const LONGEST_ECHO = 40

type Parameters = ReadonlyMap<string, Parameter>

/** The parameters of an operation in `place`, by name. */
export function parametersOf(operation: Operation, place: Parameter['in']): Parameters {
  return parametersByPlace(operation)[place]
}

const parametersByPlace = memoizeByObject(
  (operation: Operation): Record<Parameter['in'], Parameters> => {
    const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter))
    const byName = (place: Parameter['in']): Parameters =>
      new Map(
        parameters
          .filter((parameter) => parameter.in === place)
          .map((parameter) => [
            parameter.name,
            { ...parameter, schema: resolve(parameter.schema) },
          ]),
      )
    return {
      query: byName('query'),
      path: byName('path'),
      header: byName('header'),
      cookie: byName('cookie'),
    }
  },
)

/** The values that are not integers in plain decimal digits where the contract asks for those. */
export function integerErrors(
  parameters: Parameters,
  values: Readonly<Record<string, string>>,
): ProblemError[] {
  const isFaulty = (name: string): boolean =>
    parameters.get(name)?.schema.type === 'integer' && !PLAIN_DIGITS.test(values[name] ?? '')
  return Object.keys(values)
    .filter(isFaulty)
    .map((name) => parameterError(parameters, name, values[name] ?? ''))
}

/** What AJV found in the query or in the headers, each parameter once. */
export function schemaErrors(
  parameters: Parameters,
  values: Readonly<Record<string, string>>,
  errors: readonly ErrorObject[],
): ProblemError[] {
  const names = new Set(errors.map((error) => contractName(parameters, parameterName(error))))
  return [...names].map((name) => parameterError(parameters, name, values[name] ?? ''))
}

/** One problem for the first faults, each parameter named once. */
export function invalidRequest(faults: Iterable<ProblemError>): Problem {
  return inputProblem('invalid_request', faults)
}

function parameterName({ instancePath, params }: ErrorObject): string {
  const unknown = (params as { additionalProperty?: string }).additionalProperty
  return unknown ?? instancePath.split('/').at(-1) ?? ''
}

/** Headers are validated in lower case. */
function contractName(parameters: Parameters, name: string): string {
  return [...parameters.keys()].find((known) => known.toLowerCase() === name) ?? name
}

/** What is wrong with a parameter: there is none of this name, or it does not take this value. */
export function parameterError(parameters: Parameters, name: string, value: string): ProblemError {
  const parameter = parameters.get(name)
  const detail =
    parameter === undefined
      ? `There is no such parameter. ${knownNames(parameters)}`
      : `${echo(value)} is not ${expectation(parameter)}.`
  return { parameter: name, detail }
}

function knownNames(parameters: Parameters): string {
  if (parameters.size === 0) return 'This operation takes none.'
  return `There are: ${[...parameters.keys()].toSorted().join(', ')}.`
}

function expectation({ schema }: Parameter): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  if (schema.type === 'string') {
    const { minLength = 0, maxLength } = schema
    return maxLength === undefined
      ? `a text of ${minLength} characters at least`
      : `a text of ${minLength} to ${maxLength} characters, of those that this parameter takes`
  }
  return `an integer from ${schema.minimum} to ${schema.maximum} in plain decimal digits`
}

function echo(value: string): string {
  return JSON.stringify(value.length > LONGEST_ECHO ? `${value.slice(0, LONGEST_ECHO)}...` : value)
}
