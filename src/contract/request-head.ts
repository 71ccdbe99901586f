import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { inputProblem, Problem } from '../problems/problem.ts'
import { apiRoot } from './document.ts'
import { canonicalPathname, findPath, type ContractPath } from './paths.ts'
import { hasTooManyParameters, MAX_PARAMETERS } from './parameters.ts'

/** The maximum of a request. Node silently drops headers after the two thousandth. */
const MAX_HEADERS = 100

/** The maximum of the query string. A request target is ASCII, so its characters are bytes. */
const MAX_QUERY_BYTES = 4 * 1024

/** The maximum of one list header, all its lines together. */
export const MAX_LIST_HEADER_BYTES = 1024

/**
 * The headers whose lists or parameters take time to parse. The service compares other headers as a whole, or
 * ignores them (cookies); the size limit of the whole head bounds them.
 */
const LIST_HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'X-Forwarded-For',
].map((name) => ({ name, field: name.toLowerCase() }))

/** Headers that must not be repeated: two recipients could use different values of them. */
const SINGLE_HEADERS = new Set(['authorization', 'content-type', 'host', 'idempotency-key'])

/** A name or an address with an optional port (RFC 9110, section 7.2; RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\w:.]+\])(?::\d*)?$/

const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]*/i

/** The response to an `Expect` other than `100-continue` (RFC 9110, section 10.1.1). */
export const UNKNOWN_EXPECTATION = new Problem(
  'expectation_failed',
  'Of Expect, only "100-continue" is understood.',
)

/** A request without its body. */
interface RequestHead {
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
  /** Names and values alternate, as in node:http. */
  readonly rawHeaders: readonly string[]
}

/**
 * Validates a request before its body is read, so that a wrong method is reported as 405 and not as an error
 * of the body.
 * @throws 431 for too many headers or a list header that is too long; 414 for a query that is too long;
 *   405 with the allowed methods; 400 for a version other than HTTP/1.1 and 1.0, for HTTP/1.1 without
 *   exactly one valid Host (RFC 9112, section 3.2), for another header that is repeated although it must be
 *   single, for an unknown transfer coding, and for more than 64 query parameters; 417 for an unknown
 *   expectation.
 */
export function validateHead(head: RequestHead): void {
  const { method, url, httpVersion, headers, rawHeaders } = head
  requireShortHeaders(head)
  requireShortQuery(url)
  requireVersion(head)
  requireFraming(head)
  requireSingleHeaders(rawHeaders)
  const { expect } = headers
  if (expect !== undefined && httpVersion === '1.1' && !isContinue(expect)) {
    throw UNKNOWN_EXPECTATION
  }
  const { pathname, search } = splitUrl(url)
  const path = findPath(pathname)
  if (path === undefined) return
  requireMethod(path, method)
  if (!isQueryParsed(path, method) || !hasTooManyParameters(search)) return
  throw new Problem('invalid_request', `The query has more than ${MAX_PARAMETERS} parameters.`)
}

function requireShortHeaders({ headers, rawHeaders }: RequestHead): void {
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    const detail = `The request has more than ${MAX_HEADERS} headers.`
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

/** Requires HTTP/1.1 with a valid Host, or HTTP/1.0. Node's parser accepts other versions too. */
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
 * Rejects transfer codings that a proxy and this service could decode differently (request smuggling). HTTP/1.0
 * has no transfer codings, so an HTTP/1.0 proxy may have ignored the header (RFC 9112, section 6.1).
 */
function requireFraming({ httpVersion, headers }: RequestHead): void {
  const { 'transfer-encoding': coding } = headers
  if (coding === undefined) return
  if (httpVersion !== '1.0' && coding.toLowerCase() === 'chunked') return
  const detail =
    httpVersion === '1.0' ? 'HTTP/1.0 has no such header.' : 'Only "chunked" is understood.'
  throw inputProblem('invalid_request', [{ parameter: 'Transfer-Encoding', detail }])
}

function requireSingleHeaders(rawHeaders: readonly string[]): void {
  let seen: string[] | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const parameter = rawHeaders[at] ?? ''
    const name = parameter.toLowerCase()
    if (!SINGLE_HEADERS.has(name)) continue
    if (seen?.includes(name)) {
      throw inputProblem('invalid_request', [{ parameter, detail: 'It is given more than once.' }])
    }
    seen = [...(seen ?? []), name]
  }
}

/** Whether `Expect` is `100-continue`. */
export function isContinue(expect: string): boolean {
  return expect.toLowerCase() === '100-continue'
}

export function requireMethod({ allow, methods }: ContractPath, method: string): void {
  if (methods.has(method)) return
  throw new Problem('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`)
}

/** Whether the service parses the query of a request: not for OPTIONS, nor on an unknown path. */
export function isQueryParsed(path: ContractPath | undefined, method: string): boolean {
  return path !== undefined && method !== 'OPTIONS'
}

/** The canonical pathname of a request target, and its query string without the question mark. */
export function splitUrl(url: string): { pathname: string; search: string } {
  const at = url.indexOf('?')
  if (at === -1) return { pathname: canonicalPathname(url), search: '' }
  return { pathname: canonicalPathname(url.slice(0, at)), search: url.slice(at + 1) }
}

export function pathOf(url: string): ContractPath | undefined {
  return findPath(splitUrl(url).pathname)
}

/** The URL that Fastify routes. The root of the service leads to the index of the API. */
export function rewriteUrl(request: Pick<IncomingMessage, 'url'>): string {
  const url = originForm(request)
  const isRoot = url === '/' || url.startsWith('/?')
  return isRoot ? `${apiRoot}${url}` : url
}

/**
 * Path and query of a request target. The absolute form, which proxies send, also has the host (RFC 9112,
 * section 3.2.2); the service ignores that host.
 */
function originForm({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url
  const match = SCHEME_AND_AUTHORITY.exec(url)
  if (match === null) return url
  const rest = url.slice(match[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
