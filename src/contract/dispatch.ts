import type { Context as BackendContext, Request as BackendRequest } from 'openapi-backend'
import { Problem, toProblem } from '../problems/problem.ts'
import { createBackend } from './backend.ts'
import { HTML_TYPE, prefersHtmlProblem } from './content-negotiation.ts'
import { deprecationHeaders } from './deprecation.ts'
import {
  apiRoot,
  CALENDAR_TYPE,
  contract,
  isStreamed,
  type Operation,
  type OperationId,
} from './document.ts'
import type { Input, OperationMap, Reply, Urls } from './operation-types.ts'
import {
  invalidRequest,
  NO_QUERY,
  parametersOf,
  parseQueryString,
  withArrays,
} from './parameters.ts'
import { type ContractPath, findPath, parametersIn } from './paths.ts'
import { checkRequest, rejectInvalid } from './request-checks.ts'
import {
  preferenceOf,
  requireSet,
  type HttpRequest,
  type OperationExecutor,
  type RequestContext,
  type ValidatedRequest,
} from './request-context.ts'
import { isQueryParsed, requireMethod, splitUrl } from './request-head.ts'
import {
  bodyOf,
  optionsResponse,
  problemResponse,
  successResponse,
  type HttpResponse,
  type View,
  type Views,
} from './responses.ts'
import { traceIdOf } from '../telemetry/trace-context.ts'

/** Makes the response to an API request; never throws. */
export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>

type AnyOperation<Dependencies> = (
  input: Input<OperationId>,
  dependencies: Dependencies,
) => Promise<Reply<OperationId>>

/** The parameters of `run` that all operations of a service share. */
interface Runtime<Dependencies> {
  readonly executor: OperationExecutor<Dependencies>
  readonly urls: Urls
  readonly views: Views<Dependencies>
}

/**
 * The contract layer. openapi-backend routes and validates each request; an executor runs its operation. A
 * response that the contract does not describe is never sent.
 */
export async function createDispatch<Dependencies>(
  operations: OperationMap<Dependencies>,
  executor: OperationExecutor<Dependencies>,
  urls: Urls,
  views: Views<Dependencies>,
): Promise<Dispatch> {
  const runtime = { executor, urls, views }
  // The cast restores the types that Object.entries loses: OperationMap pairs each operationId with its function.
  const functions = Object.entries<unknown>(operations) as [
    OperationId,
    AnyOperation<Dependencies>,
  ][]
  const handlers = functions.map(([operationId, operation]) => [
    operationId,
    (backendContext: BackendContext, context: RequestContext) =>
      run(operation, runtime, backendContext, context),
  ])
  const backend = await createBackend(
    {
      ...Object.fromEntries(handlers),
      postRoutingHandler: (backendContext: BackendContext, context: RequestContext) =>
        checkRequest(backendContext, context, executor),
      notFound: (_: BackendContext, { pathname }: RequestContext) => {
        throw noSuchPath(pathname)
      },
      methodNotAllowed: (_: BackendContext, { path, request }: RequestContext) => {
        requireMethod(requireSet(path), request.method)
      },
      validationFail: rejectInvalid,
    },
    // checkRequest has authenticated the request.
    { BearerKey: (_: BackendContext, context: RequestContext) => context.principal },
  )
  const deprecated = deprecationHeaders(contract, urls.public)
  const announce = (context: RequestContext, response: HttpResponse): HttpResponse => {
    const headersOf = deprecated.get(context.operation?.operationId ?? '')
    if (headersOf === undefined) return response
    const headers = headersOf({ query: context.given, headers: context.request.headers })
    return { ...response, headers: { ...response.headers, ...headers } }
  }
  return async (request) => {
    const context = createContext(request)
    const { path } = context
    if (request.method === 'OPTIONS' && path !== undefined) {
      return optionsResponse(path, urls.public)
    }
    const location = canonicalAddress(context, urls.public)
    if (location !== undefined) {
      return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
    }
    try {
      const backendRequest = backendRequestOf(context)
      context.backendRequest = backendRequest
      const response = (await backend.handleRequest(backendRequest, context)) as HttpResponse
      return announce(context, response)
    } catch (error) {
      const response = problemResponse(toProblem(error), {
        publicUrl: urls.public,
        requestId: request.id,
        traceparent: request.headers['traceparent'],
        path,
        operation: context.operation,
        url: request.url,
        views: prefersHtmlProblem(preferenceOf(context)) ? views.html : undefined,
      })
      return announce(context, response)
    }
  }
}

function createContext(request: HttpRequest): RequestContext {
  const { pathname, search } = splitUrl(request.url)
  const path = findPath(pathname)
  const { values, errors } = isQueryParsed(path, request.method)
    ? parseQueryString(search, operationOf(path, request.method))
    : NO_QUERY
  return { request, pathname, search, path, given: values, errors }
}

/**
 * Parameters without a value, as a form sends each field that a reader has left empty, and those by which other sites,
 * newsletters and advertisements count who follows their links.
 */
const EMPTY_OR_TRACKING =
  /^(?:[^=]*=?|(?:utm_\w+|(?:d|fb|g|tt|tw|y)clid|msclkid|[gw]braid|gad_\w+|srsltid|li_fat_id|igsh(?:id)?|mc_[ce]id|_hs(?:enc|mi)|_g[al])=.*)$/

