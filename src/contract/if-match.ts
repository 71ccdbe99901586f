import { Problem } from '../problem.ts'
import { isMatched, parseEntityTags, versionOf, type Versioned } from './entity-tag.ts'

/**
 * Holds `If-Match` against a record as it is now, which its row's lock keeps so until the write is
 * committed (design: safe writes).
 * @throws 412 when the client read another version.
 */
export function requireMatch(ifMatch: string, record: Versioned): void {
  if (isMatched(parseEntityTags(ifMatch) ?? [], versionOf(record))) return
  throw new Problem(
    'precondition_failed',
    'The record has changed since it had this ETag. Read it again.',
  )
}
