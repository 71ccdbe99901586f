import { contract } from '../contract/document.ts'
import { UNKNOWN_EXPECTATION } from '../contract/request-head.ts'
import { CONNECTION_PROBLEMS, URI_TOO_LONG } from '../http/client-error.ts'
import { problemBody, type ProblemBody } from '../problem.ts'
import type { ProblemCode } from '../problem-kinds.ts'

export interface ProblemExample {
  readonly summary: string
  readonly body: ProblemBody
}

/** Of no operation. */
const EARLY_PROBLEMS = [...Object.values(CONNECTION_PROBLEMS), URI_TOO_LONG, UNKNOWN_EXPECTATION]

const SOME_REQUEST = '5b0f6b0e-8f0c-4b57-9c39-0f5c0a3f4f7d'

/**
 * The contract's own examples of a problem, with this service's addresses; of what is refused before it
 * is a request, and so belongs to no operation, the answer itself.
 */
export function problemExamples(code: ProblemCode, publicUrl: string): ProblemExample[] {
  const documented = Object.values(contract.components.examples).flatMap(({ summary, value }) => {
    const body = value as Partial<ProblemBody>
    const type = `${publicUrl}/docs/problems/${code}`
    return body.code === code ? [{ summary, body: { ...(body as ProblemBody), type } }] : []
  })
  const early = EARLY_PROBLEMS.find((problem) => problem.code === code)
  if (documented.length > 0 || early === undefined) return documented
  return [{ summary: early.message, body: problemBody(early, publicUrl, SOME_REQUEST) }]
}
