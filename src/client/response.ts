import { OPERATIONS } from '../../generated/operations.ts'
import { JSON_TYPE, NDJSON_TYPE, type ApiRequest } from './request.ts'
import type { ProblemCode, Problem, ProblemFault } from './schemas.ts'

/** A complete response. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Sends a request and waits for the complete response. */
export type Send = (request: ApiRequest) => Promise<ReceivedResponse>

/** A failed request. The error never contains the credential. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError'
  readonly method: string
  readonly url: string
  /** The key of a POST; the same request with the same key creates nothing twice. */
  readonly idempotencyKey: string | undefined

  constructor(request: ApiRequest, message: string, options?: ErrorOptions) {
    super(message, options)
    this.method = request.method
    this.url = request.url
    this.idempotencyKey = request.headers.get('Idempotency-Key') ?? undefined
  }
}

/** The response is a problem document (RFC 9457). `message` is its `detail`. */
export class ProblemError extends RequestError {
  override readonly name: string = 'ProblemError'
  readonly status: number
  readonly code: ProblemCode
  readonly title: string
  readonly detail: string
  /** The URL of a page with the remedy. */
  readonly type: string
  /** Quote it when you ask for help. */
  readonly instance: string
  /** The errors of the input, if any. */
  readonly errors: readonly ProblemFault[]
  /** The headers of the response. */
  readonly headers: Headers

  constructor(request: ApiRequest, response: ReceivedResponse, problem: Problem) {
    super(request, problem.detail)
    this.status = response.status
    this.code = problem.code
    this.title = problem.title
    this.detail = problem.detail
    this.type = problem.type
    this.instance = problem.instance
    this.errors = problem.errors ?? []
    this.headers = response.headers
  }
}

/** The response is not one of the service: a page of a proxy, a redirect, or another resource. */
export class UnexpectedResponseError extends RequestError {
  override readonly name: string = 'UnexpectedResponseError'
  /** 0 for a redirect in a browser, which hides the status. */
  readonly status: number
  readonly headers: Headers
  readonly body: string

  constructor(request: ApiRequest, { status, headers, body }: ReceivedResponse) {
    super(
      request,
      `${request.method} ${request.url} got the status ${status}, but not a response of the service`,
    )
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** No complete response: no connection, a broken one, or a timeout. See `cause`. */
export class ConnectionError extends RequestError {
  override readonly name: string = 'ConnectionError'
  constructor(request: ApiRequest, cause: unknown) {
    super(request, `${request.method} ${request.url} got no response`, { cause })
  }
}

/** Whether the response has this media type; parameters are ignored. */
function hasType({ headers }: ReceivedResponse, mediaType: string): boolean {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
  return type.trim().toLowerCase() === mediaType
}

/** The value of a JSON text; undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Middleware that passes a documented success on, 304 included.
 * @throws ProblemError for a problem document, UnexpectedResponseError for any other response.
 */
export function throwErrors(send: Send): Send {
  return async (request) => {
    const response = await send(request)
    if (isSuccess(request, response)) return response
    const problem = problemOf(response)
    if (problem !== undefined) throw new ProblemError(request, response, problem)
    throw new UnexpectedResponseError(request, response)
  }
}

/** Undefined when the response is not a problem document of the service; one of a gateway has no `code`. */
export function problemOf(response: ReceivedResponse): Problem | undefined {
  if (!hasType(response, 'application/problem+json')) return undefined
  const problem = parseJson(response.body) as Partial<Problem> | null | undefined
  const isWhole = typeof problem?.code === 'string' && typeof problem.detail === 'string'
  return isWhole ? (problem as Problem) : undefined
}

/**
 * Whether this is a documented response to the request, as far as the client relies on it. A captive portal
 * also sends 200, a truncated response of a proxy may still be declared as JSON, and a cache may return another
 * resource.
 */
export function isSuccess(request: ApiRequest, response: ReceivedResponse): boolean {
  const { method, headers, url } = request
  const { status, body } = response
  if (status === 304) return headers.has('If-None-Match')
  if (status === 204) return method === 'DELETE'
  const type = headers.get('Accept') ?? JSON_TYPE
  if (status < 200 || status > 299 || !hasType(response, type)) return false
  if (method === 'HEAD' || type === NDJSON_TYPE) return true
  const value = parseJson(body)
  if (!isObject(value) || method !== 'GET') return isObject(value)
  if (hasPath(url, LIST_PATHS)) return isPageAt(url, value)
  return !hasPath(url, CHANGES_PATHS) || areChangesAt(url, value)
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const LIST_PATHS = pathsOf((id) => id.startsWith('list'))
const CHANGES_PATHS = pathsOf((id) => id.endsWith('Changes'))

function pathsOf(isWanted: (operationId: string) => boolean): readonly string[] {
  return Object.entries(OPERATIONS)
    .filter(([id]) => isWanted(id))
    .map(([, { path }]) => path)
}

function hasPath(url: string, paths: readonly string[]): boolean {
  const { pathname } = new URL(url)
  return paths.some((path) => pathname.endsWith(path))
}

/** `next` goes on after the last record. Any other offset could be an endless loop. */
function isPageAt(url: string, { results, next }: JsonObject): boolean {
  if (!Array.isArray(results)) return false
  return (
    next === null || (typeof next === 'string' && offsetIn(next) === offsetIn(url) + results.length)
  )
}

/** There is a summary, or another cursor to go on from. The same one could be an endless loop. */
function areChangesAt(url: string, { results, next_cursor: next, summary }: JsonObject): boolean {
  if (!Array.isArray(results) || typeof next !== 'string') return false
  return isObject(summary) || (summary === null && next !== new URL(url).searchParams.get('cursor'))
}

/** 0 by default; NaN for an invalid URL, so that every comparison is false. */
function offsetIn(url: string): number {
  try {
    return Number(new URL(url).searchParams.get('offset'))
  } catch {
    return NaN
  }
}
