import { hasType, parseJson, type Answer, type Send } from './answer.ts'
import { ProblemError, UnexpectedAnswerError } from './errors.ts'
import type { Problem } from './schemas.ts'

/**
 * Lets pass what the contract calls a success, 304 included.
 * @throws ProblemError for a problem document, UnexpectedAnswerError for whatever else there is.
 */
export function acceptAnswers(send: Send): Send {
  return async (request) => {
    const answer = await send(request)
    if (isSuccess(request, answer)) return answer
    const problem = problemOf(answer)
    if (problem !== undefined) throw new ProblemError(request, answer, problem)
    throw new UnexpectedAnswerError(request, answer)
  }
}

/** A captive portal answers 200 as well, and what a proxy has cut short may still say that it is JSON. */
function isSuccess({ method }: Request, answer: Answer): boolean {
  const { status, body } = answer
  if (status === 304 || status === 204) return true
  if (status < 200 || status > 299) return false
  return hasType(answer, 'application/json') && (method === 'HEAD' || parseJson(body) !== undefined)
}

/** Undefined when the answer is not a problem document of the service: a gateway's has no `code`. */
export function problemOf(answer: Answer): Problem | undefined {
  if (!hasType(answer, 'application/problem+json')) return undefined
  const problem = parseJson(answer.body) as Partial<Problem> | null | undefined
  const isWhole = typeof problem?.code === 'string' && typeof problem.detail === 'string'
  return isWhole ? (problem as Problem) : undefined
}
