import Negotiator from 'negotiator'
import { Problem, PROBLEM_TYPE } from '../problems/problem.ts'
import {
  CALENDAR_TYPE,
  JSON_TYPE,
  NDJSON_TYPE,
  successMediaTypes,
  type Operation,
} from './document.ts'
import { memoize, memoizeByObject } from '../cache/memoize.ts'
import { MAX_LIST_HEADER_BYTES } from './request-head.ts'

export const HTML_TYPE = 'text/html'

/** Clients send the same few `Accept` headers again and again. */
const MEMO_LIMITS = { maxEntries: 100, maxKeyLength: MAX_LIST_HEADER_BYTES }

/** The parts of a request that determine the media type of its response. */
export interface Preference {
  readonly method: string
  readonly accept: string | undefined
  /** The query parameter `format`; `json` and `ics` name a media type, whatever `accept` is. */
  readonly format: string | undefined
}

/** Whether `Accept` prefers an HTML view of a problem to JSON. A wildcard gets JSON. */
export function prefersHtmlProblem(preference: Preference): boolean {
  return allowsHtml(preference) && chooseProblemType(preference.accept) === HTML_TYPE
}

/**
 * The media type of a successful response, negotiated by `Accept` with its q values (RFC 9110, section 12.5.1).
 * Lines of JSON are also sent to a client that accepts JSON and does not name them: most clients send the same `Accept`
 * with every request (a server may disregard the header, section 12.4.1).
 * @returns undefined for an operation whose response has no body.
 * @throws 406 with the available media types when the header excludes all of them, or the parameter names another one.
 */
export function acceptableType(operation: Operation, preference: Preference): string | undefined {
  const { withHtml, withoutHtml } = offersOf(operation)
  const { available, choose } = allowsHtml(preference) ? withHtml : withoutHtml
  // The parameter is the choice of the client: it overrides the header.
  const named = isRead(preference.method) ? FORMATS.get(preference.format) : undefined
  const chosen =
    named === undefined ? choose(preference.accept) : available.find((type) => type === named)
  if (chosen !== undefined || available.length === 0) return chosen
  const reason =
    named === undefined
      ? 'None of the media types in Accept can be made.'
      : `The media type of format, ${named}, cannot be made.`
  throw new Problem('not_acceptable', `${reason} Available: ${available.join(', ')}.`)
}

function allowsHtml({ method, format }: Preference): boolean {
  return isRead(method) && format !== 'json'
}

/** The media types that the parameter `format` names. */
const FORMATS: ReadonlyMap<string | undefined, string> = new Map([
  ['json', JSON_TYPE],
  ['ics', CALENDAR_TYPE],
])

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

const chooseProblemType = chooser([JSON_TYPE, PROBLEM_TYPE, HTML_TYPE])

const offersOf = memoizeByObject((operation: Operation) => {
  const offer = (available: string[]) => ({ available, choose: chooserOf(available) })
  const types = successMediaTypes(operation)
  // HTML before the stream of events: a client that accepts any text is a browser, and no EventSource.
  const withHtml = types.flatMap((type) => (type === JSON_TYPE ? [type, HTML_TYPE] : [type]))
  return { withHtml: offer(withHtml), withoutHtml: offer(types) }
})

/** The chooser of an operation: with NDJSON, JSON means NDJSON unless the header names it. */
function chooserOf(available: string[]): (accept: string | undefined) => string | undefined {
  const choose = chooser(available)
  if (!available.includes(NDJSON_TYPE)) return choose
  const chooseJson = chooser([JSON_TYPE])
  return (accept = '') => {
    const isNamed = accept.toLowerCase().includes(NDJSON_TYPE)
    return choose(accept) ?? (isNamed || chooseJson(accept) === undefined ? undefined : NDJSON_TYPE)
  }
}

/** Chooses among `available` by an `Accept` header. */
function chooser(available: string[]): (accept: string | undefined) => string | undefined {
  const choose = memoize(
    (accept) =>
      new Negotiator({ headers: { accept: normalizeAccept(accept) } }).mediaType(available),
    MEMO_LIMITS,
  )
  // validateHead rejects a request with a longer header. The response to it ignores the header.
  return (accept = '') => choose(accept.length > MAX_LIST_HEADER_BYTES ? '' : accept)
}

/**
 * Normalizes an `Accept` header for Negotiator. Drops all parameters but `q`: the available types have none,
 * and some clients send `charset` or `indent`. Sorts the ranges, because Negotiator prefers the first of equal
 * weight: a client that accepts JSON and HTML equally is a program and gets JSON. An empty header counts as
 * absent.
 */
function normalizeAccept(accept: string): string | undefined {
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
