import { createHash } from 'node:crypto'
import type { Answer } from '../support/send.ts'
import { findPath, type Operation } from './document.ts'

/** What headers mean, beside what their schemas hold: they fit the request, the body and each other. */
export function headerMeaningFaults(operation: Operation, answer: Answer): string[] {
  return [
    ...entityTagFaults(answer),
    ...cacheFaults(operation, answer),
    ...locationFaults(answer),
    ...acceptFaults(operation, answer),
    ...challengeFaults(answer),
    ...lengthFaults(answer),
  ]
}

/** Every tag that was seen on a body, and every body that was seen with a tag, in whatever test. */
const tagOfBody = new Map<string, string>()
const bodyOfTag = new Map<string, string>()

/** A strong one: the same for the same bytes, and another for others (RFC 9110, section 8.8.1). */
function entityTagFaults({ headers, text }: Answer): string[] {
  const tag = headers['etag']
  if (tag === undefined || text === '') return []
  const body = createHash('sha256').update(text).digest('base64')
  const otherTag = tagOfBody.get(body) ?? tag
  const otherBody = bodyOfTag.get(tag) ?? body
  if (otherTag !== tag) return [`ETag is ${tag}, and was ${otherTag} for the same body`]
  if (otherBody !== body) return [`ETag is ${tag}, and was so for another body`]
  tagOfBody.set(body, tag)
  bodyOfTag.set(tag, body)
  return []
}

/**
 * What a credential lets somebody see is for no shared cache, and what went wrong for none at all (RFC
 * 9111, section 5.2.2).
 */
function cacheFaults({ security }: Operation, { status, sent, headers }: Answer): string[] {
  const said = headers['cache-control']
  if (said === undefined) return []
  const isPersonal = security.length > 0 && 'authorization' in sent
  const success = isPersonal ? 'private, no-cache' : 'no-cache'
  const expected = status >= 400 ? 'no-store' : success
  return said === expected ? [] : [`Cache-Control is "${said}" instead of "${expected}"`]
}

/** The path of one record below the list that was posted to, with the id of the new record. */
function locationFaults({ url, status, headers, text }: Answer): string[] {
  if (status !== 201) return []
  const { id } = JSON.parse(text) as { id: number }
  const location = headers['location'] ?? ''
  // Its schema asks for an absolute one.
  const { pathname, search } = new URL(location, 'http://nowhere')
  const list = findPath(url)?.template ?? ''
  const isRecord = findPath(pathname)?.template === `${list}{id}/`
  return isRecord && pathname.endsWith(`${list}${id}/`) && search === ''
    ? []
    : [`Location is "${location}" for the record ${id}`]
}

/** What could have been sent instead (RFC 9110, section 15.5.16). */
function acceptFaults({ requestBody }: Operation, { status, headers }: Answer): string[] {
  if (status !== 415) return []
  const expected = Object.keys(requestBody?.content ?? {}).join(', ')
  const said = headers['accept']
  return said === expected ? [] : [`Accept is "${said}" instead of "${expected}"`]
}

/** By itself: with an error code it would tell what is wrong with a key (RFC 6750, section 3.1). */
function challengeFaults({ status, headers }: Answer): string[] {
  if (status !== 401) return []
  const said = headers['www-authenticate'] ?? ''
  return /^Bearer realm="[^"]+"$/.test(said) ? [] : [`WWW-Authenticate is "${said}"`]
}

/** A length of 0 would be that of the representation under 304 (RFC 9110, section 8.6). */
function lengthFaults({ status, headers }: Answer): string[] {
  const length = headers['content-length']
  const hasNone = status === 204 || status === 304
  return hasNone && length !== undefined ? [`Content-Length is ${length} under ${status}`] : []
}
