import type { Ajv2020 } from 'ajv/dist/2020.js'
import { addFormats, WEB_URL } from './formats.ts'
import { utcTimestamp } from '../body/request-timestamp.ts'

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
