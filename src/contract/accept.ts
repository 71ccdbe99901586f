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
  const negotiator = new Negotiator({ headers: { accept: withoutParameters(accept) } })
  if (negotiator.mediaType(available) !== undefined) return
  throw new Problem(
    'not_acceptable',
    `None of the media types in Accept can be made. Available: ${available.join(', ')}.`,
  )
}

/**
 * What we make has no parameters, and those that clients ask for out of habit (`charset`, `indent`)
 * change nothing. An empty header asks for nothing.
 */
function withoutParameters(accept: string | undefined): string | undefined {
  if (accept === undefined || accept.trim() === '') return undefined
  return accept
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';')
      const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
      return weight === undefined ? type : `${type};${weight}`
    })
    .join(',')
}
