import type { Context as Call, Request as BackendRequest } from 'openapi-backend'
import { Problem, toProblem, type ProblemError } from '../problem.ts'
import { requireAcceptable } from './accept.ts'
import { optionsAnswer, problemAnswer, successAnswer, type HttpAnswer } from './answers.ts'
import { createBackend } from './backend.ts'
import type { Operation, OperationId } from './document.ts'
import type { Context, Input, Operations, Reply } from './operation-types.ts'
import { integerFaults, invalidRequest, parametersOf, schemaFaults } from './parameter-faults.ts'
import { findPath, type ContractPath } from './paths.ts'
import { parseQueryString } from './query-string.ts'
import { requireMethod, splitUrl } from './request-head.ts'

export interface HttpRequest {
  /** A UUID that names the request in the log and in problems. */
  readonly id: string
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Answers an API request; never throws. */
export type Dispatch = (request: HttpRequest) => Promise<HttpAnswer>

/** What becomes known of a request on its way through openapi-backend. */
interface Exchange {
  readonly request: HttpRequest
  readonly path: ContractPath | undefined
  /** The query parameters as they were given, by name. */
  readonly given: Readonly<Record<string, string>>
  /** What is wrong with them already before their schemas are asked. */
  faults: readonly ProblemError[]
  operation?: Operation
}

/** Connects the contract with the operations. */
export async function createDispatch(operations: Operations, context: Context): Promise<Dispatch> {
  const backend = await createBackend({
    postRoutingHandler: checkBeforeSchemas,
    notFound: noSuchPath,
    methodNotAllowed,
    validationFail: refuse,
    ...operationHandlers(operations, context),
  })
  return async (request) => {
    const { pathname, search } = splitUrl(request.url)
    const path = findPath(pathname)
    if (request.method === 'OPTIONS' && path !== undefined) return optionsAnswer(path)
    const { values, faults } = parseQueryString(search)
    const exchange: Exchange = { request, path, given: values, faults }
    try {
      const call = backendRequest(request, pathname, values)
      return (await backend.handleRequest(call, exchange)) as HttpAnswer
    } catch (error) {
      const { operation } = exchange
      const place = { publicUrl: context.urls.public, requestId: request.id, path, operation }
      return problemAnswer(toProblem(error), place)
    }
  }
}

function backendRequest(
  { method, headers }: HttpRequest,
  path: string,
  query: Readonly<Record<string, string>>,
): BackendRequest {
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path,
    query: { ...query },
    headers: headers as BackendRequest['headers'],
  }
}

/** The one place where types are taken on trust: the map's type has matched ids and functions. */
function operationHandlers(operations: Operations, context: Context) {
  type AnyOperation = (input: Input<OperationId>, context: Context) => Promise<Reply<OperationId>>
  return Object.fromEntries(
    Object.entries(operations as unknown as Record<string, AnyOperation>).map(([id, operation]) => [
      id,
      async (call: Call, exchange: Exchange): Promise<HttpAnswer> => {
        if (exchange.faults.length > 0) throw invalidRequest(exchange.faults)
        const reply = await operation(inputOf(call, exchange), context)
        return successAnswer(known(exchange.operation), known(exchange.path), reply)
      },
    ]),
  )
}

/** openapi-backend reads the path anew after validation, and as text: the integers are kept apart. */
function inputOf({ request, validation }: Call, { given }: Exchange): Input<OperationId> {
  const { params } = validation.coerced as { params?: object }
  return { path: params ?? {}, query: request.query, given } as Input<OperationId>
}

/** What no schema says: which media types can be made, and that integers are plain digits. */
function checkBeforeSchemas(call: Call, exchange: Exchange): void {
  const operation = exchange.path?.operations[call.operation?.method ?? '']
  if (operation === undefined) return
  exchange.operation = operation
  requireAcceptable(operation, exchange.request.headers['accept'])
  const { params } = call.request as { params: Record<string, string> }
  if (integerFaults(parametersOf(operation, 'path'), params).length > 0) throw noSuchRecord()
  const query = integerFaults(parametersOf(operation, 'query'), exchange.given)
  exchange.faults = [...exchange.faults, ...query]
}

/** Tells all faults of a request together. A path that fits no schema leads to no record. */
function refuse(call: Call, { operation, given, faults }: Exchange): never {
  const errors = call.validation?.errors ?? []
  if (errors.some(({ instancePath }) => instancePath.startsWith('/path/'))) throw noSuchRecord()
  const parameters = parametersOf(known(operation), 'query')
  throw invalidRequest([...faults, ...schemaFaults(parameters, given, errors)])
}

function noSuchPath(): never {
  throw new Problem('not_found', 'There is nothing at this path.')
}

function noSuchRecord(): Problem {
  return new Problem('not_found', 'No record has this id.')
}

function methodNotAllowed(_call: Call, { request, path }: Exchange): void {
  requireMethod(known(path), request.method)
}

/** Set by the time it is asked for: openapi-backend has routed the request. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The request has not been routed')
  return value
}
