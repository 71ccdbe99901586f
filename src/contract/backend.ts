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
import { addMaximumDecimals } from '../request-body/maximum-decimals.ts'
import { findPath } from './paths.ts'
import { addRequestFormats } from './formats.ts'

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
  memoizeRouting(backend)
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
 * For every request the router lists all operations, compiles an expression for each of them, and parses
 * the request four times. What dispatch takes in all, in microseconds (Node 20, in one process by turns,
 * of each the quickest of 400 rounds):
 *
 * |                    | one artwork | a list page | an unknown path |
 * | as here            |           9 |          11 |              10 |
 * | parsed by it       |          44 |          37 |              13 |
 * | matched by it      |         420 |          94 |             216 |
 *
 * A whole request for one artwork takes 125, so neither can be left to it. All else that the router does
 * is done when the service starts, and left alone.
 */
function memoizeRouting({ router }: OpenAPIBackend): void {
  const match = router.matchOperation.bind(router)
  const outcomes = new Map<string, Operation | Error>()
  router.matchOperation = (request: Request) => {
    // All that the outcome depends on, that there is no such path or method included.
    const key = `${request.method} ${findPath(request.path)?.template}`
    const outcome = outcomes.get(key) ?? attempt(() => match(request, true))
    outcomes.set(key, outcome)
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  router.parseRequest = parseRequest
}

function attempt<Result>(work: () => Result): Result | Error {
  try {
    return work()
  } catch (error) {
    return error as Error
  }
}

/**
 * What the router reads of a request, given one that dispatch has parsed. Copies, because the
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
