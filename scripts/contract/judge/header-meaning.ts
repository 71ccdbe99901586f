import { createHash } from 'node:crypto'
import { bodyOf, type Answer, type Fault } from './answer.ts'
import type { Contract, Operation } from './contract.ts'
import { sentCredential } from '../../../src/auth/api-key.ts'
import { parsedUrl } from '../../../src/config.ts'

/**
 * Makes a judge of what headers mean, beside what their schemas hold: they fit the request, the body
 * and each other. It remembers every entity tag that it has seen.
 */
export function headerMeaningJudge(
  contract: Contract,
): (operation: Operation, answer: Answer) => Fault[] {
  const tagFaults = entityTagJudge()
  return (operation, answer) => {
    const messages: Readonly<Record<string, readonly string[]>> = {
      ETag: tagFaults(answer),
      CacheControl: cacheFaults(operation, answer),
      Location: locationFaults(contract, answer),
      AcceptedTypes: acceptFaults(operation, answer),
      WWWAuthenticate: challengeFaults(answer),
    }
    return [
      ...Object.entries(messages).flatMap(([header, faults]) =>
        faults.map((message) => ({ message, place: `/components/headers/${header}` })),
      ),
      ...lengthFaults(answer).map((message) => ({
        message,
        place: `${operation.place}/responses`,
      })),
    ]
  }
}

/** A strong one: the same for the same bytes, and another for others (RFC 9110, section 8.8.1). */
function entityTagJudge(): (answer: Answer) => string[] {
  const tagOfBody = new Map<string, string>()
  const bodyOfTag = new Map<string, string>()
  return ({ headers, text }) => {
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
}

/**
 * What a credential lets somebody see is for no shared cache, and what went wrong for none at all (RFC
 * 9111, section 5.2.2).
 */
function cacheFaults({ security }: Operation, { status, sent, headers }: Answer): string[] {
  const said = headers['cache-control']
  if (said === undefined) return []
  const isPersonal = security.length > 0 && sentCredential(sent['authorization']) !== undefined
  const success = isPersonal ? 'private, no-cache' : 'no-cache'
  const expected = status >= 400 ? 'no-store' : success
  return said === expected ? [] : [`Cache-Control is "${said}" instead of "${expected}"`]
}

/** The path of one record below the list that was posted to, with the id of the new record. */
function locationFaults({ findPath }: Contract, answer: Answer): string[] {
  const { url, status, headers } = answer
  if (status !== 201) return []
  const { id } = (bodyOf(answer) ?? {}) as { id?: number }
  const location = headers['location'] ?? ''
  // That it is absolute is for its schema to say.
  const { pathname, search } = parsedUrl(location) ?? { pathname: location, search: '' }
  const list = findPath(url)?.template ?? ''
  return pathname.endsWith(`${list}${id}/`) && findPath(url) !== undefined && search === ''
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
