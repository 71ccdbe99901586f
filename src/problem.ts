import type { components } from '../generated/v1.ts'
import { brokenRule, type BrokenRule } from './database/broken-rules.ts'
import { isDatabaseUnavailable } from './database/failure.ts'
import { PROBLEMS, type ProblemCode } from './problem-kinds.ts'

export type ProblemBody = components['schemas']['Problem']
export type ProblemError = components['schemas']['ProblemError']

export const PROBLEM_TYPE = 'application/problem+json'

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
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error)
  const rule = brokenRule(error)
  if (rule !== undefined) return unprocessable([rule], error)
  return requestProblem(error) ?? internalError(error)
}

/** For whatever could be done if the database could be reached, or could answer in time. */
export function databaseUnavailable(cause: unknown): Problem {
  return new Problem(
    'service_unavailable',
    'The service cannot reach its database just now. Try again after a moment.',
    { cause },
  )
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
