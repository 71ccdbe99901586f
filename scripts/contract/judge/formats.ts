import type { Ajv2020 } from 'ajv/dist/2020.js'

/** The formats of the contract by what they mean, written apart from those of the service. */
export function addStrictFormats(ajv: Ajv2020): Ajv2020 {
  ajv.addFormat('date-time', isTimestamp)
  ajv.addFormat('uri', isWebUrl)
  ajv.addFormat('uri-reference', (text) => !/\s/.test(text) && isUrl(text, 'http://base/'))
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  ajv.addFormat('int32', { type: 'number', validate: (value) => isWithin(value, 2 ** 31) })
  ajv.addFormat('int64', { type: 'number', validate: (value) => isWithin(value, 2 ** 53) })
  ajv.addFormat('double', { type: 'number', validate: (value) => Number.isFinite(value) })
  return ajv
}

/** RFC 3339 in UTC, with six digits of fraction or, when they are zero, none; a day that exists. */
function isTimestamp(text: string): boolean {
  const [, day = '', time = '', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{6})?Z$/.exec(text) ?? []
  if (day === '' || fraction === '.000000') return false
  const date = new Date(`${day}T${time}.000Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString() === `${day}T${time}.000Z`
}

/** Absolute, and written as a URL parser would write it. */
function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/]/.test(text) && isUrl(text) && new URL(text).href === text
}

function isWithin(value: number, bound: number): boolean {
  return Number.isInteger(value) && value >= -bound && value < bound
}

function isUrl(text: string, base?: string): boolean {
  try {
    return new URL(text, base) instanceof URL
  } catch {
    return false
  }
}
