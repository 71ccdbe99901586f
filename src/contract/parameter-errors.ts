import type { ErrorObject } from 'ajv'
import { memoizeByObject } from '../cache/memoize.ts'
import { inputProblem, type Problem, type ProblemError } from '../problems/problem.ts'
import { resolve, type Operation, type Parameter } from './document.ts'

/** AJV would also coerce `1e1`, `0x10`, ` 5` and `+5` to integers; the contract does not allow them. */
const PLAIN_DIGITS = /^(0|[1-9]\d*)$/

/** In characters. Messages truncate longer values. */
const MAX_ECHO_LENGTH = 40

type Parameters = ReadonlyMap<string, Parameter>
type Values = Readonly<Record<string, string>>

/** One problem that reports the first errors, one for each parameter. */
export function invalidRequest(errors: Iterable<ProblemError>): Problem {
  return inputProblem('invalid_request', errors)
}

/** An error for each integer parameter whose value is not plain decimal digits. */
export function integerErrors(parameters: Parameters, values: Values): ProblemError[] {
  const isInvalid = (name: string): boolean =>
    parameters.get(name)?.schema.type === 'integer' && !PLAIN_DIGITS.test(values[name] ?? '')
  return Object.keys(values)
    .filter(isInvalid)
    .map((name) => parameterError(parameters, name, values[name] ?? ''))
}

/** AJV's errors of the query or of the headers, one for each parameter. */
export function schemaErrors(
  parameters: Parameters,
  values: Values,
  errors: readonly ErrorObject[],
): ProblemError[] {
  const names = new Set(errors.map((error) => contractName(parameters, parameterName(error))))
  return [...names].map((name) => parameterError(parameters, name, values[name] ?? ''))
}

function parameterName({ instancePath, params }: ErrorObject): string {
  const unknown = (params as { additionalProperty?: string }).additionalProperty
  return unknown ?? instancePath.split('/').at(-1) ?? ''
}

/** AJV gets the names of headers in lower case. */
function contractName(parameters: Parameters, lowerCase: string): string {
  return [...parameters.keys()].find((name) => name.toLowerCase() === lowerCase) ?? lowerCase
}

/** The error of an unknown parameter, or of a known one with an invalid value. */
export function parameterError(parameters: Parameters, name: string, value: string): ProblemError {
  const parameter = parameters.get(name)
  const detail =
    parameter === undefined
      ? `There is no such parameter. ${listOfNames(parameters)}`
      : `${echo(value)} is not ${expectation(parameter)}.`
  return { parameter: name, detail }
}

function listOfNames(parameters: Parameters): string {
  if (parameters.size === 0) return 'This operation takes none.'
  return `There are: ${[...parameters.keys()].toSorted().join(', ')}.`
}

function echo(value: string): string {
  const isLong = value.length > MAX_ECHO_LENGTH
  return JSON.stringify(isLong ? `${value.slice(0, MAX_ECHO_LENGTH)}...` : value)
}

function expectation({ schema }: Parameter): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'string') {
    const { minLength = 0, maxLength } = schema
    return maxLength === undefined
      ? `a text of ${minLength} characters at least`
      : `a text of ${minLength} to ${maxLength} characters, of those that this parameter takes`
  }
  return `an integer from ${schema.minimum} to ${schema.maximum} in plain decimal digits`
}

/** The parameters of an operation in `place`, by name. */
export function parametersOf(operation: Operation, place: Parameter['in']): Parameters {
  return parametersByPlace(operation)[place]
}

const parametersByPlace = memoizeByObject((operation: Operation) => {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter))
  const inPlace = (place: Parameter['in']): Parameters =>
    new Map(
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => [parameter.name, { ...parameter, schema: resolve(parameter.schema) }]),
    )
  return {
    query: inPlace('query'),
    path: inPlace('path'),
    header: inPlace('header'),
    cookie: inPlace('cookie'),
  }
})
