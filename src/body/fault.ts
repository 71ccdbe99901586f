import { inputProblem, type Problem } from '../problem.ts'

/** A fault at one place of a request body. */
export interface BodyError {
  /** RFC 6901; the empty string is the whole body. */
  readonly pointer: string
  /** What is wrong there and what would be right. Never holds the value. */
  readonly detail: string
}

/** One problem (400) for the first faults of a body. */
export function invalidBody(faults: Iterable<BodyError>): Problem {
  return inputProblem('invalid_request', faults)
}
