import { inputProblem, Problem } from '../problem.ts'
import type { Operation } from './document.ts'
import { parseEntityTags } from './entity-tag.ts'
import { parametersOf } from './parameter-faults.ts'

const IF_MATCH = 'If-Match'

/**
 * Where the contract asks for `If-Match`, it must be there and readable; whether it holds is known
 * when the record is locked.
 * @throws 428 without it (RFC 6585, section 3), 400 for what is neither `*` nor a list of entity tags.
 */
export function checkPreconditions(operation: Operation, ifMatch: string | undefined): void {
  if (!parametersOf(operation, 'header').has(IF_MATCH)) return
  if (ifMatch === undefined) {
    throw new Problem(
      'precondition_required',
      'If-Match is missing. Send the ETag of the record as you read it.',
    )
  }
  if (parseEntityTags(ifMatch) !== undefined) return
  throw inputProblem('invalid_request', [
    { parameter: IF_MATCH, detail: 'It is neither * nor a list of entity tags in quotes.' },
  ])
}

/** 412 of a request that reads. */
export function unmet(): Problem {
  return new Problem(
    'precondition_failed',
    'None of the tags in If-Match is the ETag of what would be answered.',
  )
}
