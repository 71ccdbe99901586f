import { Ajv2020 } from 'ajv/dist/2020.js'
import { OpenAPIBackend, ValidationContext, type Options } from 'openapi-backend'
import { apiRoot, contract } from './document.ts'
import { addMaximumDecimals } from '../body/maximum-decimals.ts'
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
    definition: structuredClone(contract) as never,
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
  memoiseOperations(backend)
  return backend
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
    allErrors: true,
    coerceTypes: isParameters,
    useDefaults: isParameters,
    // For the words of a fault.
    verbose: true,
  })
  // The type is that of AJV's older dialect; the instance differs in the dialect alone.
  return addMaximumDecimals(addRequestFormats(ajv)) as never
}

/** The router makes its list of operations anew for every request, which is half of its work. */
function memoiseOperations({ router }: OpenAPIBackend): void {
  const operations = router.getOperations()
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  router.getOperations = () => operations
  router.getOperation = (operationId) => byId.get(operationId)
}
