import type { Context as BackendContext, Request as BackendRequest } from 'openapi-backend'
import { Problem, toProblem } from '../problems/problem.ts'
import { createBackend } from './backend.ts'
import { HTML_TYPE, prefersHtmlProblem } from './content-negotiation.ts'
import { addDeprecationHeaders } from './deprecation.ts'
import { contract, type OperationId } from './document.ts'
import type { Input, OperationMap, Reply, Urls } from './operation-types.ts'
import { invalidRequest } from './parameter-errors.ts'
import { findPath, parametersIn } from './paths.ts'
import { NO_QUERY, parseQueryString } from './query-string.ts'
import { checkRequest, rejectInvalid } from './request-checks.ts'
import {
  preferenceOf,
  required,
  type HttpRequest,
  type OperationExecutor,
  type RequestContext,
  type ValidatedRequest,
} from './request-context.ts'
import { isQueryRead, requireMethod, splitUrl } from './request-head.ts'
import {
  optionsResponse,
  problemResponse,
  successResponse,
  type HtmlViews,
  type HttpResponse,
} from './responses.ts'

/** Answers an API request; never throws. */
export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>

type AnyOperation<Given> = (input: Input<OperationId>, given: Given) => Promise<Reply<OperationId>>

/** What the operations of one service share. */
interface Runtime<Given> {
  readonly executor: OperationExecutor<Given>
  readonly urls: Urls
  readonly views: HtmlViews
}

/**
 * The contract layer: openapi-backend routes and validates each request, an executor runs its operation,
 * and only a response that the contract describes leaves.
 */
export async function createDispatch<Given>(
  operations: OperationMap<Given>,
  executor: OperationExecutor<Given>,
  urls: Urls,
  views: HtmlViews,
): Promise<Dispatch> {
  const runtime = { executor, urls, views }
  // The only unchecked cast: OperationMap has matched operationIds and functions.
  const functions = Object.entries<unknown>(operations) as [OperationId, AnyOperation<Given>][]
  const handlers = functions.map(([operationId, operation]) => [
    operationId,
    (backendContext: BackendContext, context: RequestContext) =>
      run(operation, runtime, backendContext, context),
  ])
  const backend = await createBackend(
    {
      ...Object.fromEntries(handlers),
      postRoutingHandler: (backendContext: BackendContext, context: RequestContext) =>
        checkRequest(backendContext, context, executor.authenticate),
      notFound: () => {
        throw noSuchPath()
      },
      methodNotAllowed: (_: BackendContext, { path, request }: RequestContext) => {
        requireMethod(required(path), request.method)
      },
      validationFail: rejectInvalid,
    },
    // checkRequest has authenticated the request.
    { BearerKey: (_: BackendContext, context: RequestContext) => context.principal },
  )
  const announce = addDeprecationHeaders(contract, urls.public)
  return async (request) => {
    const context = createContext(request)
    const { path } = context
    if (request.method === 'OPTIONS' && path !== undefined) return optionsResponse(path)
    try {
      const backendRequest = backendRequestOf(context)
      context.backendRequest = backendRequest
      const response = (await backend.handleRequest(backendRequest, context)) as HttpResponse
      return announce(context, response)
    } catch (error) {
      const response = problemResponse(toProblem(error), {
        publicUrl: urls.public,
        requestId: request.id,
        path,
        operation: context.operation,
        url: request.url,
        views: prefersHtmlProblem(preferenceOf(context)) ? views : undefined,
      })
      return announce(context, response)
    }
  }
}

function createContext(request: HttpRequest): RequestContext {
  const { pathname, search } = splitUrl(request.url)
  const path = findPath(pathname)
  const { values, errors } = isQueryRead(path, request.method) ? parseQueryString(search) : NO_QUERY
  return { request, pathname, search, path, given: values, errors }
}

function backendRequestOf({ request, path, pathname, given }: RequestContext): BackendRequest {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const isDescribed = path?.operations[method.toLowerCase()] !== undefined
  return {
    method,
    path: pathname,
    query: given,
    headers: request.headers as Record<string, string>,
    params: isDescribed ? parametersIn(path, pathname) : {},
    // checkRequest sets it.
    body: undefined,
  }
}

/** The full response, also to HEAD; src/http compares its ETag with If-None-Match after encoding it. */
async function run<Given>(
  operation: AnyOperation<Given>,
  { executor, urls, views }: Runtime<Given>,
  backendContext: BackendContext,
  context: RequestContext,
): Promise<HttpResponse> {
  if (context.errors.length > 0) throw invalidRequest(context.errors)
  const { request, principal, pathname, search, mediaType } = context
  const input = inputOf(backendContext, context)
  const validated: ValidatedRequest = { backendContext, context, input }
  const target = {
    operation: required(context.operation),
    path: required(context.path),
    url: `${urls.public}${pathname}`,
    search,
    views: mediaType === HTML_TYPE ? views : undefined,
    isPrivate: principal !== undefined,
  }
  if (request.method === 'GET' || request.method === 'HEAD') {
    const reply = await executor.read(validated, (given) => operation(input, given))
    return successResponse(target, reply)
  }
  const response = await executor.write(validated, async (given) =>
    successResponse(target, await operation(input, given)),
  )
  return { ...response, operationId: target.operation.operationId }
}

/** The parameters as openapi-backend has coerced them: integers, with the defaults filled in. */
function inputOf({ request }: BackendContext, context: RequestContext): Input<OperationId> {
  const { given, header, principal, backendRequest } = context
  return {
    ifNoneMatch: context.request.headers['if-none-match'],
    path: request.params,
    query: request.query,
    given,
    header: header ?? {},
    body: backendRequest?.body,
    principal,
  }
}

/** Takes precedence over every other error of the request. */
export function noSuchPath(): Problem {
  return new Problem('not_found', 'There is nothing at this path.')
}
