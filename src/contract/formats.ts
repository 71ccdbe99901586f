import type { Ajv2020 } from 'ajv/dist/2020.js'
import { utcTimestamp } from '../request-body/timestamp.ts'

/** RFC 3986, http and https, without a user; the database's domain web_url says the same. */
export const WEB_URL =
  /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?$/

/** The same of this service's own addresses too, which may be at an IPv6 address (RFC 3986, 3.2.2). */
const ANSWERED_URL =
  /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?(?:[/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?$/

/**
 * The formats of the contract in the one exact form that this service writes: stricter than the
 * standards allow and, as plain linear expressions, several times faster to check.
 */
const STRING_FORMATS = {
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{6})?Z$/,
  uri: ANSWERED_URL,
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

/**
 * The formats of the contract as a client may write them: timestamps in any time zone, and addresses
 * that the database keeps, of which those of IPv6 hosts are none.
 */
export function addRequestFormats(ajv: Ajv2020): Ajv2020 {
  addFormats(ajv)
  ajv.addFormat('uri', WEB_URL)
  ajv.addFormat('date-time', (text) => utcTimestamp(text) !== undefined)
  return ajv
}
