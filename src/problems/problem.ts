import type { components } from '../../generated/v1.ts'
import {
  isDatabaseDown,
  isDatabaseRefusal,
  isDatabaseUnavailable,
  isLockBusy,
  isSchemaMismatch,
  isStorageFull,
  ruleViolation,
  type RuleViolation,
} from '../database/errors.ts'
import { PROBLEMS, type ProblemCode } from './catalogue.ts'

export type ProblemBody = components['schemas']['Problem']
export type ProblemError = components['schemas']['ProblemError']

export const PROBLEM_TYPE = 'application/problem+json'

/** An error with a problem document (RFC 9457). The client sees `detail`; only the log has `cause`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: readonly ProblemError[]
  /** The `Retry-After` of a temporary problem. */
  readonly retryAfterSeconds: number
  /** The content codings to send instead, if the problem is that of the body. */
  readonly acceptEncoding: string | undefined

  constructor(
    code: ProblemCode,
    detail: string,
    options: {
      readonly errors?: readonly ProblemError[]
      readonly cause?: unknown
      readonly retryAfterSeconds?: number
      readonly acceptEncoding?: string
    } = {},
  ) {
    super(detail, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.errors = options.errors ?? []
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1
    this.acceptEncoding = options.acceptEncoding
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}

/** Hides the cause from the client, because it can contain data of other users. */
export function internalError(cause: unknown): Problem {
  return new Problem(
    'internal_error',
    'The service failed. Try again later; if it persists, report the instance.',
    { cause },
  )
}

/** Converts any error into the problem that the client sees. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error)
  if (isSchemaMismatch(error)) return schemaMismatch(error)
  if (isStorageFull(error)) return storageFull(error)
  const rule = ruleViolation(error)
  if (rule !== undefined) return unprocessable([rule], error)
  return requestProblem(error) ?? internalError(error)
}

/** For a request that fails because the database is unreachable, too slow, or waits for another request. */
export function databaseUnavailable(cause: unknown): Problem {
  return new Problem('service_unavailable', unavailability(cause), { cause })
}

function unavailability(cause: unknown): string {
  if (isLockBusy(cause)) {
    return 'Another request is changing the same records. Nothing was done. Try again after a moment.'
  }
  if (isDatabaseRefusal(cause)) {
    return 'The database of the service lacks a right or a resource for this request just now. Try again after a moment.'
  }
  return isDatabaseDown(cause)
    ? 'The service cannot reach its database just now. Try again after a moment.'
    : 'The database of the service takes too long just now. Try again after a moment.'
}

/** For a statement that names something that the database does not have: no retry of the client cures that. */
function schemaMismatch(cause: unknown): Problem {
  return new Problem(
    'service_unavailable',
    'The database of the service does not have the schema that this version needs. Its operator must migrate it.',
    { cause, retryAfterSeconds: 60 },
  )
}

/** For a write that would make the records of its sender larger than the operator allows. */
function storageFull(cause: unknown): Problem {
  const detail =
    'Your records have the size that a user of this service may store. Nothing was done. Delete records or shorten their texts first.'
  return new Problem('forbidden', detail, { cause })
}

/** For input that fits the contract but breaks a rule. */
export function unprocessable(rules: readonly RuleViolation[], cause?: unknown): Problem {
  return inputProblem('unprocessable_content', rules, cause)
}

/** The maximum of places in `detail`; all places are in `errors`. */
const MAX_NAMED = 5

/** A client hardly corrects more errors at once. */
const MAX_ERRORS = 20

/** Approximate bytes of all errors as JSON, so that no problem document is longer than 16 KB. */
const MAX_ERRORS_LENGTH = 12 * 1024

/** In characters. Longer names of unknown parameters, which a client chooses, are truncated. */
const MAX_NAME_LENGTH = 100

/**
 * One problem with the first error of each place of the input. `detail` names the first places.
 * @param found consumed only as far as errors are reported.
 */
export function inputProblem(
  code: 'invalid_request' | 'unprocessable_content',
  found: Iterable<ProblemError>,
  cause?: unknown,
): Problem {
  const { errors, isCut } = firstErrors(found)
  const faults = errors.length === 1 ? '1 fault' : `${errors.length} faults`
  const places = errors.slice(0, MAX_NAMED).map(placeOf).join(', ')
  const more = errors.length > MAX_NAMED ? ' and more' : ''
  const detail = `The request has ${isCut ? 'at least ' : ''}${faults}: ${places}${more}.`
  return new Problem(code, detail, { errors, cause })
}

/** The first error of each place, up to the limits; `isCut` if there are more. */
function firstErrors(found: Iterable<ProblemError>): { errors: ProblemError[]; isCut: boolean } {
  const byPlace = new Map<string, ProblemError>()
  let length = 0
  for (const each of found) {
    const error = { ...each, ...(each.parameter && { parameter: shortened(each.parameter) }) }
    const place = placeOf(error)
    if (byPlace.has(place)) continue
    length += Buffer.byteLength(JSON.stringify(error))
    const isFull = byPlace.size === MAX_ERRORS || length > MAX_ERRORS_LENGTH
    if (isFull && byPlace.size > 0) return { errors: [...byPlace.values()], isCut: true }
    byPlace.set(place, error)
  }
  return { errors: [...byPlace.values()], isCut: false }
}

function placeOf({ parameter, pointer }: ProblemError): string {
  return parameter ?? (pointer || 'the body')
}

function shortened(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH)}...`
}

/** For requests that Fastify rejects itself, such as one whose path is not UTF-8. */
function requestProblem(error: unknown): Problem | undefined {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined
  const options = { cause: error }
  if (statusCode === 413) {
    return new Problem('content_too_large', 'The body is larger than 256 KiB.', options)
  }
  if (statusCode === 415) {
    return new Problem('unsupported_media_type', 'Content-Type cannot be read.', options)
  }
  const detail =
    code === 'FST_ERR_BAD_URL'
      ? 'The path is not percent-encoded UTF-8.'
      : 'The request cannot be read.'
  return new Problem('invalid_request', detail, options)
}

/**
 * The problem document (RFC 9457). `type` is the URL of the service's own page about the problem; `instance`
 * is the id of the request in the log, and `trace_id` that of its trace, if it has one.
 */
export function problemBody(
  problem: Problem,
  publicUrl: string,
  requestId: string,
  traceId: string | undefined,
): ProblemBody {
  const { code, status, message, errors } = problem
  return {
    type: `${publicUrl}/docs/problems/${code}`,
    title: PROBLEMS[code].title,
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
    code,
    ...(errors.length > 0 && { errors: [...errors] }),
    ...(traceId !== undefined && { trace_id: traceId }),
  }
}