/**
 * The address of a page without empty and tracking parameters. Undefined for a request without any, and for a program, for which
 * they are errors.
 */
function canonicalAddress(context: RequestContext, publicUrl: string): string | undefined {
  const { path, pathname, search } = context
  if (search === '' || path === undefined) return undefined
  if (!prefersHtmlProblem(preferenceOf(context))) return undefined
  const given = search.split('&')
  const kept = given.filter((pair) => !EMPTY_OR_TRACKING.test(pair))
  if (kept.length === given.length) return undefined
  const page = pathname === `${apiRoot}/` ? '/' : pathname
  const query = kept.length === 0 ? '' : `?${kept.join('&')}`
  return `${new URL(publicUrl).pathname.replace(/\/$/, '')}${page}${query}`
}

/** A HEAD request is one to the operation of GET. */
const routedMethod = (method: string): string => (method === 'HEAD' ? 'GET' : method)

function operationOf(path: ContractPath | undefined, method: string): Operation | undefined {
  return path?.operations[routedMethod(method).toLowerCase()]
}

function backendRequestOf({ request, path, pathname, given }: RequestContext): BackendRequest {
  const operation = operationOf(path, request.method)
  return {
    method: routedMethod(request.method),
    path: pathname,
    query: operation === undefined ? given : withArrays(operation, given),
    headers: request.headers as Record<string, string>,
    params: path && operation ? parametersIn(path, pathname) : {},
    // checkRequest sets it.
    body: undefined,
  }
}

/** Makes the full response, for HEAD too. src/http chooses its encoding and then handles If-None-Match. */
async function run<Dependencies>(
  operation: AnyOperation<Dependencies>,
  { executor, urls, views }: Runtime<Dependencies>,
  backendContext: BackendContext,
  context: RequestContext,
): Promise<HttpResponse> {
  if (context.errors.length > 0) throw invalidRequest(context.errors)
  const { request, principal, pathname, search, mediaType } = context
  const input = inputOf(backendContext, context)
  const validated: ValidatedRequest = { backendContext, context, input }
  const target = {
    operation: requireSet(context.operation),
    path: requireSet(context.path),
    url: `${urls.public}${pathname}`,
    search,
    view: viewOf(mediaType, views),
    isPrivate: principal !== undefined,
    stream: request.stream,
  }
  if (request.method === 'GET' || request.method === 'HEAD') {
    const { reply, parts } = await executor.read(validated, async (dependencies) => {
      const read = await operation(input, dependencies)
      return { reply: read, parts: await partsOf(read, dependencies) }
    })
    return successResponse({ ...target, parts }, reply)
  }
  const write = async (dependencies: Dependencies): Promise<HttpResponse> =>
    successResponse(target, await operation(input, dependencies))
  const response = isStreamed(target.operation)
    ? await executor.stream(validated, write)
    : await executor.write(validated, write)
  return { ...response, operationId: target.operation.operationId }

  /** In the turn of the request, and after the response cache knows the data version: like the body, never stale. */
  function partsOf(reply: Reply<OperationId>, dependencies: Dependencies) {
    if (target.view !== views.html) return undefined
    const { operationId } = target.operation
    const body = () => bodyOf(reply)
    return views.readParts?.(
      { operationId, path: input.path, given: context.given, body },
      dependencies,
    )
  }
}

function viewOf(
  mediaType: string | undefined,
  { html, calendar }: Pick<Views, 'html' | 'calendar'>,
): View | undefined {
  if (mediaType === HTML_TYPE) return html
  return mediaType === CALENDAR_TYPE ? calendar : undefined
}

/** The input of an operation. openapi-backend has coerced its parameters and added their defaults. */
function inputOf({ request }: BackendContext, context: RequestContext): Input<OperationId> {
  const { given, header, mediaType, principal, backendRequest } = context
  return {
    ifNoneMatch: context.request.headers['if-none-match'],
    path: request.params,
    query: { ...request.query, ...calendarLimit(context) },
    given,
    header: header ?? {},
    mediaType,
    body: backendRequest?.body,
    requestId: context.request.id,
    traceId: traceIdOf(context.request.id, context.request.headers['traceparent']),
    signal: context.request.signal,
    principal,
  }
}

/** A calendar program follows no links: unless it names a limit, it gets as many records as a page can have. */
function calendarLimit({ mediaType, given, operation }: RequestContext): { limit?: number } {
  if (mediaType !== CALENDAR_TYPE || given['limit'] !== undefined) return {}
  const { maximum } = requireSet(parametersOf(requireSet(operation), 'query').get('limit')).schema
  return { limit: requireSet(maximum) }
}

/**
 * An unknown path is reported before any error in the method, the credential, the parameters or the media types.
 * @param pathname for the hint to a client whose base URL lacks the root of the API.
 */
export function noSuchPath(pathname?: string): Problem {
  const isBelowRoot = pathname !== undefined && findPath(`${apiRoot}${pathname}`) !== undefined
  const remedy = isBelowRoot ? ` The paths of the API begin with ${apiRoot}/.` : ''
  return new Problem('not_found', `There is nothing at this path.${remedy}`)
}
