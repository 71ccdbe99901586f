import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { inputProblem, Problem } from '../problems/problem.ts'
import { canonicalPathname, findPath, type ContractPath } from './paths.ts'
import { hasTooManyParameters, MAX_PARAMETERS } from './query-string.ts'
import { apiRoot } from './document.ts'

const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]*/i

/** What stands before the body of a request. */
interface RequestHead {
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[]
}

/** A name or an address, perhaps with a port (RFC 9110, section 7.2; RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\w:.]+\])(?::\d*)?$/

/** Of a request; Node passes over what comes after two thousand, without a word. */
const MOST_HEADERS = 100

/** Of the query, in bytes: what is sent in a request target is ASCII. */
const MAX_QUERY_BYTES = 4 * 1024

/** Of one header that is a list, all its lines together. */
export const MAX_LIST_HEADER_BYTES = 1024

/**
 * The headers that are lists or have parameters, each part of which takes time. Others are compared as a
 * whole, or not read at all, such as cookies: the size of the head bounds them.
 */
const LIST_HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'X-Forwarded-For',
].map((name) => ({ name, field: name.toLowerCase() }))

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
 * @throws 431 for too many headers, or one that is too long to be parsed; 414 for a query that is; 405
 *   with the methods that there are; 400 for what is neither HTTP/1.1 nor 1.0, for HTTP/1.1 without
 *   Host, with two or one that names nothing (RFC 9112, section 3.2), for other headers that must be
 *   single, for a transfer coding that is not known here, and for more than 64 query parameters; 417 for
 *   an expectation that is not.
 */
export function validateHead(head: RequestHead): void {
  const { method, url, httpVersion, headers, rawHeaders } = head
  requireShortHeaders(head)
  requireShortQuery(url)
  requireVersion(head)
  requireFraming(head)
  const twice = repeatedHeader(rawHeaders)
  if (twice !== undefined) {
    const detail = 'It is given more than once.'
    throw inputProblem('invalid_request', [{ parameter: twice, detail }])
  }
  const { expect } = headers
  if (expect !== undefined && httpVersion === '1.1' && !isContinue(expect)) {
    throw UNKNOWN_EXPECTATION
  }
  const { pathname, search } = splitUrl(url)
  const path = findPath(pathname)
  if (path === undefined) return
  requireMethod(path, method)
  if (!isQueryRead(path, method) || !hasTooManyParameters(search)) return
  throw new Problem('invalid_request', `The query has more than ${MAX_PARAMETERS} parameters.`)
}

/** Whether anything is made of the query of a request. */
export function isQueryRead(path: ContractPath | undefined, method: string): boolean {
  return path !== undefined && method !== 'OPTIONS'
}

function requireShortHeaders({ headers, rawHeaders }: RequestHead): void {
  if (hasTooManyHeaders(rawHeaders)) {
    const detail = `The request has more than ${MOST_HEADERS} headers.`
    throw new Problem('header_fields_too_large', detail)
  }
  for (const { name, field } of LIST_HEADERS) {
    if ((headers[field]?.length ?? 0) <= MAX_LIST_HEADER_BYTES) continue
    const detail = `The header ${name} is longer than ${MAX_LIST_HEADER_BYTES} bytes.`
    throw new Problem('header_fields_too_large', detail)
  }
}

function requireShortQuery(url: string): void {
  if (url.length <= MAX_QUERY_BYTES) return
  const at = url.indexOf('?')
  if (at === -1 || url.length - at - 1 <= MAX_QUERY_BYTES) return
  throw new Problem('uri_too_long', `The query is longer than ${MAX_QUERY_BYTES} bytes.`)
}

/** Of the versions that Node's parser lets pass. */
function requireVersion({ httpVersion, headers: { host } }: RequestHead): void {
  if (httpVersion === '1.0') return
  if (httpVersion !== '1.1') {
    throw new Problem('invalid_request', `HTTP/${httpVersion} is not spoken here.`)
  }
  if (host === undefined) throw new Problem('invalid_request', 'The request has no Host header.')
  if (HOST.test(host)) return
  const detail = 'It is neither a name nor an address.'
  throw inputProblem('invalid_request', [{ parameter: 'Host', detail }])
}

/**
 * Whoever undid another coding than this would read another body. HTTP/1.0 knows none, so a proxy that
 * speaks it may have taken the length from elsewhere (RFC 9112, section 6.1).
 */
function requireFraming({ httpVersion, headers }: RequestHead): void {
  const { 'transfer-encoding': coding } = headers
  if (coding === undefined) return
  if (httpVersion !== '1.0' && coding.toLowerCase() === 'chunked') return
  const detail =
    httpVersion === '1.0' ? 'HTTP/1.0 has no such header.' : 'Only "chunked" is understood.'
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

/**
 * Path and query of a request target. The absolute form, which proxies send, names the host as well
 * (RFC 9112, section 3.2.2); what host a client believes to speak to changes nothing here.
 */
function originForm({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url
  const match = SCHEME_AND_AUTHORITY.exec(url)
  if (match === null) return url
  const rest = url.slice(match[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** What answers a request target. The service as a whole answers as its API does: with the index. */
export function rewriteUrl(request: Pick<IncomingMessage, 'url'>): string {
  const url = originForm(request)
  const isRoot = url === '/' || url.startsWith('/?')
  return isRoot ? `${apiRoot}${url}` : url
}
