import Negotiator from 'negotiator'
import { Problem, PROBLEM_TYPE } from '../problems/problem.ts'
import { JSON_TYPE, successMediaTypes, type Operation } from './document.ts'
import { memoizeByObject } from '../cache/memoize.ts'
import { memoize } from '../cache/memoize.ts'
import { MAX_LIST_HEADER_BYTES } from './request-head.ts'

/** What people read in a browser. */
export const HTML_TYPE = 'text/html'

/** Of `Accept` headers: clients send the same few all the time. */
const MEMORY = { maxEntries: 100, maxKeyLength: MAX_LIST_HEADER_BYTES }

/** What a request says of the form of its answer. */
export interface Preference {
  readonly method: string
  readonly accept: string | undefined
  /** The parameter of that name: `json` rules pages out. */
  readonly format: string | undefined
}

/** Whether `Accept` prefers an HTML view of a problem to JSON. A wildcard gets JSON. */
export function prefersHtmlProblem(preference: Preference): boolean {
  return mayBePage(preference) && problemOrPage(preference.accept) === HTML_TYPE
}

/**
 * Honours `Accept` with its q values (RFC 9110, section 12.5.1).
 * @returns what a success is answered with; undefined for an operation whose answer has no body.
 * @throws 406 naming what there is, when the header rules all of it out.
 */
export function acceptableType(operation: Operation, preference: Preference): string | undefined {
  const offers = offersOf(operation)
  const { available, choose } = mayBePage(preference) ? offers.withPage : offers.withoutPage
  const chosen = choose(preference.accept)
  if (chosen !== undefined || available.length === 0) return chosen
  throw new Problem(
    'not_acceptable',
    `None of the media types in Accept can be made. Available: ${available.join(', ')}.`,
  )
}

function mayBePage({ method, format }: Preference): boolean {
  return (method === 'GET' || method === 'HEAD') && format !== 'json'
}

const problemOrPage = chooser([JSON_TYPE, PROBLEM_TYPE, HTML_TYPE])

const offersOf = memoizeByObject((operation: Operation) => {
  const offer = (available: string[]) => ({ available, choose: chooser(available) })
  const others = successMediaTypes(operation)
  return { withPage: offer([...others, HTML_TYPE]), withoutPage: offer(others) }
})

/** Chooses among `available` by an `Accept` header. */
function chooser(available: string[]): (accept: string | undefined) => string | undefined {
  const choose = memoize(
    (accept) =>
      new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType(available),
    MEMORY,
  )
  // A longer one is refused, which is told as to a client that sends none.
  return (accept = '') => choose(accept.length > MAX_LIST_HEADER_BYTES ? '' : accept)
}

/**
 * What we make has no parameters, and those that clients ask for out of habit (`charset`, `indent`)
 * change nothing. An empty header asks for nothing. In alphabetical order, because the first of equals
 * is taken: who wants JSON as much as a page is a program.
 */
function withoutParameters(accept: string): string | undefined {
  if (accept.trim() === '') return undefined
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
