import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  OpenAPIBackend,
  ValidationContext,
  type Operation,
  type Options,
  type ParsedRequest,
  type Request,
} from 'openapi-backend'
import { apiRoot, contract, defaultOf, type ContractDocument } from './document.ts'
import { addMaximumDecimals } from '../body/maximum-decimals.ts'
import { findPath } from './paths.ts'
import { addRequestFormats } from './request-formats.ts'

type Handlers = NonNullable<Options['handlers']>
type SecurityHandlers = NonNullable<Options['securityHandlers']>
type AjvOptions = ConstructorParameters<typeof Ajv2020>[0]

/**
 * openapi-backend on our 3.1 document. It routes, validates requests and calls the handler that has
 * the operation's id; responses are validated by response-validator.ts, by media type as well.
 */
export async function createBackend(
  handlers: Handlers,
  securityHandlers: SecurityHandlers,
): Promise<OpenAPIBackend> {
  const backend = new OpenAPIBackend({
    definition: withDefaults(contract) as never,
    apiRoot,
    strict: true,
    // It knows 3.0 only and would refuse the document; `npm run check` holds it to the 3.1 schema.
    quick: true,
    // Or it would never find a path that ends in a slash.
    ignoreTrailingSlashes: false,
    coerceTypes: true,
    customizeAjv,
    handlers,
    securityHandlers,
  })
  await backend.init()
  shortenRouting(backend)
  return backend
}

/** `default` in a named enum is code that does not compile in some SDKs, so there it is `x-default`. */
function withDefaults(document: ContractDocument): ContractDocument {
  const copy = structuredClone(document)
  for (const schema of Object.values(copy.components.schemas)) {
    const value = defaultOf(schema)
    if (value !== undefined) Object.assign(schema, { default: value })
  }
  return copy
}

/**
 * Parameters are text, so they are coerced, and defaults are filled in for them. A body is held to its
 * schema as it is: "5" is not 5 there, and a missing field is not a default.
 */
function customizeAjv(_ajv: unknown, options: unknown, context?: ValidationContext): never {
  const isParameters = context === ValidationContext.Params
  const ajv = new Ajv2020({
    ...(options as AjvOptions),
    strict: false,
    // That the contract is valid is for its checks to say, not for every start.
    validateSchema: false,
    allErrors: true,
    coerceTypes: isParameters,
    useDefaults: isParameters,
    // For the words of a fault.
    verbose: true,
  })
  // The type is that of AJV's older dialect; the instance differs in the dialect alone.
  return addMaximumDecimals(addRequestFormats(ajv)) as never
}

/**
 * The router makes its list of operations anew for every request, holds the path against each of them,
 * and reads the request four times; that would be most of what a request costs before its operation.
 */
function shortenRouting({ router }: OpenAPIBackend): void {
  const operations = router.getOperations()
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  const match = router.matchOperation.bind(router)
  router.getOperations = () => operations
  router.getOperation = (operationId) => byId.get(operationId)
  // What no path or method of the contract fits is left to the router, which knows why.
  router.matchOperation = (request: Request, strict: boolean = false) =>
    operationOf(byId, request) ?? match(request, strict)
  router.parseRequest = parseRequest
}

function operationOf(
  byId: ReadonlyMap<string | undefined, Operation>,
  { path, method }: Request,
): Operation | undefined {
  const { operationId } = findPath(path)?.operations[method.toLowerCase()] ?? {}
  return byId.get(operationId)
}

/**
 * What the router reads of a request, given one that dispatch has taken apart. Copies, because the
 * validation coerces them and fills in defaults. The contract has no parameters that are cookies, lists
 * or JSON, which the router would look for.
 */
function parseRequest({ method, path, headers, params, query, body }: Request): ParsedRequest {
  return {
    method: method.toLowerCase(),
    path,
    headers,
    params: { ...params },
    query: { ...(query as object) },
    cookies: {},
    body,
    requestBody: body,
  }
}
