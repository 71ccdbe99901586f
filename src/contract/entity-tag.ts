import { hash } from 'node:crypto'
import { Problem } from '../problems/problem.ts'

/** The entity tags of `If-Match` or `If-None-Match`; `*` matches every representation. */
type EntityTags = '*' | readonly string[]

/** 160 bits of SHA-256 in base64url. */
const TAG_LENGTH = 27

const TAG = /(?:W\/)?"[!#-~\x80-\xff]*"/g

const LIST = /^[\s,]*(?:(?:W\/)?"[!#-~\x80-\xff]*"[\s]*(?:,[\s,]*|$))+$/

/**
 * The strong entity tag of a representation: two are equal exactly when the bytes of their representations
 * are (RFC 9110, section 8.8.3). The tag begins with the version of the record, if there is one.
 */
export function entityTag(representation: string | Buffer, version?: string): string {
  return taggedHash(hash('sha256', representation, 'base64url'), version)
}

/** @param digest SHA-256 of the representation, in base64url. */
export function taggedHash(digest: string, version?: string): string {
  return `"${version === undefined ? '' : `${version}.`}${digest.slice(0, TAG_LENGTH)}"`
}

/** A record whose `updated_at` increases with each change. */
interface Versioned {
  readonly id: number
  /** In the format of the contract. */
  readonly updated_at: string
}

/** Identifies one version of one record. A change of an embedded record does not alter it. */
export function versionOf({ id, updated_at }: Versioned): string {
  return `${id}-${updated_at.replaceAll(/\D/g, '')}`
}

/** Parses `If-Match` or `If-None-Match`; undefined when it is neither `*` nor a list of tags. */
export function parseEntityTags(header: string): EntityTags | undefined {
  if (header.trim() === '*') return '*'
  return LIST.test(header) ? (header.match(TAG) ?? []) : undefined
}

/** Whether `If-None-Match` has the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch === undefined ? undefined : parseEntityTags(ifNoneMatch)
  return tags === '*' || tags?.some((given) => given.replace(/^W\//, '') === tag) === true
}

/** Whether a read meets `If-Match`, by strong comparison (RFC 9110, section 13.1.1). */
export function matchesIfMatch(ifMatch: string | undefined, tag: string): boolean {
  const tags = ifMatch === undefined ? '*' : parseEntityTags(ifMatch)
  return tags === '*' || tags?.includes(tag) === true
}

/**
 * Whether `If-Match` (RFC 9110, section 13.1.1) has the version of a record. Compares only the version,
 * so that a change of an embedded record does not prevent a change of this one. A weak tag never matches.
 */
export function namesVersion(ifMatch: EntityTags, version: string): boolean {
  return ifMatch === '*' || ifMatch.some((tag) => tag.startsWith(`"${version}.`))
}

interface ChangeConditions {
  readonly ifMatch: string
  readonly ifNoneMatch: string | undefined
}

/**
 * Checks the preconditions of a change against the current record, whose row stays locked until the commit.
 * Ignores a malformed `If-None-Match`.
 * @throws 412, which names the cause, when `If-Match` does not name the current version (RFC 9110, section 13.1.1), or when
 *   `If-None-Match` names it (section 13.1.2).
 */
export function requireConditions(conditions: ChangeConditions, record: Versioned): void {
  const { ifMatch, ifNoneMatch = '' } = conditions
  const version = versionOf(record)
  const tags = parseEntityTags(ifMatch) ?? []
  if (!namesVersion(tags, version)) {
    throw new Problem('precondition_failed', reasonOf(tags, record))
  }
  if (!namesVersion(withoutWeakMarks(parseEntityTags(ifNoneMatch) ?? []), version)) return
  throw new Problem('precondition_failed', 'The record is what If-None-Match rules out.')
}

const ONLY_WEAK =
  'If-Match has only weak tags (W/), which never match. A proxy that compresses makes tags weak: let it pass responses on unchanged, because the service compresses them.'

/** Why none of the tags has the current version. */
function reasonOf(tags: EntityTags, { id }: Versioned): string {
  if (tags === '*' || tags.some((tag) => tag.startsWith(`"${id}-`))) {
    return 'The record has changed since it had this ETag. Read it again.'
  }
  if (tags.some((tag) => tag.startsWith('W/'))) return ONLY_WEAK
  return 'If-Match has no ETag of this record. Send its ETag as you read it.'
}

/** The suffix of a compressed representation: ours, or that of a proxy (Apache `-gzip`, Jetty `--gzip`, others `;gzip`). */
const ENCODING_SUFFIX = /(?:--?|;)(?:gzip|br|zstd|deflate)"$/

/**
 * The response to a read whose `If-Match` does not match.
 * @param etag of the representation that the request would get.
 */
export function ifMatchFailed(ifMatch = '', etag: string): Problem {
  const tags = parseEntityTags(ifMatch) ?? []
  const isSameBut = (change: (tag: string) => string): boolean =>
    tags !== '*' && tags.some((tag) => change(tag) === change(etag))
  const strong = (tag: string): string => tag.replace(/^W\//, '')
  const bare = (tag: string): string => {
    const without = tag.replace(ENCODING_SUFFIX, '"')
    return without === tag ? tag : bare(without)
  }
  if (isSameBut(strong)) return new Problem('precondition_failed', ONLY_WEAK)
  const detail = isSameBut((tag) => bare(strong(tag)))
    ? 'If-Match has the ETag of another encoding of the current representation. Send the Accept-Encoding with which you read it. If a proxy compresses, let it pass responses on unchanged.'
    : 'None of the tags in If-Match is the ETag of the current representation.'
  return new Problem('precondition_failed', detail)
}

/** `If-None-Match` uses the weak comparison, which ignores the `W/`. */
function withoutWeakMarks(tags: EntityTags): EntityTags {
  return tags === '*' ? tags : tags.map((tag) => tag.replace(/^W\//, ''))
}
