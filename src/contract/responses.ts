import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import {
  internalError,
  problemBody,
  PROBLEM_TYPE,
  type Problem,
  type ProblemBody,
} from '../problems/problem.ts'
import {
  bytesOf,
  escapeLineBreaks,
  latin1Texts,
  PrerenderedBody,
  PrerenderedLines,
  toLatin1,
  type ResponseBody,
} from '../response-body.ts'
import {
  EVENT_STREAM_TYPE,
  isStreamed,
  onlyCacheControls,
  JSON_TYPE,
  NDJSON_TYPE,
  acceptedMediaTypes,
  requestMediaTypes,
  successMediaTypes,
  type Operation,
  type OperationId,
  withOwnLinks,
} from './document.ts'
import { entityTag, taggedHash } from './entity-tag.ts'
import { eventStream } from './event-stream.ts'
import type { Reply } from './operation-types.ts'
import type { ContractPath } from './paths.ts'
import { validateResponse } from './response-validator.ts'
import { HTML_TYPE } from './content-negotiation.ts'
import { traceIdOf } from '../telemetry/trace-context.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ResponseBody
  /** The body of a response with lines of JSON, in place of `body`. */
  readonly stream?: Readable
  /** Whether the response cache must not have it (src/response-body.ts). */
  readonly isLive?: boolean
  /** For the log. */
  readonly operationId?: OperationId
  /** The cause of a problem; for the log only. */
  readonly error?: unknown
}

/**
 * The lines that a client has not read yet, in bytes; beyond it, the service works on only when the client reads. A
 * client that reads nothing before it has sent its whole request must not wait for itself.
 */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

/** The same for a response to a request without a body: more is read from the database only when the client reads. */
const MAX_UNSENT_BYTES = 64 * 1024

/** RFC 6750, section 3; the same for a missing credential and an invalid one. */
const CHALLENGE = 'Bearer realm="art-marketplace"'

const JSON_HEADERS = { 'content-type': JSON_TYPE }

/** The request that a response is for, and its operation. */
interface ResponseTarget {
  readonly operation: Operation
  readonly path: ContractPath
  /** The absolute URL of the request without its query. */
  readonly url: string
  /** The query string without its question mark. */
  readonly search: string
  readonly isPrivate: boolean
  /** Set for a response in another media type than JSON, such as HTML. */
  readonly view: View | undefined
  /** What the view shows besides the body. */
  readonly parts?: ViewParts | undefined
  /** The body of a request with lines of JSON. */
  readonly stream?: Readable | undefined
}

/**
 * The response to a request that succeeded.
 * @throws ContractViolation for a reply that the contract does not describe.
 */
export function successResponse(target: ResponseTarget, reply: Reply<OperationId>): HttpResponse {
  const { operation, path } = target
  const { operationId } = operation
  if ('lines' in reply) return linesResponse(target, reply)
  if ('events' in reply) return eventsResponse(target, reply)
  if (!('body' in reply)) {
    return { status: reply.status, headers: { allow: path.allow }, body: '', operationId }
  }
  const { type, body, etag } =
    reply.body instanceof PrerenderedBody
      ? prerenderedContent(target, reply.body)
      : content(target, reply)
  const headers = {
    ...type,
    allow: path.allow,
    // Shared caches must not store drafts (RFC 9111, section 5.2.2).
    'cache-control':
      onlyCacheControls(operation)[reply.status] ??
      (target.isPrivate ? 'private, no-cache' : 'no-cache'),
    etag,
    ...(reply.status === 201 && { location: `${target.url}${reply.body.id}/` }),
  }
  const isLive =
    (reply.body instanceof PrerenderedBody && reply.body.isLive) || target.parts?.isLive === true
  return { status: reply.status, headers, body, isLive, operationId }
}

/** The response of an operation that responds in lines of JSON. No later request gets the same lines, so it has no ETag. */
function linesResponse(
  target: ResponseTarget,
  { status, lines }: { readonly status: number; readonly lines: AsyncIterable<object> },
): HttpResponse {
  const headers = streamHeaders(target, NDJSON_TYPE)
  // Its `close` comes when the work is over, also after the client has gone.
  const stream = Readable.from(linesOf(target, status, lines), {
    objectMode: false,
    highWaterMark: isStreamed(target.operation) ? MAX_UNREAD_BYTES : MAX_UNSENT_BYTES,
  })
  return { status, headers, body: '', stream, operationId: target.operation.operationId }
}

