import type { ByteText } from '../../byte-text.ts'
import { nameOf } from './part.ts'

/**
 * A record's JSON with a hole for each part that other records embed as well. The name of the part
 * stands between two of this character, which JSON text never holds as it is (RFC 8259, section 7).
 */
export const HOLE = '\u0001'

export interface Template {
  readonly text: ByteText
  /** Differs whenever the text does. */
  readonly digest: string
}

/** Writes what JSON.stringify writes, with holes in it. */
export function templateOf(record: object): string {
  const fields = Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${written(value)}`)
  return `{${fields.join(',')}}`
}

function written(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  const name = nameOf(value)
  return name === undefined ? templateOf(value) : `${HOLE}${name}${HOLE}`
}
