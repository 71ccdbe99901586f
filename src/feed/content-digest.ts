import { hash } from 'node:crypto'
import { DERIVED_FIELDS } from '../../generated/operations.ts'

/**
 * The digest of a record: SHA-256 of its canonical JSON (RFC 8785) without the derived fields, in hexadecimal digits.
 * @param json of the record.
 */
export function contentDigest(json: string): string {
  return hash('sha256', canonicalJson(JSON.parse(json)))
}

/**
 * Canonical JSON without derived fields. RFC 8785 has defined numbers and strings as those of `JSON.stringify`, and its
 * order of names is that of `toSorted`.
 */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (name, each: unknown) => {
    if (DERIVED_FIELDS.has(name)) return undefined
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(
      Object.keys(each)
        .toSorted()
        .map((key) => [key, (each as Record<string, unknown>)[key]]),
    )
  })
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
