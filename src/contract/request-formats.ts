import type { Ajv2020 } from 'ajv/dist/2020.js'
import { addFormats } from './formats.ts'
import { utcTimestamp } from '../body/request-timestamp.ts'

/** The formats of the contract as a client may write them: timestamps in any time zone. */
export function addRequestFormats(ajv: Ajv2020): Ajv2020 {
  addFormats(ajv)
  ajv.addFormat('date-time', (text) => utcTimestamp(text) !== undefined)
  return ajv
}
