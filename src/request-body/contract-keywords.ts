import { _, str, type Ajv2020, type KeywordErrorDefinition } from 'ajv/dist/2020.js'
import { utcTimestamp, utcTimestampOrDate } from './timestamp.ts'

/**
 * The contract's keyword for the maximum number of decimals of a number. `multipleOf: 0.01` is no
 * replacement: validators divide by it and so reject 19.99.
 */
export const MAXIMUM_DECIMALS = 'x-maximum-decimals'

/**
 * The contract's keyword for a title or a name: it has a character that can be seen, and no control character of Unicode.
 * A pattern for that would need Unicode properties, which the regular expressions of some languages lack.
 */
export const VISIBLE = 'x-visible'

const ERROR: KeywordErrorDefinition = {
  message: ({ schemaCode }) => str`must have at most ${schemaCode} decimals`,
  params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
}

export function addContractKeywords(ajv: Ajv2020): Ajv2020 {
  ajv.addKeyword({
    keyword: MAXIMUM_DECIMALS,
    type: 'number',
    schemaType: 'number',
    validate: hasAtMostDecimals,
    error: ERROR,
    errors: false,
  })
  return ajv.addKeyword({
    keyword: VISIBLE,
    type: 'string',
    schemaType: 'boolean',
    validate: (_schema: boolean, text: string) => isVisible(text),
    errors: false,
  })
}

/** Whether `value` is the double nearest to a number with this number of decimals. */
export function hasAtMostDecimals(decimals: number, value: number): boolean {
  return Number(value.toFixed(decimals)) === value
}

/**
 * U+2800 is a Braille pattern without dots. A code point that this version of Unicode does not know may be a letter of a
 * later one.
 */
const VISIBLE_CHARACTER =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

export function isVisible(text: string): boolean {
  return VISIBLE_CHARACTER.test(text) && !/\p{Cc}/u.test(text)
}

/** RFC 3986, http and https, without userinfo; the database's domain web_url takes these, too. */
export const WEB_URL =
  /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#](?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$/

/** Also allows an IPv6 host (RFC 3986, section 3.2.2), which this service's own URLs can have, and any percent sign. */
const RESPONSE_URL =
  /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?(?:[/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?$/

/**
 * The formats of the contract, in the one form that this service writes. They are stricter than the
 * standards, so linear regular expressions check them, several times faster than ajv-formats.
 */
const STRING_FORMATS = {
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{6})?Z$/,
  uri: RESPONSE_URL,
  'uri-reference': /^[!-~]+$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
} as const

export function addFormats(ajv: Ajv2020): Ajv2020 {
  for (const [name, format] of Object.entries(STRING_FORMATS)) ajv.addFormat(name, format)
  ajv.addFormat('int32', { type: 'number', validate: (value) => value === (value | 0) })
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
  ajv.addFormat('double', { type: 'number', validate: Number.isFinite })
  return ajv
}

/** Adds the formats of requests: timestamps in any time zone, dates, and only URLs that the database can store. */
export function addRequestFormats(ajv: Ajv2020): Ajv2020 {
  addFormats(ajv)
  // A port above 65535, or a host such as 1.2.3.999, which no program opens, fits the pattern.
  ajv.addFormat('uri', (text) => WEB_URL.test(text) && URL.parse(text) !== null)
  ajv.addFormat('date-time', (text) => utcTimestamp(text) !== undefined)
  ajv.addFormat('date-or-time', (text) => utcTimestampOrDate(text) !== undefined)
  return ajv
}
