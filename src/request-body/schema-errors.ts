import type { DefinedError, ErrorObject } from 'ajv'
import { pointerTo, type BodyError } from './body-error.ts'
import { MAXIMUM_DECIMALS, VISIBLE } from './contract-keywords.ts'

const TYPE_NAMES: Readonly<Record<string, readonly string[]>> = {
  string: ['a string'],
  integer: ['an integer'],
  number: ['a number'],
  object: ['an object'],
  array: ['an array'],
  boolean: ['true', 'false'],
}

/** The formats of contract-keywords.ts in words. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time':
    'an RFC 3339 timestamp with a time zone, such as 2026-03-14T09:00:00Z, in the years 1000 to 9999',
  uri: 'an absolute http or https URL without a user',
  'uri-reference': 'a URL or a part of one, in printable ASCII',
  uuid: 'a UUID in lower case',
}

/** The range of a format, for a number to which the contract gives no narrower one. */
const FORMAT_RANGES: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  int32: [-2147483648, 2147483647],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
}

/** Keywords whose error a sentence on the whole range of a number describes. */
const NUMBER_KEYWORDS: ReadonlySet<string> = new Set(['type', 'format', 'minimum', 'maximum'])

const COMPARISONS = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' }

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** Their text is clearer than that of a pattern at the same place. */
const CLEAR_KEYWORDS: ReadonlySet<string> = new Set(['format', VISIBLE])

/** Far more than a problem reports. */
const MAX_ERRORS = 1000

/** Keywords whose error says only that a branch failed; the errors of the branch say why. */
const COMPOSITIONS: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf', 'if'])

/**
 * AJV's errors of a request body as readable text, one for each place.
 * @param errors of a validator with `allErrors` and `verbose`.
 * @param serverFields the fields of the record that only the service sets.
 * @param prefix the instancePath of the body.
 */
export function bodyErrors(
  errors: readonly ErrorObject[],
  serverFields: ReadonlySet<string>,
  prefix: string,
): Generator<BodyError> {
  const places = new Map<string, DefinedError[]>()
  for (const error of errors.slice(0, MAX_ERRORS) as DefinedError[]) {
    const pointer = placeOf(error, prefix)
    const others = places.get(pointer)
    if (others === undefined) places.set(pointer, [error])
    else others.push(error)
  }
  return errorsAt(places, serverFields)
}

/** The place of a missing or unknown field is the field, not the object that has it. */
function placeOf(error: DefinedError, prefix: string): string {
  const above = error.instancePath.slice(prefix.length)
  const name = fieldName(error)
  return name === undefined ? above : pointerTo([name], above)
}

function fieldName({ keyword, params }: DefinedError): string | undefined {
  if (keyword === 'required') return params.missingProperty
  return keyword === 'additionalProperties' ? params.additionalProperty : undefined
}

function* errorsAt(
  places: ReadonlyMap<string, readonly DefinedError[]>,
  serverFields: ReadonlySet<string>,
): Generator<BodyError> {
  for (const [pointer, errors] of places) {
    const own = errors.filter((error) => !isBranch(error))
    const preferred = own.find(({ keyword }) => CLEAR_KEYWORDS.has(keyword)) ?? own[0]
    const error = preferred ?? errors[0]
    if (error === undefined || (preferred === undefined && hasErrorBelow(places, pointer))) continue
    const types = errors.filter(({ keyword }) => keyword === 'type')
    const isType = error.keyword === 'type'
    const detail =
      numberExpectation(error) ??
      (isType ? typeExpectation(types) : expectation(error, serverFields))
    yield { pointer, detail }
  }
}

/** A nullable record is `oneOf: [record, null]`; only the errors of the record are useful. */
function isBranch({ keyword, params }: DefinedError): boolean {
  return COMPOSITIONS.has(keyword) || (keyword === 'type' && params.type === 'null')
}

function hasErrorBelow(places: ReadonlyMap<string, unknown>, pointer: string): boolean {
  return [...places.keys()].some((place) => place.startsWith(`${pointer}/`))
}

/** Describes the valid values at the place of an error. Never quotes the value, which can be anything. */
function expectation(error: DefinedError, serverFields: ReadonlySet<string>): string {
  switch (error.keyword) {
    case 'required':
      return 'It is required.'
    case 'additionalProperties':
      return unknownField(error, error.params.additionalProperty, serverFields)
    case 'enum':
      return enumExpectation(error, error.params.allowedValues)
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return sizeExpectation(error.keyword, error.params.limit)
    case 'uniqueItems':
      return 'It must not hold the same item twice.'
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return boundExpectation(error.params)
    case 'format':
      return formatExpectation(error)
    case 'pattern':
      return patternExpectation(error, error.params.pattern)
    default:
      return otherExpectation(error)
  }
}

const VISIBLE_DETAIL = 'It must have a visible character, and no control characters.'

function otherExpectation({ keyword, params, message }: ErrorObject): string {
  if (keyword === MAXIMUM_DECIMALS) return decimalsExpectation(Number(params['limit']))
  if (keyword === VISIBLE) return VISIBLE_DETAIL
  return `It ${message ?? 'does not fit the contract'}.`
}

/** A list of more values would be longer than its reader wants. */
const MAX_LISTED_VALUES = 40

