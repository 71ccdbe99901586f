import { Problem } from '../problem.ts'
import {
  isMatched,
  parseEntityTags,
  versionOf,
  type EntityTags,
  type Versioned,
} from './entity-tag.ts'

/** The conditions of a request that changes a record. */
export interface ChangeConditions {
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
