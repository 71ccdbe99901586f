import { internalError, problemBody, PROBLEM_TYPE, type Problem } from '../problem.ts'
import { describeResource } from './describe-resource.ts'
import type { Operation, OperationId } from './document.ts'
import type { Reply } from './operation-types.ts'
import type { ContractPath } from './paths.ts'
import { validateResponse } from './response-validator.ts'

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For the log. */
  readonly operationId?: OperationId
  /** Why it is a problem; for the log only. */
  readonly error?: unknown
}

const JSON_TYPE = 'application/json'
const RETRY_AFTER_SECONDS = 1

/** @throws OutsideContract, so that nothing leaves that the contract does not describe. */
export function successAnswer(
  operation: Operation,
  path: ContractPath,
  { status, body }: Reply<OperationId>,
): HttpAnswer {
  validateResponse(operation, status, JSON_TYPE, body)
  return {
    status,
    headers: { 'content-type': JSON_TYPE, allow: path.allow },
    body: JSON.stringify(body),
    operationId: operation.operationId,
  }
}

export function optionsAnswer(path: ContractPath): HttpAnswer {
  return {
    status: 200,
    headers: { 'content-type': JSON_TYPE, allow: path.allow },
    body: JSON.stringify(describeResource(path)),
  }
}

export interface ProblemPlace {
  readonly publicUrl: string
  readonly requestId: string
  /** Set once the path is known. */
  readonly path?: ContractPath | undefined
  /** Set once the operation is known. */
  readonly operation?: Operation | undefined
}

/** A problem that the operation does not describe is a fault of ours, and told as one. */
export function problemAnswer(problem: Problem, place: ProblemPlace): HttpAnswer {
  const { operation, path, publicUrl, requestId } = place
  const body = problemBody(problem, publicUrl, requestId)
  try {
    if (operation) validateResponse(operation, problem.status, PROBLEM_TYPE, body)
  } catch (error) {
    const cause = new AggregateError([error, problem], 'A problem outside the contract')
    return problemAnswer(internalError(cause), { ...place, operation: undefined })
  }
  return {
    status: problem.status,
    headers: {
      'content-type': PROBLEM_TYPE,
      ...(path && { allow: path.allow }),
      ...(problem.status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
    },
    body: JSON.stringify(body),
    error: problem.cause ?? problem,
    ...(operation && { operationId: operation.operationId }),
  }
}
