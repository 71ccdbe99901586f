import { hash } from 'node:crypto'

/** The tags of a condition; `*` is met by any representation. */
export type EntityTags = '*' | readonly string[]

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
