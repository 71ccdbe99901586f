import Negotiator from 'negotiator'
import { Problem, PROBLEM_TYPE } from '../problem.ts'
import { JSON_TYPE, successMediaTypes, type Operation } from './document.ts'

/** What people read in a browser. */
export const PAGE_TYPE = 'text/html'

/** What a request says of the form of its answer. */
export interface Preference {
  readonly method: string
  readonly accept: string | undefined
  /** The parameter of that name: `json` rules pages out. */
  readonly format: string | undefined
}

/** Whether `Accept` prefers a page to JSON, where a page can be made: of what is only read. */
export function prefersPage(preference: Preference): boolean {
  return preferred(withPages(preference, [JSON_TYPE]), preference) === PAGE_TYPE
}

/** The same of a problem, which is taken as JSON by whoever takes anything. */
export function prefersProblemPage(preference: Preference): boolean {
  return preferred(withPages(preference, [JSON_TYPE, PROBLEM_TYPE]), preference) === PAGE_TYPE
}

/**
 * Honours `Accept` with its q values (RFC 9110, section 12.5.1).
 * @throws 406 naming what there is, when the header rules all of it out.
 */
export function requireAcceptable(operation: Operation, preference: Preference): void {
  const available = withPages(preference, successMediaTypes(operation))
  if (available.length === 0 || preferred(available, preference) !== undefined) return
  throw new Problem(
    'not_acceptable',
    `None of the media types in Accept can be made. Available: ${available.join(', ')}.`,
  )
}

function withPages({ method, format }: Preference, others: readonly string[]): string[] {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && format !== 'json' ? [...others, PAGE_TYPE] : [...others]
}

function preferred(available: string[], { accept }: Preference): string | undefined {
  return new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType(available)
}

/**
 * What we make has no parameters, and those that clients ask for out of habit (`charset`, `indent`)
 * change nothing. An empty header asks for nothing. In alphabetical order, because the first of equals
 * is taken: who wants JSON as much as a page is a program.
 */
function withoutParameters(accept: string | undefined): string | undefined {
  if (accept === undefined || accept.trim() === '') return undefined
  return accept
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.trim().toLowerCase().split(';')
      const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
      return weight === undefined ? type : `${type};${weight}`
    })
    .toSorted()
    .join(',')
}
