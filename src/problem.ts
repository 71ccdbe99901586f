import type { components } from '../generated/v1.ts'
import { isDatabaseUnavailable } from './database/failure.ts'

type ProblemBody = components['schemas']['Problem']
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
    mend: 'Correct each parameter that `errors` names. The contract lists the parameters of every operation and the values they take.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    mend: 'Check the path against the contract, and the id against the list. Records that are not published are not found.',
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
  if (isRequestError(error)) {
    return new Problem('invalid_request', 'The request cannot be read.', { cause: error })
  }
  return internalError(error)
}

/** What Fastify refuses before it reaches an operation, such as a path that is not UTF-8. */
function isRequestError(error: unknown): boolean {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
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
