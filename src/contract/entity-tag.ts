import { hash } from 'node:crypto'
import { Problem } from '../problems/problem.ts'

/** The tags of a condition; `*` matches every representation. */
type EntityTags = '*' | readonly string[]

/** 160 bits of SHA-256 in base64url. */
const TAG_LENGTH = 27

const TAG = /(?:W\/)?"[!#-~\x80-\xff]*"/g

const LIST = /^[\s,]*(?:(?:W\/)?"[!#-~\x80-\xff]*"[\s]*(?:,[\s,]*|$))+$/

/**
 * The strong validator of a representation: equal exactly when its bytes are (RFC 9110, section
 * 8.8.3). It begins with the version of the record, if there is one.
 */
export function entityTag(representation: string | Buffer, version?: string): string {
  const digest = hash('sha256', representation, 'base64url')
  return `"${version === undefined ? '' : `${version}.`}${digest.slice(0, TAG_LENGTH)}"`
}

/** A record of which each change increases `updated_at`. */
export interface Versioned {
  readonly id: number
  /** As the contract writes it. */
  readonly updated_at: string
}

/** Identifies one state of one record; changes of embedded records do not alter it. */
export function versionOf({ id, updated_at }: Versioned): string {
  return `${id}-${updated_at.replaceAll(/\D/g, '')}`
}

/** Parses `If-Match` or `If-None-Match`; undefined when it is neither `*` nor a list of tags. */
export function parseEntityTags(header: string): EntityTags | undefined {
  if (header.trim() === '*') return '*'
  return LIST.test(header) ? (header.match(TAG) ?? []) : undefined
}

/** Whether `If-None-Match` has the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch === undefined ? undefined : parseEntityTags(ifNoneMatch)
  return tags === '*' || tags?.some((given) => given.replace(/^W\//, '') === tag) === true
}

/** Whether a read meets `If-Match`, by strong comparison (RFC 9110, section 13.1.1). */
export function isMet(ifMatch: string | undefined, tag: string): boolean {
  const tags = ifMatch === undefined ? '*' : parseEntityTags(ifMatch)
  return tags === '*' || tags?.includes(tag) === true
}

/**
 * Whether `If-Match` (RFC 9110, section 13.1.1) has the version of a record. Compares only the version,
 * because a change of an embedded record must not reject a change of this one. A weak tag never matches.
 */
export function isMatched(ifMatch: EntityTags, version: string): boolean {
  return ifMatch === '*' || ifMatch.some((tag) => tag.startsWith(`"${version}.`))
}

interface ChangeConditions {
  readonly ifMatch: string
  readonly ifNoneMatch: string | undefined
}

/**
 * Checks the preconditions of a change against the current record, whose row stays locked until the commit.
 * Ignores an unreadable `If-None-Match`.
 * @throws 412 when `If-Match` names another version (RFC 9110, section 13.1.1) or `If-None-Match` this one
 *   (section 13.1.2).
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

/** For the weak comparison of `If-None-Match`. */
function withoutWeakness(tags: EntityTags): EntityTags {
  return tags === '*' ? tags : tags.map((tag) => tag.replace(/^W\//, ''))
}
