import type { Ajv2020 } from 'ajv/dist/2020.js'
import { addFormats } from '../contract/formats.ts'
import { utcTimestamp } from './request-timestamp.ts'

/** The formats of the contract as a client may write them: timestamps in any time zone. */
export function addRequestFormats(ajv: Ajv2020): Ajv2020 {
  addFormats(ajv)
  ajv.addFormat('date-time', (text) => utcTimestamp(text) !== undefined)
  return ajv
}