/** The response of an operation with events. It ends when the client has gone, or the operation ends it. */
function eventsResponse(
  target: ResponseTarget,
  { status, events }: Extract<Reply<OperationId>, { events: unknown }>,
): HttpResponse {
  const { operation } = target
  // Without the second header, nginx would hold the events back.
  const headers = { ...streamHeaders(target, EVENT_STREAM_TYPE), 'x-accel-buffering': 'no' }
  const stream = eventStream(operation, status, events)
  return { status, headers, body: '', stream, operationId: operation.operationId }
}

function streamHeaders({ path, isPrivate }: ResponseTarget, type: string): Record<string, string> {
  return {
    'content-type': type,
    allow: path.allow,
    'cache-control': isPrivate ? 'private, no-cache' : 'no-cache',
  }
}

async function* linesOf(
  { operation, stream }: ResponseTarget,
  status: number,
  lines: AsyncIterable<object>,
): AsyncGenerator<string | Buffer> {
  for await (const line of lines) {
    if (line instanceof PrerenderedLines) {
      yield bytesOf(latin1Texts(line.lines.texts.map(escapeLineBreaks)))
      continue
    }
    validateResponse(operation, status, NDJSON_TYPE, line)
    const json = escapeLineBreaks(toLatin1(JSON.stringify(line)))
    yield Buffer.from(`${json}\n`, 'latin1')
  }
  if (stream !== undefined) await discardRest(stream)
}

/** The response ends after its request: a client that is still sending could lose it (RFC 9112, section 9.6). */
async function discardRest(stream: Readable): Promise<void> {
  // With this listener, the stream also flows when its iterator lets go of it later.
  stream.on('data', () => {})
  stream.resume()
  await finished(stream, { cleanup: true })
}

interface Content {
  /** The headers that describe the media type. */
  readonly type: Readonly<Record<string, string>>
  readonly body: ResponseBody
  readonly etag: string
}

function content(
  target: ResponseTarget,
  { status, body, version }: { status: number; body: object; version?: string },
): Content {
  validateResponse(target.operation, status, JSON_TYPE, body)
  if (target.view !== undefined) return viewContent(target, target.view, body)
  const json = JSON.stringify(body)
  return { type: JSON_HEADERS, body: json, etag: entityTag(json, version) }
}

/** Validates only the frame: the records were validated when they were rendered. */
function prerenderedContent(target: ResponseTarget, prerendered: PrerenderedBody): Content {
  const { frame, json, hash, version } = prerendered
  if (frame !== undefined) validateResponse(target.operation, 200, JSON_TYPE, frame)
  if (target.view !== undefined) return viewContent(target, target.view, prerendered.parsed)
  return { type: JSON_HEADERS, body: json, etag: taggedHash(hash, version) }
}

/** The entity tag of a view has no version, so a change with this tag in `If-Match` is rejected. */
function viewContent(
  { operation, url, search, isPrivate, parts }: ResponseTarget,
  view: View,
  body: object,
): Content {
  const urlWithQuery = search === '' ? url : `${url}?${search}`
  const text = view.success({ body, operation, url: urlWithQuery, isPrivate, parts })
  return { type: view.headers, body: text, etag: entityTag(text) }
}

interface ProblemContext {
  readonly publicUrl: string
  readonly requestId: string
  /** The `traceparent` header of the request. */
  readonly traceparent: unknown
  /** Undefined for a path outside the contract. */
  readonly path?: ContractPath | undefined
  /** Undefined for a request that has not been routed. */
  readonly operation?: Operation | undefined
  /** The accepted media types of a body without an operation, for 415. */
  readonly accepts?: readonly string[]
  /** Path and query, as they came over the wire. */
  readonly url?: string
  /** Set for a response in HTML. */
  readonly views?: HtmlViews | undefined
}

