import type { Context as Call, Request as BackendRequest } from 'openapi-backend'
import { Problem, toProblem } from '../problems/problem.ts'
import { HTML_TYPE, prefersHtmlProblem } from './content-negotiation.ts'
import { checkRequest } from './request-checks.ts'
import { addDeprecationHeaders } from './deprecation.ts'
import {
  optionsResponse,
  problemResponse,
  successResponse,
  type HttpResponse,
} from './responses.ts'
import { createBackend } from './backend.ts'
import type { ValidatedRequest, OperationExecutor } from './request-context.ts'
import { contract, type OperationId } from './document.ts'
import { preferenceOf, required, type RequestContext, type HttpRequest } from './request-context.ts'
import type { Input, OperationMap, Reply, Urls } from './operation-types.ts'
import { rejectInvalid } from './request-checks.ts'
import { invalidRequest } from './parameter-errors.ts'
import type { HtmlViews } from './responses.ts'
import { findPath, parametersIn } from './paths.ts'
import { NO_QUERY, parseQueryString } from './query-string.ts'
import { isQueryRead, requireMethod, splitUrl } from './request-head.ts'

type AnyOperation<Given> = (input: Input<OperationId>, given: Given) => Promise<Reply<OperationId>>

/** Answers an API request; never throws. */
export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>

/** Connects the contract with the operations, and those with what runs them. */
export async function createDispatch<Given>(
  operations: OperationMap<Given>,
  backing: OperationExecutor<Given>,
  urls: Urls,
  pages: HtmlViews,
): Promise<Dispatch> {
  // The one place where types are taken on trust: the type of the map has matched ids and functions.
  const functions = Object.entries<unknown>(operations) as [OperationId, AnyOperation<Given>][]
  const handlers = functions.map(([operationId, operation]) => [
    operationId,
    (call: Call, exchange: RequestContext) => run(operation, backing, call, exchange, urls, pages),
  ])
  const backend = await createBackend(
    {
      ...Object.fromEntries(handlers),
      postRoutingHandler: (call: Call, exchange: RequestContext) =>
        checkRequest(call, exchange, backing.authenticate),
      notFound: () => {
        throw noSuchPath()
      },
      methodNotAllowed,
      validationFail: rejectInvalid,
    },
    // Judged when the request was admitted.
    { BearerKey: (_call: Call, exchange: RequestContext) => exchange.principal },
  )
  const announce = addDeprecationHeaders(contract, urls.public)
  return async (request) => {
    const exchange = exchangeOf(request)
    const { path } = exchange
    if (request.method === 'OPTIONS' && path !== undefined) return optionsResponse(path)
    try {
      const call = callOf(exchange)
      exchange.call = call
      return announce(exchange, (await backend.handleRequest(call, exchange)) as HttpResponse)
    } catch (error) {
      const { operation } = exchange
      const { public: publicUrl } = urls
      const place = { publicUrl, requestId: request.id, path, operation, url: request.url }
      const shownBy = prefersHtmlProblem(preferenceOf(exchange)) ? pages : undefined
      return announce(exchange, problemResponse(toProblem(error), { ...place, pages: shownBy }))
    }
  }
}

function exchangeOf(request: HttpRequest): RequestContext {
  const { pathname, search } = splitUrl(request.url)
  const path = findPath(pathname)
  const { values, errors } = isQueryRead(path, request.method) ? parseQueryString(search) : NO_QUERY
  return { request, pathname, search, path, given: values, errors }
}

function callOf({ request, path, pathname, given }: RequestContext): BackendRequest {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const isDescribed = path?.operations[method.toLowerCase()] !== undefined
  return {
    method,
    path: pathname,
    query: given,
    headers: request.headers as Record<string, string>,
    params: isDescribed ? parametersIn(path, pathname) : {},
    // Set when the request is admitted.
    body: undefined,
  }
}

/** Whole: whether the client has it already is known once it is encoded (src/http). */
async function run<Given>(
  operation: AnyOperation<Given>,
  backing: OperationExecutor<Given>,
  call: Call,
  exchange: RequestContext,
  urls: Urls,
  pages: HtmlViews,
): Promise<HttpResponse> {
  if (exchange.errors.length > 0) throw invalidRequest(exchange.errors)
  const { request, principal, pathname, search, mediaType } = exchange
  const input = inputOf(call, exchange)
  const accepted: ValidatedRequest = { call, context: exchange, input }
  const asked = {
    operation: required(exchange.operation),
    path: required(exchange.path),
    url: `${urls.public}${pathname}`,
    search,
    pages: mediaType === HTML_TYPE ? pages : undefined,
    isPrivate: principal !== undefined,
  }
  if (request.method === 'GET' || request.method === 'HEAD') {
    return successResponse(asked, await backing.read(accepted, (given) => operation(input, given)))
  }
  const answer = await backing.write(accepted, async (given) =>
    successResponse(asked, await operation(input, given)),
  )
  return { ...answer, operationId: asked.operation.operationId }
}

/** The parameters as openapi-backend has validated them: integers, with the defaults filled in. */
function inputOf({ request }: Call, exchange: RequestContext): Input<OperationId> {
  const { given, header, principal, call } = exchange
  return {
    ifNoneMatch: exchange.request.headers['if-none-match'],
    path: request.params,
    query: request.query,
    given,
    header: header ?? {},
    body: call?.body,
    principal,
  }
}

/** Whatever else is wrong with the request. */
export function noSuchPath(): Problem {
  return new Problem('not_found', 'There is nothing at this path.')
}

function methodNotAllowed(_call: Call, { request, path }: RequestContext): void {
  requireMethod(required(path), request.method)
}
