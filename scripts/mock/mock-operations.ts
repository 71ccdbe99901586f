import { indexOf } from '../../src/api-index/retrieve-index.ts'
import { bearerKey } from '../../src/auth/api-key.ts'
import type { Principal } from '../../src/auth/principal.ts'
import { contract, type Operation, type OperationId } from '../../src/contract/document.ts'
import type { Input, OperationMap, Reply } from '../../src/contract/operation-types.ts'
import { parameterError, parametersOf } from '../../src/contract/parameter-errors.ts'
import type { ContractPath } from '../../src/contract/paths.ts'
import {
  type ValidatedRequest,
  type OperationExecutor,
  required,
  type HttpRequest,
} from '../../src/contract/request-context.ts'
import { requireMethod } from '../../src/contract/request-head.ts'
import { requestedState, type Page } from '../../src/lists/page.ts'
import type { ProblemCode } from '../../src/problems/catalogue.ts'
import {
  Problem,
  PROBLEM_TYPE,
  type ProblemBody,
  type ProblemError,
} from '../../src/problems/problem.ts'
import { chooseExample, type Choice, examplePage, exampleRecord } from './examples.ts'
import { readPreferences } from './preferences.ts'

/**
 * Operations that answer as the contract shows it, whatever the body says, or as `Prefer` asks.
 * @param onPreferred called with each request whose `Prefer` is followed.
 */
export function exampleOperations(
  publicUrl: string,
  onPreferred: (request: HttpRequest) => void,
): OperationMap<ValidatedRequest> {
  const reply = async (
    _input: unknown,
    accepted: ValidatedRequest,
  ): Promise<Reply<OperationId>> => {
    const { request, operation } = accepted.context
    requireViewer(accepted.input)
    const choice = chooseExample(required(operation), readPreferences(request.headers['prefer']))
    onPreferred(request)
    return replyOf(accepted, choice, publicUrl)
  }
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
  const entries = operations.map(({ operationId }) => [operationId, reply])
  return Object.fromEntries(entries) as OperationMap<ValidatedRequest>
}

/** Runs those operations, each on its request alone. */
export const mockBacking: OperationExecutor<ValidatedRequest> = {
  authenticate: async (authorization) => principalOf(authorization),
  read: (accepted, operation) => operation(accepted),
  write: (accepted, operation) => operation(accepted),
}

/** Every string with the form of a key is a valid key, with every scope. */
function principalOf(authorization: string | undefined): Principal | undefined {
  if (authorization === undefined) return undefined
  return { userId: bearerKey(authorization).hint, scopes: ['admin'] }
}

/** @throws 401 as the lists of the service do, when the public asks for another state. */
function requireViewer({ query, principal }: Input<OperationId>): void {
  const { publish_status: status } = query as Partial<Input<'listEvents'>['query']>
  requestedState(status, principal)
}

/** @throws {Problem} where an example of a problem is asked for. */
function replyOf(
  accepted: ValidatedRequest,
  choice: Choice,
  publicUrl: string,
): Reply<OperationId> {
  const { status, mediaType } = choice
  if (mediaType === undefined) return { status } as Reply<OperationId>
  if (status === 405) rejectMethod(required(accepted.context.path))
  const example = exampleOf(accepted, { ...choice, mediaType })
  if (mediaType === PROBLEM_TYPE) {
    throw problemOf(example as ProblemBody, required(accepted.context.operation))
  }
  return { status, body: bodyOf(example, accepted, publicUrl) } as Reply<OperationId>
}

function exampleOf(
  { backendContext, context }: ValidatedRequest,
  { status, mediaType, example }: Choice & { readonly mediaType: string },
): object {
  const { operationId } = required(context.operation)
  const options = { code: status, mediaType, ...(example !== undefined && { example }) }
  return backendContext.api.mockResponseForOperation(operationId, options).mock as object
}

/**
 * The example is of one path, and its methods are not those of every other.
 * @throws 405 of the first of some methods that this path does not have; none has TRACE.
 */
function rejectMethod(path: ContractPath): void {
  for (const method of ['DELETE', 'POST', 'TRACE']) requireMethod(path, method)
}

/** Its address and its request are this one's, and so are the parameters that it names. */
function problemOf({ code, detail, errors = [] }: ProblemBody, operation: Operation): Problem {
  const own = errors.map((error) => ofOperation(error, operation))
  return new Problem(code as ProblemCode, detail, { errors: own, cause: 'Asked for by Prefer' })
}

/** Operations share the example, but not the parameters: one that this operation lacks is reported as unknown. */
function ofOperation(error: ProblemError, operation: Operation): ProblemError {
  const parameters = parametersOf(operation, 'query')
  const { parameter } = error
  if (parameter === undefined || parameters.has(parameter)) return error
  return parameterError(parameters, parameter, '')
}

/** What leads on from an answer leads to the mock. */
function bodyOf(example: object, accepted: ValidatedRequest, publicUrl: string): object {
  if (isPage(example)) return pageOf(example, accepted, publicUrl)
  const { operationId } = required(accepted.context.operation)
  return operationId === 'retrieveIndex'
    ? indexOf({ public: publicUrl })
    : recordOf(example, accepted)
}

function isPage(example: object): example is Page<object> {
  return 'results' in example
}

function pageOf(
  example: Page<object>,
  { context, input }: ValidatedRequest,
  publicUrl: string,
): Page<object> {
  const { limit, offset } = input.query as { limit: number; offset: number }
  const listUrl = `${publicUrl}${context.pathname}`
  return examplePage(example, { listUrl, limit, offset, given: input.given })
}

/** Of an operation on one record, that of the path; a new one is the example. */
function recordOf(example: object, { input }: ValidatedRequest): object {
  const { id } = input.path as { id?: number }
  return id === undefined ? example : exampleRecord(example as { id: number }, id)
}