/** A problem that the operation does not describe becomes an internal error. */
export function problemResponse(problem: Problem, context: ProblemContext): HttpResponse {
  const { operation, path, publicUrl, requestId, traceparent, views, url = '' } = context
  const accepts = operation ? requestMediaTypes(operation) : (context.accepts ?? [])
  const body = problemBody(problem, publicUrl, requestId, traceIdOf(requestId, traceparent))
  try {
    if (operation) validateResponse(operation, problem.status, PROBLEM_TYPE, body)
  } catch (error) {
    const cause = new AggregateError([error, problem], 'A problem outside the contract')
    return problemResponse(internalError(cause), { ...context, operation: undefined })
  }
  return {
    status: problem.status,
    headers: {
      ...(views?.headers ?? { 'content-type': PROBLEM_TYPE }),
      // A missing or forbidden record can be available a moment later.
      'cache-control': 'no-store',
      ...(path && { allow: path.allow }),
      ...(problem.status === 401 && { 'www-authenticate': CHALLENGE }),
      ...(problem.status === 415 && { accept: accepts.join(', ') }),
      ...(problem.acceptEncoding && { 'accept-encoding': problem.acceptEncoding }),
      ...([429, 503].includes(problem.status) && {
        'retry-after': String(problem.retryAfterSeconds),
      }),
    },
    body: views?.problem({ body, operation, url: `${publicUrl}${url}` }) ?? JSON.stringify(body),
    // Overload rejects many requests at once for a known cause, so each need not be logged.
    ...(problem.code !== 'overloaded' && { error: problem.cause ?? problem }),
    ...(operation && { operationId: operation.operationId }),
  }
}

/** The response to OPTIONS: a description of the path, read from the contract. */
export function optionsResponse(
  { allow, operations }: ContractPath,
  publicUrl: string,
): HttpResponse {
  const all = Object.values(operations)
  const [first] = all
  const description = {
    name: first?.summary ?? '',
    description: withOwnLinks(first?.description ?? '', publicUrl)
      .trim()
      .replaceAll(/\s+/g, ' '),
    renders: distinct([
      ...all.flatMap(successMediaTypes),
      ...(operations['get'] && successMediaTypes(operations['get']).includes(JSON_TYPE)
        ? [HTML_TYPE]
        : []),
    ]),
    parses: distinct(all.flatMap(acceptedMediaTypes)),
  }
  return {
    status: 200,
    headers: { 'content-type': JSON_TYPE, allow },
    body: JSON.stringify(description),
  }
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/** Renders responses in another media type than JSON. */
export interface View {
  /** The view of a body that passed validation. */
  readonly success: (input: SuccessViewInput) => string
  /** The headers of every such response, with its media type. */
  readonly headers: Readonly<Record<string, string>>
}

/** Renders responses as HTML; src/pages implements it. */
export interface HtmlViews extends View {
  readonly problem: (input: ViewInput<ProblemBody>) => string
}

export interface Views<Dependencies = unknown> {
  readonly html: HtmlViews
  readonly calendar: View
  /** Reads what HTML views show besides the body; without it, they show the body alone. */
  readonly readParts?: ReadParts<Dependencies>
}

/** Other records that a view shows, such as related ones. */
export interface ViewParts {
  /** Whether they can change while the public data do not (src/response-body.ts). */
  readonly isLive: boolean
}

/** @returns undefined for an operation whose view shows the body alone. */
export type ReadParts<Dependencies> = (
  request: PartsRequest,
  dependencies: Dependencies,
) => Promise<ViewParts> | undefined

export interface PartsRequest {
  readonly operationId: OperationId
  readonly path: Readonly<Record<string, string | number>>
  /** The query parameters as the client sent them. */
  readonly given: Readonly<Record<string, string>>
  /** The body of the JSON response. */
  readonly body: () => object
}

/** The JSON of a reply with a body. */
export function bodyOf(reply: Reply<OperationId>): object {
  if (!('body' in reply)) return {}
  const { body } = reply
  return body instanceof PrerenderedBody ? body.parsed : body
}

interface ViewInput<Body> {
  /** The body of the JSON response. */
  readonly body: Body
  /** The absolute URL with its query. */
  readonly url: string
  /** Undefined for a request that has not been routed. */
  readonly operation: Operation | undefined
}

interface SuccessViewInput extends ViewInput<object> {
  readonly operation: Operation
  /** Whether the request had an API key. */
  readonly isPrivate: boolean
  readonly parts?: ViewParts | undefined
}