/** Names the value in place of a replaced one (`x-replaced-values`). Of a long list, it has the description. */
function enumExpectation({ data, parentSchema = {} }: DefinedError, values: unknown[]): string {
  const { 'x-replaced-values': replaced = {}, description = '' } = parentSchema as {
    'x-replaced-values'?: Readonly<Record<string, string>>
    description?: string
  }
  if (typeof data === 'string' && Object.hasOwn(replaced, data)) {
    return `It must be a value in use: ${replaced[data]} has replaced ${data}.`
  }
  if (values.length <= MAX_LISTED_VALUES) return `It must be one of ${values.join(', ')}.`
  const [sentence = ''] = description.split('. ')
  return `It must be one of ${values.length} values: ${sentence.replaceAll(/\s+/g, ' ').trim()}, such as ${String(values[0])}.`
}

function unknownField(
  { parentSchema }: DefinedError,
  name: string,
  serverFields: ReadonlySet<string>,
): string {
  if (serverFields.has(name)) return 'It is set by the service and cannot be written.'
  // A name that no pointer can contain is reported at the object.
  const isNamed = pointerTo([name]) !== ''
  const error = isNamed ? 'There is no such field.' : 'A field in it does not exist.'
  const fields = Object.keys((parentSchema?.['properties'] ?? {}) as object)
  return fields.length === 0 ? error : `${error} There are: ${fields.join(', ')}.`
}

function patternExpectation({ parentSchema }: DefinedError, pattern: string): string {
  const sentence = firstSentence(parentSchema?.['description'] as string | undefined)
  if (sentence === '') return `It must match the regular expression ${pattern}.`
  return `It must fit its description: ${sentence}.`
}

/** Without its full stop; empty if there is no description. */
export function firstSentence(description = ''): string {
  const [sentence = ''] = /^.+?(?=\.(?:\s|$)|$)/s.exec(description) ?? []
  return sentence.replaceAll(/\s+/g, ' ').trim()
}

/** @param errors the type errors of one value against all schemas that it may match. */
function typeExpectation(errors: readonly DefinedError[]): string {
  // AJV's TypeScript type omits that `type` is an array where the schema has one.
  const types = errors.flatMap(({ params }) => (params as { type: string | string[] }).type)
  const names = [...new Set(types)].flatMap((type) => TYPE_NAMES[type] ?? [type])
  const last = names.pop()
  return `It must be ${names.length === 0 ? '' : `${names.join(', ')} or `}${last}.`
}

/** The contract's range of a number; undefined for any other error. */
function numberExpectation({ keyword, parentSchema }: DefinedError): string | undefined {
  if (parentSchema === undefined || !NUMBER_KEYWORDS.has(keyword)) return undefined
  const types = [parentSchema['type']].flat() as unknown[]
  const type = types.find((each) => each === 'integer' || each === 'number')
  if (type === undefined || types.length > (types.includes('null') ? 2 : 1)) return undefined
  const [least, most] = FORMAT_RANGES[parentSchema['format'] as string] ?? []
  const { minimum = least, maximum = most } = parentSchema as { minimum?: number; maximum?: number }
  const article = type === 'integer' ? 'an' : 'a'
  const nullable = types.includes('null') ? ' or null' : ''
  return `It must be ${article} ${type}${rangeText(minimum, maximum)}${nullable}.`
}

function rangeText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

function formatExpectation({ params, data }: DefinedError): string {
  const { format } = params as { format: string }
  const detail = `It must be ${FORMATS[format] ?? `of the format ${format}`}.`
  return format === 'uri' && typeof data === 'string'
    ? `${detail} ${urlRemedy(data)}`.trim()
    : detail
}

/** The part of a URL that is wrong, or the form of the same URL that the contract takes. */
function urlRemedy(text: string): string {
  const [, scheme = '', host = '', port = ''] = URL_PARTS.exec(text.trim()) ?? []
  if (!/^https?$/i.test(scheme)) return 'It must begin with https:// or http://.'
  if (/[\s,;|]https?:\/\//i.test(text)) return 'It has several URLs.'
  if (host.includes('@')) return 'It has a user before its host.'
  if (Number(port) > 65_535) return 'Its port must be from 0 to 65535.'
  const url = URL.parse(text)
  if (url === null || !/^[a-z0-9.-]+$/.test(url.hostname))
    return 'Its host must be a domain name or an IPv4 address.'
  const form = url.href.replaceAll(NOT_IN_A_URL, encodeURIComponent)
  return `Send it as ${form}`
}

/** A character that a URL cannot have, or a percent sign that no two hexadecimal digits follow. */
const NOT_IN_A_URL = /[^A-Za-z0-9._~:/?#@!$&'()*+,;=%-]|%(?![0-9A-Fa-f]{2})/g

/** Of anything that may be meant as a URL (RFC 3986, appendix B). */
const URL_PARTS = /^(?:([A-Za-z][\w+.-]*):)?\/\/([^/?#]*?)(?::(\d*))?(?:[/?#]|$)/

type Size = 'minLength' | 'maxLength' | 'minItems' | 'maxItems'

function sizeExpectation(keyword: Size, limit: number): string {
  if (keyword.startsWith('min') && limit === 1) return 'It must not be empty.'
  const comparison = keyword.startsWith('min') ? 'at least' : 'at most'
  const unit = keyword.endsWith('Length') ? 'character' : 'item'
  return `It must have ${comparison} ${limit} ${unit}${limit === 1 ? '' : 's'}.`
}

function boundExpectation(bound: {
  readonly comparison: keyof typeof COMPARISONS
  readonly limit: number
}): string {
  return `It must be ${COMPARISONS[bound.comparison]} ${bound.limit}.`
}

function decimalsExpectation(limit: number): string {
  return `It must have at most ${NUMBER_WORDS[limit] ?? limit} decimal${limit === 1 ? '' : 's'}.`
}
