import type { Ajv2020 } from 'ajv/dist/2020.js'
import { utcTimestamp } from '../request-body/timestamp.ts'

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

/** Adds the formats of responses. */
export function addFormats(ajv: Ajv2020): Ajv2020 {
  for (const [name, format] of Object.entries(STRING_FORMATS)) ajv.addFormat(name, format)
  ajv.addFormat('int32', { type: 'number', validate: (value) => value === (value | 0) })
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
  ajv.addFormat('double', { type: 'number', validate: Number.isFinite })
  return ajv
}

/** Adds the formats of requests: timestamps in any time zone, and only URLs that the database can store. */
export function addRequestFormats(ajv: Ajv2020): Ajv2020 {
  addFormats(ajv)
  // A port above 65535, or a host such as 1.2.3.999, which no program opens, fits the pattern.
  ajv.addFormat('uri', (text) => WEB_URL.test(text) && URL.parse(text) !== null)
  ajv.addFormat('date-time', (text) => utcTimestamp(text) !== undefined)
  return ajv
}
