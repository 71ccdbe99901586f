import { type ProblemError, inputProblem, type Problem } from '../problems/problem.ts'
import type { ErrorObject } from 'ajv'
import { memoizeByObject } from '../cache/memoize.ts'
import { textError } from '../request-body/text-error.ts'
import { firstSentence } from '../request-body/schema-errors.ts'
import { resolve, type Operation, type Parameter } from './document.ts'

interface QueryString {
  readonly values: Readonly<Record<string, string>>
  /** For repeated parameters, and for text that is not UTF-8 or holds what `textError` names. */
  readonly errors: readonly ProblemError[]
}

export const NO_QUERY: QueryString = { values: {}, errors: [] }

/** No operation has this many parameters, and the service can still check each. */
export const MAX_PARAMETERS = 64

/** Each percent sign begins an encoded UTF-8 character (RFC 3986, section 2.1; RFC 3629, section 4). */
const ENCODED_UTF8 =
  /^(?:[^%]|%[0-7][\da-f]|%(?:c[2-9a-f]|d[\da-f]|e0%[ab][\da-f]|e[1-9a-cef]%[89ab][\da-f]|ed%[89][\da-f]|f0%[9ab][\da-f]%[89ab][\da-f]|f[1-3](?:%[89ab][\da-f]){2}|f4%8[\da-f]%[89ab][\da-f])%[89ab][\da-f])*$/i

/**
 * Parses a query string without its `?`, and reports each parameter that two parsers could read differently.
 * Ignores parameters after the first 64: request-head.ts rejects a request that has more.
 * @param operation that of the request: the error of a repeated parameter says how it takes several values.
 */
export function parseQueryString(search: string, operation?: Operation): QueryString {
  if (search === '') return NO_QUERY
  const values = new Map<string, string>()
  const errors: ProblemError[] = []
  for (const pair of search.split('&', MAX_PARAMETERS)) {
    if (pair === '') continue
    const [rawName, rawValue] = splitOnce(pair)
    const name = decode(rawName)
    const value = decode(rawValue)
    if (name === undefined || value === undefined) {
      errors.push({ parameter: name ?? rawName, detail: 'It is not percent-encoded UTF-8.' })
      continue
    }
    const invalid = textError(name) ?? textError(value)
    if (invalid !== undefined) {
      errors.push({ parameter: name, detail: `It holds ${invalid}.` })
    } else if (values.has(name)) {
      errors.push(repetitionError(name, operation))
    } else {
      values.set(name, value)
    }
  }
  return { values: Object.fromEntries(values), errors }
}

/** Clients repeat the name of a list, or add brackets to it, unless they follow the contract. */
function repetitionError(name: string, operation?: Operation): ProblemError {
  const detail = 'It is given more than once.'
  if (operation === undefined) return { parameter: name, detail }
  const parameters = parametersOf(operation, 'query')
  const parameter = parameters.get(name)
  if (parameter === undefined) return parameterError(parameters, name, '')
  const remedy = takesSeveral(parameter) ? ' Give it once, with commas between its values.' : ''
  return { parameter: name, detail: `${detail}${remedy}` }
}

/** The values of a query with arrays, whose items are separated by commas. */
export function withArrays(
  operation: Operation,
  values: Values,
): Readonly<Record<string, string | string[]>> {
  const given = arraysOf(operation).filter((name) => name in values)
  if (given.length === 0) return values
  return { ...values, ...Object.fromEntries(given.map((name) => [name, itemsOf(values[name])])) }
}

const arraysOf = memoizeByObject((operation: Operation) =>
  [...parametersOf(operation, 'query').values()]
    .filter(({ schema }) => schema.type === 'array')
    .map(({ name }) => name),
)

function itemsOf(value = ''): string[] {
  return value.split(',')
}

/** Counts empty parameters too. */
export function hasTooManyParameters(search: string): boolean {
  let at = -1
  for (let count = 1; count <= MAX_PARAMETERS; count += 1) {
    at = search.indexOf('&', at + 1)
    if (at === -1) return false
  }
  return true
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

/** Tests the text before decoding, because exceptions for many invalid parameters would cost far more. */
function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  return ENCODED_UTF8.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : undefined
}

