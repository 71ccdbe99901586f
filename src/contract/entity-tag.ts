import { hash } from 'node:crypto'
import { Problem } from '../problems/problem.ts'

/** The tags of a condition; `*` is met by any representation. */
type EntityTags = '*' | readonly string[]

/** 160 bits of SHA-256 in base64url. */
const TAG_LENGTH = 27

const TAG = /(?:W\/)?"[!#-~\x80-\xff]*"/g

const LIST = /^[\s,]*(?:(?:W\/)?"[!#-~\x80-\xff]*"[\s]*(?:,[\s,]*|$))+$/

/**
 * The strong validator of a representation: equal exactly when its bytes are (RFC 9110, section
 * 8.8.3). The version of a record that has one stands before it.
 */
export function entityTag(representation: string | Buffer, version?: string): string {
  const digest = hash('sha256', representation, 'base64url')
  return `"${version === undefined ? '' : `${version}.`}${digest.slice(0, TAG_LENGTH)}"`
}

/** A record that moves `updated_at` on with every change of its own. */
export interface Versioned {
  readonly id: number
  /** As the contract writes it. */
  readonly updated_at: string
}

/** Names one state of one record, whatever becomes of what it embeds. */
export function versionOf({ id, updated_at }: Versioned): string {
  return `${id}-${updated_at.replaceAll(/\D/g, '')}`
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

/** `If-Match` of a request that reads (RFC 9110, section 13.1.1): the comparison is strong. */
export function isMet(ifMatch: string | undefined, tag: string): boolean {
  const tags = ifMatch === undefined ? '*' : parseEntityTags(ifMatch)
  return tags === '*' || tags?.includes(tag) === true
}

/**
 * `If-Match` (RFC 9110, section 13.1.1), held against the version alone: a record may embed what
 * changes without it, and that is no reason to refuse a change. A weak tag never matches.
 */
export function isMatched(ifMatch: EntityTags, version: string): boolean {
  return ifMatch === '*' || ifMatch.some((tag) => tag.startsWith(`"${version}.`))
}

/** The conditions of a request that changes a record. */
interface ChangeConditions {
  readonly ifMatch: string
  readonly ifNoneMatch: string | undefined
}

/**
 * Holds the conditions of a change against a record as it is now, which its row's lock keeps so until
 * the write is committed. An `If-None-Match` that cannot be read is as if it were not there.
 * @throws 412 when the client read another version (RFC 9110, section 13.1.1), or asks for a change only
 *   where the record is not in this one (section 13.1.2).
 */
export function requireConditions(conditions: ChangeConditions, record: Versioned): void {
  const { ifMatch, ifNoneMatch = '' } = conditions
  const version = versionOf(record)
  if (!isMatched(parseEntityTags(ifMatch) ?? [], version)) {
    throw new Problem(
      'precondition_failed',
      'The record has changed since it had this ETag. Read it again.',
    )
  }
  if (!isMatched(withoutWeakness(parseEntityTags(ifNoneMatch) ?? []), version)) return
  throw new Problem('precondition_failed', 'The record is what If-None-Match rules out.')
}

/** The comparison of `If-None-Match` is weak. */
function withoutWeakness(tags: EntityTags): EntityTags {
  return tags === '*' ? tags : tags.map((tag) => tag.replace(/^W\//, ''))
}
