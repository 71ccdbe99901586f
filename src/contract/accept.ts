import Negotiator from 'negotiator'
import { Problem } from '../problem.ts'
import { successMediaTypes, type Operation } from './document.ts'

/**
 * Honours `Accept` with its q values (RFC 9110, section 12.5.1).
 * @throws 406 naming what there is, when the header rules all of it out.
 */
export function requireAcceptable(operation: Operation, accept: string | undefined): void {
  const available = successMediaTypes(operation)
  if (available.length === 0) return
  const negotiator = new Negotiator({ headers: { accept } })
  if (negotiator.mediaType(available) !== undefined) return
  throw new Problem(
    'not_acceptable',
    `None of the media types in Accept can be made. Available: ${available.join(', ')}.`,
  )
}