/** AJV would also coerce `0x10`, ` 5` and `+5` to numbers, and `1e1` to an integer; the contract does not allow them. */
const NUMBERS = { integer: /^(0|[1-9]\d*)$/, number: /^(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i }

/** In characters. Messages truncate longer values. */
const MAX_ECHO_LENGTH = 40

type Parameters = ReadonlyMap<string, Parameter>
type Values = Readonly<Record<string, string>>

/** One problem that reports the first errors, one for each parameter. */
export function invalidRequest(errors: Iterable<ProblemError>): Problem {
  return inputProblem('invalid_request', errors)
}

/** An error for each number that is not written as the contract says: an integer in plain digits, any other as in JSON. */
export function numberErrors(parameters: Parameters, values: Values): ProblemError[] {
  const isInvalid = (name: string): boolean => {
    const { type, minimum = 0 } = parameters.get(name)?.schema ?? {}
    if (type !== 'integer' && type !== 'number') return false
    const text = values[name] ?? ''
    return !NUMBERS[type].test(minimum < 0 ? text.replace(/^-(?=[1-9])/, '') : text)
  }
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
  // After the place: `/query/fields/0` for an item of an array.
  return unknown ?? instancePath.split('/')[2] ?? ''
}

/** AJV gets the names of headers in lower case. */
function contractName(parameters: Parameters, lowerCase: string): string {
  return [...parameters.keys()].find((name) => name.toLowerCase() === lowerCase) ?? lowerCase
}

/** The error of an unknown parameter, or of a known one with an invalid value. */
export function parameterError(parameters: Parameters, name: string, value: string): ProblemError {
  const parameter = parameters.get(name)
  if (parameter === undefined) {
    const detail = `There is no such parameter. ${listOfNames(parameters)}`
    return { parameter: name, detail }
  }
  return {
    parameter: name,
    detail: `${echo(invalidPart(parameter, value))} is not ${expectation(parameter)}.${spellingOf(parameter, value)}`,
  }
}

/** How many ids may follow the first one, at the end of the pattern of a list of ids. */
const FOLLOWING_IDS = /\{0,(\d+)\}\$$/

function takesSeveral({ schema: { type, pattern = '' } }: Parameter): boolean {
  return type === 'array' || FOLLOWING_IDS.test(pattern)
}

/** What to change in a text that people read as the value of its parameter. */
function spellingOf({ schema: { type, format, pattern = '' } }: Parameter, value: string): string {
  // Forms and queries read `+` as a space.
  if (format?.startsWith('date-') && /T[\d:.]* \d{2}:\d{2}$/i.test(value)) {
    return ' Write %2B for the + of its time zone.'
  }
  const following = FOLLOWING_IDS.exec(pattern)?.[1]
  if (following !== undefined) return ` It takes 1 to ${+following + 1} ids, separated by commas.`
  if (type !== 'number' && type !== 'integer') return ''
  if (/^-?0\d/.test(value)) return ' Leave out its leading zeros.'
  return type === 'number' && /^-?\.\d/.test(value) ? ' Write 0 before the point.' : ''
}

function listOfNames(parameters: Parameters): string {
  if (parameters.size === 0) return 'This operation takes none.'
  return `There are: ${[...parameters.keys()].toSorted().join(', ')}.`
}

/** The first invalid item of an array. */
function invalidPart({ schema }: Parameter, value: string): string {
  if (schema.type !== 'array') return value
  const allowed = allowedValues(schema)
  return itemsOf(value).find((item) => allowed?.includes(item) === false) ?? value
}

/** The values of an enumeration, or of the items of an array. */
function allowedValues({
  enum: values,
  items,
}: Parameter['schema']): readonly string[] | undefined {
  return values ?? (items && resolve(items).enum)
}

function echo(value: string): string {
  const isLong = value.length > MAX_ECHO_LENGTH
  return JSON.stringify(isLong ? `${value.slice(0, MAX_ECHO_LENGTH)}...` : value)
}

function expectation({ in: place, schema, example, description }: Parameter): string {
  const suggestion = example === undefined ? '' : `, such as ${String(example)}`
  const allowed = allowedValues(schema)
  if (allowed !== undefined) return `one of ${allowed.join(', ')}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.format === 'date-time') {
    return `a timestamp of RFC 3339 with a time zone${suggestion}`
  }
  if (schema.format === 'date-or-time') {
    return `a date or a timestamp of RFC 3339 with a time zone${suggestion}`
  }
  // Most headers have no example, which clients made from the contract would send.
  if (schema.type === 'string' && place === 'header') {
    return `what its description says: ${firstSentence(description)}`
  }
  if (schema.type === 'string') {
    const { minLength = 0, maxLength } = schema
    if (maxLength === undefined) return `a text of ${minLength} characters at least`
    const length = minLength === maxLength ? maxLength : `${minLength} to ${maxLength}`
    return `a text of ${length} characters in the form that this parameter takes${suggestion}`
  }
  const bounds = `from ${schema.minimum} to ${schema.maximum}`
  return schema.type === 'number'
    ? `a number ${bounds} in decimal digits`
    : `an integer ${bounds} in plain decimal digits`
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
