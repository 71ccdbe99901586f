import { entityTag, isMatched, parseEntityTags } from './entity-tag.ts'
import { Problem } from '../problem.ts'

/**
 * Holds `If-Match` against the record as it is now, which its row's lock keeps so until the write is
 * committed (RFC 9110, section 13.1.1).
 * @param representation the body that a GET would answer.
 * @throws 412 when the client has another one.
 */
export function requireMatch(ifMatch: string, representation: object): void {
  const tags = parseEntityTags(ifMatch) ?? []
  if (isMatched(tags, entityTag(JSON.stringify(representation)))) return
  throw new Problem(
    'precondition_failed',
    'The record has changed since it had this ETag. Read it again.',
  )
}
