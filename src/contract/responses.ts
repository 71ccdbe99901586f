import {
  internalError,
  problemBody,
  PROBLEM_TYPE,
  type Problem,
  type ProblemBody,
} from '../problems/problem.ts'
import { bytesOf, textOf, PrerenderedBody, type ResponseBody } from '../response-body.ts'
import {
  JSON_TYPE,
  requestMediaTypes,
  successMediaTypes,
  type Operation,
  type OperationId,
} from './document.ts'
import { entityTag, versionOf, type Versioned } from './entity-tag.ts'
import type { Reply } from './operation-types.ts'
import type { ContractPath } from './paths.ts'
import { validateResponse } from './response-validator.ts'
import { HTML_TYPE } from './content-negotiation.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ResponseBody
  /** For the log. */
  readonly operationId?: OperationId
  /** Why it is a problem; for the log only. */
  readonly error?: unknown
}

/** RFC 6750, section 3; the same whatever was wrong, or missing. */
const CHALLENGE = 'Bearer realm="art-marketplace"'

interface ResponseTarget {
  readonly operation: Operation
  readonly path: ContractPath
  /** The absolute URL that was asked for, without its query. */
  readonly url: string
  /** The query as it was given, without its question mark. */
  readonly search: string
  readonly isPrivate: boolean
  /** Set where the answer is to be a page. */
  readonly pages: HtmlViews | undefined
}

/** @throws OutsideContract, so that nothing leaves that the contract does not describe. */
export function successResponse(asked: ResponseTarget, reply: Reply<OperationId>): HttpResponse {
  const { operation, path } = asked
  const { operationId } = operation
  if (!('body' in reply)) {
    return { status: reply.status, headers: { allow: path.allow }, body: '', operationId }
  }
  const { type, body, etag } =
    reply.body instanceof PrerenderedBody
      ? readyBody(asked, reply.body)
      : madeBody(asked, reply.status, reply.body)
  const headers = {
    ...type,
    allow: path.allow,
    // Nobody's drafts from a shared cache (RFC 9111, section 5.2.2).
    'cache-control': asked.isPrivate ? 'private, no-cache' : 'no-cache',
    etag,
    ...(reply.status === 201 && { location: `${asked.url}${reply.body.id}/` }),
  }
  return { status: reply.status, headers, body, operationId }
}

/** A body as it is sent, and what is said of it. */
interface SentBody {
  readonly type: Readonly<Record<string, string>>
  readonly body: ResponseBody
  readonly etag: string
}

const JSON_HEADERS = { 'content-type': JSON_TYPE }

function madeBody(asked: ResponseTarget, status: number, body: object): SentBody {
  validateResponse(asked.operation, status, JSON_TYPE, body)
  if (asked.pages !== undefined) return page(asked, asked.pages, body)
  const json = JSON.stringify(body)
  const version = 'updated_at' in body ? versionOf(body as Versioned) : undefined
  return { type: JSON_HEADERS, body: json, etag: entityTag(json, version) }
}

/** All of it but the frame has been validated before. */
function readyBody(
  asked: ResponseTarget,
  { frame, json, digest, version }: PrerenderedBody,
): SentBody {
  if (frame !== undefined) validateResponse(asked.operation, 200, JSON_TYPE, frame)
  if (asked.pages !== undefined) return page(asked, asked.pages, JSON.parse(textOf(json)) as object)
  return {
    type: JSON_HEADERS,
    body: json,
    etag: entityTag(digest ?? bytesOf(json), version),
  }
}

/** Nothing is changed by the tag of a page: it names no version. */
function page(
  { operation, url, search, isPrivate }: ResponseTarget,
  pages: HtmlViews,
  body: object,
): SentBody {
  const whole = search === '' ? url : `${url}?${search}`
  const html = pages.success({ body, operation, url: whole, isPrivate })
  return { type: pages.headers, body: html, etag: entityTag(html) }
}

export function optionsResponse(path: ContractPath): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': JSON_TYPE, allow: path.allow },
    body: JSON.stringify(describeResource(path)),
  }
}

interface ProblemContext {
  readonly publicUrl: string
  readonly requestId: string
  /** Set once the path is known. */
  readonly path?: ContractPath | undefined
  /** Set once the operation is known. */
  readonly operation?: Operation | undefined
  /** The media types that a body can have here, for 415. */
  readonly accepts?: readonly string[]
  /** Path and query, as they came over the wire. */
  readonly url?: string
  /** Set where the problem is to be told by a page. */
  readonly pages?: HtmlViews | undefined
}

/** A problem that the operation does not describe is a fault of ours, and told as one. */
export function problemResponse(problem: Problem, place: ProblemContext): HttpResponse {
  const { operation, path, publicUrl, requestId, pages, url = '' } = place
  const accepts = operation ? requestMediaTypes(operation) : (place.accepts ?? [])
  const body = problemBody(problem, publicUrl, requestId)
  try {
    if (operation) validateResponse(operation, problem.status, PROBLEM_TYPE, body)
  } catch (error) {
    const cause = new AggregateError([error, problem], 'A problem outside the contract')
    return problemResponse(internalError(cause), { ...place, operation: undefined })
  }
  return {
    status: problem.status,
    headers: {
      ...(pages?.headers ?? { 'content-type': PROBLEM_TYPE }),
      // What is not there, or not allowed, may be so a moment later.
      'cache-control': 'no-store',
      ...(path && { allow: path.allow }),
      ...(problem.status === 401 && { 'www-authenticate': CHALLENGE }),
      ...(problem.status === 415 && { accept: accepts.join(', ') }),
      ...(problem.status === 503 && { 'retry-after': String(problem.retryAfterSeconds) }),
    },
    body: pages?.problem({ body, operation, url: `${publicUrl}${url}` }) ?? JSON.stringify(body),
    // Many at once: the log need not tell each, and why is known.
    ...(problem.code !== 'overloaded' && { error: problem.cause ?? problem }),
    ...(operation && { operationId: operation.operationId }),
  }
}

/** What OPTIONS tells of a path, all of it read from the contract (design: methods). */
function describeResource({ operations }: ContractPath): object {
  const all = Object.values(operations)
  const [first] = all
  return {
    name: first?.summary ?? '',
    description: first?.description.trim().replaceAll(/\s+/g, ' ') ?? '',
    renders: distinct([
      ...all.flatMap(successMediaTypes),
      ...('get' in operations ? [HTML_TYPE] : []),
    ]),
    parses: distinct(all.flatMap(requestMediaTypes)),
  }
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/** What a page shows: an answer as programs get it, and the request that it answers. */
interface ViewInput<Body> {
  readonly body: Body
  /** The absolute URL, query included. */
  readonly url: string
  /** Undefined where the request led to no operation. */
  readonly operation: Operation | undefined
}

interface SuccessViewInput extends ViewInput<object> {
  readonly operation: Operation
  /** Whether it was asked for with an API key. */
  readonly isPrivate: boolean
}

/** Makes the page that people are given in place of JSON. */
export interface HtmlViews {
  /** Of a body that has passed its validation. */
  readonly success: (shown: SuccessViewInput) => string
  readonly problem: (shown: ViewInput<ProblemBody>) => string
  /** What goes with every page, its media type included. */
  readonly headers: Readonly<Record<string, string>>
}
