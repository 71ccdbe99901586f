import { createHash } from 'node:crypto'

/** The tags of a condition; `*` is met by any representation. */
export type EntityTags = '*' | readonly string[]

/** 160 bits of SHA-256 in base64url. */
const TAG_LENGTH = 27

const TAG = /(?:W\/)?"[!#-~\x80-\xff]*"/g
const LIST = /^[\s,]*(?:(?:W\/)?"[!#-~\x80-\xff]*"[\s]*(?:,[\s,]*|$))+$/

/** The strong validator of a representation: equal exactly when its bytes are (RFC 9110, section 8.8.3). */
export function entityTag(representation: string | Buffer): string {
  const digest = createHash('sha256').update(representation).digest('base64url')
  return `"${digest.slice(0, TAG_LENGTH)}"`
}

/** Reads `If-Match` or `If-None-Match`; undefined for what is neither `*` nor a list of tags. */
export function parseEntityTags(header: string): EntityTags | undefined {
  if (header.trim() === '*') return '*'
  return LIST.test(header) ? (header.match(TAG) ?? []) : undefined
}

/** `If-None-Match` (RFC 9110, section 13.1.2): the comparison is weak. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch === undefined ? undefined : parseEntityTags(ifNoneMatch)
  return tags === '*' || tags?.some((known) => known.replace(/^W\//, '') === tag) === true
}

/** `If-Match` (RFC 9110, section 13.1.1): the comparison is strong, so a weak tag never matches. */
export function isMatched(ifMatch: EntityTags, tag: string): boolean {
  return ifMatch === '*' || ifMatch.includes(tag)
}
