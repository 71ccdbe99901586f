import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  OpenAPIBackend,
  OpenAPIRouter,
  type OpenAPIValidator,
  ValidationContext,
  type Operation,
  type Options,
  type ParsedRequest,
  type Request,
} from 'openapi-backend'
import { apiRoot, contract, defaultOf, type ContractDocument } from './document.ts'
import { addContractKeywords, addRequestFormats } from '../request-body/contract-keywords.ts'
import { findPath } from './paths.ts'

type Handlers = NonNullable<Options['handlers']>
type SecurityHandlers = NonNullable<Options['securityHandlers']>
type AjvOptions = ConstructorParameters<typeof Ajv2020>[0]

/** One object, because openapi-backend resolves the references of the same one only once. */
const DEFINITION = withDefaults(contract)

/**
 * openapi-backend on the OpenAPI 3.1 contract. It routes a request, validates it and calls the handler
 * named by its operationId. response-validator.ts validates responses, because it also checks their media
 * type.
 */
export async function createBackend(
  handlers: Handlers,
  securityHandlers: SecurityHandlers,
): Promise<OpenAPIBackend> {
  const backend = new MemoizedBackend({
    definition: DEFINITION as never,
    apiRoot,
    strict: true,
    // openapi-backend validates against OpenAPI 3.0 only; `npm run check` validates against 3.1.
    quick: true,
    // Otherwise no path that ends in a slash would match.
    ignoreTrailingSlashes: false,
    coerceTypes: true,
    customizeAjv,
    handlers,
    securityHandlers,
  })
  return backend.init()
}

/**
 * Those of the contract by operation, each compiled on first use. A process that makes several backends, as one that runs
 * tests, compiles them once.
 */
const requestValidators: OpenAPIValidator['requestValidators'] = {}

/** openapi-backend with a router whose cost per request does not grow with the number of operations. */
class MemoizedBackend extends OpenAPIBackend {
  override async init(): Promise<this> {
    await super.init()
    this.validator.requestValidators = requestValidators
    const { definition, apiRoot: root } = this
    this.router = new MemoizedRouter({ definition, apiRoot: root, ignoreTrailingSlashes: false })
    this.validator.router = this.router
    return this
  }
}

/**
 * OpenAPIRouter lists all operations on every request, compiles a regular expression for each, and parses
 * the request four times. Duration of the whole dispatch in microseconds (Node 20, measured alternately in
 * one process, the fastest of 400 rounds each):
 *
 * |                          | one artwork | a list page | an unknown path |
 * | both methods overridden  |           9 |          11 |              10 |
 * | without parseRequest     |          44 |          37 |              13 |
 * | without matchOperation   |         420 |          94 |             216 |
 *
 * A whole request for one artwork takes 125 microseconds, so both methods are overridden. OpenAPIRouter's
 * other methods run only when the service starts.
 */
class MemoizedRouter extends OpenAPIRouter {
  private readonly outcomes = new Map<string, Operation | Error>()

  override matchOperation(request: Request): Operation {
    // The outcome, including 404 and 405, depends on nothing else.
    const key = `${request.method} ${findPath(request.path)?.template}`
    let outcome = this.outcomes.get(key)
    if (outcome === undefined) {
      outcome = this.attemptMatch(request)
      this.outcomes.set(key, outcome)
    }
    if (outcome instanceof Error) throw outcome
    return outcome
  }

  private attemptMatch(request: Request): Operation | Error {
    try {
      return super.matchOperation(request, true)
    } catch (error) {
      return error as Error
    }
  }

  /**
   * Reads a request that dispatch has already parsed. Copies the parameters, because validation coerces
   * them and fills in defaults. The contract has no cookie or JSON parameters.
   */
  override parseRequest({ method, path, headers, params, query, body }: Request): ParsedRequest {
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
}

/**
 * Copies the contract with each `x-default` as `default`. The contract has `x-default` in named enums, because
 * some SDK generators turn a `default` there into code that does not compile.
 */
function withDefaults(document: ContractDocument): ContractDocument {
  const copy = structuredClone(document)
  for (const schema of Object.values(copy.components.schemas)) {
    const value = defaultOf(schema)
    if (value !== undefined) Object.assign(schema, { default: value })
  }
  return copy
}

/**
 * Parameters are text, so AJV coerces them and fills in their defaults. A body is validated unchanged: "5"
 * is not 5, and a missing field gets no default.
 */
function customizeAjv(_ajv: unknown, options: unknown, context?: ValidationContext): never {
  const isParameters = context === ValidationContext.Params
  const ajv = new Ajv2020({
    ...(options as AjvOptions),
    strict: false,
    // `npm run check` validates the contract, so startup skips it.
    validateSchema: false,
    allErrors: true,
    coerceTypes: isParameters,
    useDefaults: isParameters,
    // The error messages quote the schema.
    verbose: true,
  })
  // openapi-backend expects the type of AJV's older dialect; the instances differ in the dialect only.
  return addContractKeywords(addRequestFormats(ajv)) as never
}
