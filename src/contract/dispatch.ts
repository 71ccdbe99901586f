import type { Context as Call } from 'openapi-backend'
import { Problem, toProblem } from '../problem.ts'
import { parseIdempotencyKey } from '../writing/idempotency-key.ts'
import { requestFingerprint, writeOnce, type RequestIdentity } from '../writing/write-once.ts'
import { prefersPage } from './accept.ts'
import { admit } from './admit.ts'
import {
  optionsAnswer,
  problemAnswer,
  successAnswer,
  unlessKnown,
  type HttpAnswer,
} from './answers.ts'
import { createBackend } from './backend.ts'
import type { OperationId } from './document.ts'
import { acceptOf, known, type Exchange, type HttpRequest } from './exchange.ts'
import type { Context, Input, Operations, Reply } from './operation-types.ts'
import { refuse } from './refuse.ts'
import { invalidRequest } from './parameter-faults.ts'
import type { Pages } from './pages.ts'
import { findPath } from './paths.ts'
import { parseQueryString } from './query-string.ts'
import { requireMethod, splitUrl } from './request-head.ts'

/** Answers an API request; never throws. */
export type Dispatch = (request: HttpRequest) => Promise<HttpAnswer>

type AnyOperation = (input: Input<OperationId>, context: Context) => Promise<Reply<OperationId>>

/** Connects the contract with the operations. */
export async function createDispatch(
  operations: Operations,
  context: Context,
  pages: Pages,
): Promise<Dispatch> {
  const backend = await createBackend(
    {
      postRoutingHandler: (call: Call, exchange: Exchange) => admit(call, exchange, context.db),
      notFound: noSuchPath,
      methodNotAllowed,
      validationFail: refuse,
      ...operationHandlers(operations, context, pages),
    },
    // Judged when the request was admitted.
    { BearerKey: (_call: Call, exchange: Exchange) => exchange.principal },
  )
  return async (request) => {
    const exchange = exchangeOf(request)
    const { path, pathname } = exchange
    if (request.method === 'OPTIONS' && path !== undefined) return optionsAnswer(path)
    try {
      const call = {
        method: request.method === 'HEAD' ? 'GET' : request.method,
        path: pathname,
        query: { ...exchange.given },
        headers: request.headers as Record<string, string>,
        // Set when the request is admitted.
        body: undefined,
      }
      exchange.call = call
      return (await backend.handleRequest(call, exchange)) as HttpAnswer
    } catch (error) {
      const { operation } = exchange
      const { public: publicUrl } = context.urls
      const place = { publicUrl, requestId: request.id, path, operation, url: request.url }
      const shownBy = prefersPage(acceptOf(exchange)) ? pages : undefined
      return problemAnswer(toProblem(error), { ...place, pages: shownBy })
    }
  }
}

function exchangeOf(request: HttpRequest): Exchange {
  const { pathname, search } = splitUrl(request.url)
  const { values, faults } = parseQueryString(search)
  return { request, pathname, path: findPath(pathname), given: values, faults }
}

/** The one place where types are taken on trust: the map's type has matched ids and functions. */
function operationHandlers(operations: Operations, context: Context, pages: Pages) {
  return Object.fromEntries(
    Object.entries(operations as unknown as Record<string, AnyOperation>).map(([id, operation]) => [
      id,
      (call: Call, exchange: Exchange) => run(operation, call, exchange, context, pages),
    ]),
  )
}

/**
 * What reads is answered with 304 where it can be. What writes is done in one transaction with the
 * validation of its answer: what the contract does not allow to be told is not written either.
 */
async function run(
  operation: AnyOperation,
  call: Call,
  exchange: Exchange,
  context: Context,
  pages: Pages,
): Promise<HttpAnswer> {
  if (exchange.faults.length > 0) throw invalidRequest(exchange.faults)
  const { request, principal, pathname } = exchange
  const input = inputOf(call, exchange)
  const asked = {
    operation: known(exchange.operation),
    path: known(exchange.path),
    url: `${context.urls.public}${pathname}`,
    search: splitUrl(request.url).search,
    pages: prefersPage(acceptOf(exchange)) ? pages : undefined,
    isPrivate: principal !== undefined,
  }
  if (request.method === 'GET' || request.method === 'HEAD') {
    const answer = successAnswer(asked, await operation(input, context))
    return unlessKnown(answer, request.headers['if-none-match'])
  }
  const answer = await writeOnce(context.db, identityOf(exchange), async (trx) =>
    successAnswer(asked, await operation(input, { ...context, db: trx })),
  )
  return { ...answer, operationId: asked.operation.operationId }
}

/** openapi-backend reads the path anew after validation, and as text: the integers are kept apart. */
function inputOf({ request, validation }: Call, exchange: Exchange): Input<OperationId> {
  const { params } = validation.coerced as { params?: object }
  const { given, header, principal, call } = exchange
  return {
    path: params ?? {},
    query: request.query,
    given,
    header: header ?? {},
    body: call?.body,
    principal,
  } as Input<OperationId>
}

/** Undefined for a request that does not ask to be remembered. */
function identityOf({
  operation,
  principal,
  header,
  request,
}: Exchange): RequestIdentity | undefined {
  const key = parseIdempotencyKey(header?.['Idempotency-Key'])
  if (key === undefined) return undefined
  const { operationId } = known(operation)
  return {
    ownerId: known(principal).userId,
    key,
    fingerprint: requestFingerprint(operationId, request.body ?? Buffer.alloc(0)),
  }
}

function noSuchPath(): never {
  throw new Problem('not_found', 'There is nothing at this path.')
}

function methodNotAllowed(_call: Call, { request, path }: Exchange): void {
  requireMethod(known(path), request.method)
}
