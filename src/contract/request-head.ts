import { inputProblem, Problem } from '../problem.ts'
import { canonicalPathname, findPath, type ContractPath } from './paths.ts'

/** What stands before the body of a request. */
export interface RequestHead {
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly httpVersion: string
  readonly host: string | undefined
  readonly expect?: string | undefined
  readonly transferEncoding?: string | undefined
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[]
}

/** A name or an address, perhaps with a port (RFC 9110, section 7.2; RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\w:.]+\])(?::\d*)?$/

/** Of a request; Node passes over what comes after two thousand, without a word. */
const MOST_HEADERS = 100

/** For what `Expect` says beside `100-continue` (RFC 9110, section 10.1.1). */
export const UNKNOWN_EXPECTATION = new Problem(
  'expectation_failed',
  'Of Expect, only "100-continue" is understood.',
)

/** Two readers could take different ones of these when they are given twice. */
const SINGLE = new Set(['authorization', 'content-type', 'host', 'idempotency-key'])

/** The path of the contract that a request is for, and what stands after its `?`. */
export function splitUrl(url: string): { pathname: string; search: string } {
  const at = url.indexOf('?')
  if (at === -1) return { pathname: canonicalPathname(url), search: '' }
  return { pathname: canonicalPathname(url.slice(0, at)), search: url.slice(at + 1) }
}

export function pathOf(url: string): ContractPath | undefined {
  return findPath(splitUrl(url).pathname)
}

/**
 * Judges a request before anything of its body is looked at, so that a method that a path does not
 * have is told as that and not as a fault of the body.
 * @throws 431 for too many headers; 405 with the methods that there are; 400 for what is neither
 *   HTTP/1.1 nor 1.0, for HTTP/1.1 without Host, with two or one that names nothing (RFC 9112, section
 *   3.2), for other headers that must be single, and for a transfer coding that is not known here; 417
 *   for an expectation that is not.
 */
export function judgeHead(head: RequestHead): void {
  const { method, url, httpVersion, expect, rawHeaders } = head
  if (hasTooManyHeaders(rawHeaders)) {
    const detail = `The request has more than ${MOST_HEADERS} headers.`
    throw new Problem('header_fields_too_large', detail)
  }
  requireVersion(head)
  requireFraming(head)
  const twice = repeatedHeader(rawHeaders)
  if (twice !== undefined) {
    const detail = 'It is given more than once.'
    throw inputProblem('invalid_request', [{ parameter: twice, detail }])
  }
  if (expect !== undefined && httpVersion === '1.1' && !isContinue(expect)) {
    throw UNKNOWN_EXPECTATION
  }
  const path = pathOf(url)
  if (path !== undefined) requireMethod(path, method)
}

/** Of the versions that Node's parser lets pass. */
function requireVersion({ httpVersion, host }: RequestHead): void {
  if (httpVersion === '1.0') return
  if (httpVersion !== '1.1') {
    throw new Problem('invalid_request', `HTTP/${httpVersion} is not spoken here.`)
  }
  if (host === undefined) throw new Problem('invalid_request', 'The request has no Host header.')
  if (HOST.test(host)) return
  const detail = 'It is neither a name nor an address.'
  throw inputProblem('invalid_request', [{ parameter: 'Host', detail }])
}

/** Whoever undid another coding than this would read another body (RFC 9112, section 6.1). */
function requireFraming({ transferEncoding }: RequestHead): void {
  if (transferEncoding === undefined || transferEncoding.toLowerCase() === 'chunked') return
  const detail = 'Only "chunked" is understood.'
  throw inputProblem('invalid_request', [{ parameter: 'Transfer-Encoding', detail }])
}

/** @param rawHeaders names and values by turns. */
function hasTooManyHeaders(rawHeaders: readonly string[]): boolean {
  return rawHeaders.length > 2 * MOST_HEADERS
}

/** Whether `Expect` asks for nothing but to be told to send the body. */
export function isContinue(expect: string): boolean {
  return expect.toLowerCase() === '100-continue'
}

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen: string[] | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const lowerCase = name.toLowerCase()
    if (!SINGLE.has(lowerCase)) continue
    if (seen?.includes(lowerCase)) return name
    seen = [...(seen ?? []), lowerCase]
  }
  return undefined
}

export function requireMethod({ allow, methods }: ContractPath, method: string): void {
  if (methods.has(method)) return
  throw new Problem('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`)
}
