import type { components } from '../generated/v1.ts'
import { brokenRule, type BrokenRule } from './database/broken-rules.ts'
import { isDatabaseUnavailable } from './database/failure.ts'

export type ProblemBody = components['schemas']['Problem']
export type ProblemError = components['schemas']['ProblemError']
export type ProblemCode = keyof typeof PROBLEMS

export const PROBLEM_TYPE = 'application/problem+json'

interface ProblemKind {
  readonly status: number
  readonly title: string
  /** What the reader of a problem can do about it. */
  readonly mend: string
}

/** Every kind of problem that this service answers with, by its code. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    mend: 'Correct each place that `errors` names: a parameter, or a field of the body by its pointer. The contract lists the parameters and fields of every operation and the values they take.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    mend: 'Send `Authorization: Bearer KEY` with a key that has neither expired nor been revoked. The answer never says what is wrong with a key; ask whoever gave it to you for another.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    mend: 'Use a key that has the scope which `detail` names, or one of the user whose record it is.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    mend: 'Check the path against the contract, and the id against the list. Records that are not published are found by their author alone, with the credential.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    mend: 'Use one of the methods that the `Allow` header names.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    mend: 'Send `Accept: application/json`, `Accept: */*` or no `Accept` at all.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    mend: 'Send the whole request without pausing.',
  },
  content_too_large: {
    status: 413,
    title: 'Content too large',
    mend: 'Send a shorter body; 256 KiB is the most.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    mend: 'Send one of the media types that the `Accept` header of the answer names, in UTF-8 and without a `Content-Encoding`.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Idempotency key in use',
    mend: 'Send the same request again in a moment: it is answered as the first one was.',
  },
  invalid_transition: {
    status: 409,
    title: 'Invalid transition',
    mend: 'Ask for a state that `detail` names. The contract has a table of the states and what leads where.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    mend: 'Read the record again, apply your change to what it is now, and send it with the new `ETag`.',
  },
  unprocessable_content: {
    status: 422,
    title: 'Unprocessable content',
    mend: 'Correct each place that `errors` points to. What the body refers to must exist, and its values must go together.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    mend: 'Take a new key for a new request; send the same body with the same key to repeat one.',
  },
  precondition_required: {
    status: 428,
    title: 'Precondition required',
    mend: 'Read the record, and send its `ETag` as `If-Match`.',
  },
  header_fields_too_large: {
    status: 431,
    title: 'Request header fields too large',
    mend: 'Send fewer or shorter headers; 16 KiB is the most.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    mend: 'Try again later. If it persists, report the `instance` of the problem.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    mend: 'Try again after the seconds that `Retry-After` names.',
  },
} as const satisfies Record<string, ProblemKind>

/** An error that is meant for the client. `detail` is shown to it; `cause` goes to the log only. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: readonly ProblemError[]

  constructor(
    code: ProblemCode,
    detail: string,
    options: { errors?: readonly ProblemError[]; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.errors = options.errors ?? []
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}

/** Nothing of the cause is told: it may hold data of others. */
export function internalError(cause: unknown): Problem {
  return new Problem(
    'internal_error',
    'The service failed to answer. Try again later; if it persists, report the instance.',
    { cause },
  )
}

/** The one place that turns any error into what the client may know of it. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error)) {
    return new Problem(
      'service_unavailable',
      'The service cannot reach its database just now. Try again after a moment.',
      { cause: error },
    )
  }
  const rule = brokenRule(error)
  if (rule !== undefined) return unprocessable([rule], error)
  return requestProblem(error) ?? internalError(error)
}

/** For input that fits the contract and breaks a rule (design: errors). */
export function unprocessable(rules: readonly BrokenRule[], cause?: unknown): Problem {
  return inputProblem('unprocessable_content', rules, cause)
}

/** Of more places than these, `errors` alone tells. */
const MOST_NAMED = 5

/** One problem for all faults of the input; its detail names where the first ones are. */
export function inputProblem(
  code: 'invalid_request' | 'unprocessable_content',
  errors: readonly ProblemError[],
  cause?: unknown,
): Problem {
  const count = errors.length === 1 ? '1 fault' : `${errors.length} faults`
  const places = errors.slice(0, MOST_NAMED).map(placeOf).join(', ')
  const more = errors.length > MOST_NAMED ? ' and more' : ''
  return new Problem(code, `The request has ${count}: ${places}${more}.`, { errors, cause })
}

function placeOf({ parameter, pointer }: ProblemError): string {
  return parameter ?? (pointer || 'the body')
}

/** What Fastify refuses before it reaches an operation, such as a path that is not UTF-8. */
function requestProblem(error: unknown): Problem | undefined {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined
  const options = { cause: error }
  if (statusCode === 413) {
    return new Problem('content_too_large', 'The body is larger than 256 KiB.', options)
  }
  if (statusCode === 415) {
    return new Problem('unsupported_media_type', 'Content-Type cannot be read.', options)
  }
  return new Problem('invalid_request', 'The request cannot be read.', options)
}

/**
 * The problem document of RFC 9457. `type` leads to a page of this service about the problem,
 * `instance` names the request in the log.
 */
export function problemBody(problem: Problem, publicUrl: string, requestId: string): ProblemBody {
  const { code, status, message, errors } = problem
  return {
    type: `${publicUrl}/docs/problems/${code}`,
    title: PROBLEMS[code].title,
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
    code,
    ...(errors.length > 0 && { errors: [...errors] }),
  }
}
