import { hash } from 'node:crypto'
import { DERIVED_FIELDS } from '../../generated/operations.ts'

/**
 * The digest of a record: SHA-256 of its canonical JSON (RFC 8785) without the derived fields, in hexadecimal digits. RFC 8785
 * has defined numbers and strings as those of `JSON.stringify`.
 */
export function contentDigest(record: unknown): string {
  return hash('sha256', JSON.stringify(canonical(record)))
}

/** The value without derived fields, with names in the order of RFC 8785, which is that of `toSorted`. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(canonical)
  const fields = value as Readonly<Record<string, unknown>>
  const sorted: Record<string, unknown> = {}
  for (const name of Object.keys(fields).toSorted()) {
    if (!DERIVED_FIELDS.has(name)) sorted[name] = canonical(fields[name])
  }
  return sorted
}

/** The digest of no record. */
export const NO_DIGEST = '0'.repeat(64)

/**
 * The digest of several records together: the exclusive or of theirs. It has no order, and a record is taken away as it is
 * added.
 */
export function combined(digests: readonly string[]): string {
  const sum = digests.reduce((before, digest) => before ^ BigInt(`0x${digest}`), 0n)
  return sum.toString(16).padStart(NO_DIGEST.length, '0')
}

/** Some records together. */
export interface Summary {
  readonly records: number
  /** In hexadecimal digits. */
  readonly digest: string
}

export function summed(parts: readonly Summary[]): Summary {
  return {
    records: parts.reduce((sum, { records }) => sum + records, 0),
    digest: combined(parts.map(({ digest }) => digest)),
  }
}
