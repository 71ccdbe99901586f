import { hasType, parseJson, type Answer, type Send } from './answer.ts'
import { ProblemError, UnexpectedAnswerError } from './errors.ts'
import type { Problem } from './schemas.ts'
import { isSuccess } from './success.ts'

/**
 * Middleware that passes a documented success on, 304 included.
 * @throws ProblemError for a problem document, UnexpectedAnswerError for any other response.
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

/** Undefined when the response is not a problem document of the service; one of a gateway has no `code`. */
export function problemOf(answer: Answer): Problem | undefined {
  if (!hasType(answer, 'application/problem+json')) return undefined
  const problem = parseJson(answer.body) as Partial<Problem> | null | undefined
  const isWhole = typeof problem?.code === 'string' && typeof problem.detail === 'string'
  return isWhole ? (problem as Problem) : undefined
}
