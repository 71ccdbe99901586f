import { inputProblem, Problem } from '../problem.ts'
import { canonicalPathname, findPath, type ContractPath } from './paths.ts'

/** What stands before the body of a request. */
export interface RequestHead {
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly httpVersion: string
  readonly host: string | undefined
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[]
}

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
 * @throws 405 with the methods that there are; 400 for HTTP/1.1 without Host or with two (RFC 9112,
 *   section 3.2), and for other headers that must be single.
 */
export function judgeHead({ method, url, httpVersion, host, rawHeaders }: RequestHead): void {
  if (httpVersion === '1.1' && host === undefined) {
    throw new Problem('invalid_request', 'The request has no Host header.')
  }
  const twice = repeatedHeader(rawHeaders)
  if (twice !== undefined) {
    const detail = 'It is given more than once.'
    throw inputProblem('invalid_request', [{ parameter: twice, detail }])
  }
  const path = pathOf(url)
  if (path !== undefined) requireMethod(path, method)
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
