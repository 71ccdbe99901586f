import { createRequire } from 'node:module'
import type * as Validators from 'openapi-response-validator'
import { bodyOf, type ReceivedResponse } from '../../scripts/contract/validate/received-response.ts'
import { readText } from '../support/repository.ts'

// jest-openapi's validator reads the 3.0 copy as partners' tools do; the service never reads that copy.

interface Copy {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: Components
}
type Components = { readonly responses: Record<string, never> } & Record<
  string,
  Record<string, unknown>
>
interface Operation {
  readonly operationId: string
  readonly responses: Record<string, { readonly $ref: string }>
}

const { default: OpenAPIResponseValidator } = createRequire(import.meta.url)(
  'openapi-response-validator',
) as typeof Validators.default
type ResponseValidator = InstanceType<typeof OpenAPIResponseValidator>

const { paths, components } = JSON.parse(readText('generated/v1-3.0.json')) as Copy
const operations = new Map(
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
)
interface DocumentedResponse {
  readonly content?: Record<string, { readonly schema: object }>
}

/** By their schemas. */
const validators = new Map<string, ResponseValidator>()

/**
 * Violations of the 3.0 copy; empty for a valid response.
 * @param reached the documented responses that it matches, as `listEvents 200 application/json`.
 */
export function errorsByCopy(reached: readonly string[], response: ReceivedResponse): string[] {
  return reached.flatMap((documented) => {
    const [id = '', status = '', mediaType = ''] = documented.split(' ')
    // The 3.0 copy cannot describe lines of JSON.
    if (!/\bjson$/.test(mediaType)) return []
    const validator = validatorOf(operations.get(id)?.responses[status]?.$ref ?? documented)
    const { errors = [] } = validator.validateResponse('200', bodyOf(response)) ?? {}
    return (errors as { path: string; message: string }[]).map(
      ({ path, message }) => `${documented} by the 3.0 copy: ${path} ${message}`,
    )
  })
}

function validatorOf(reference: string): ResponseValidator {
  const name = reference.split('/').at(-1) ?? ''
  const response = components.responses[name]
  if (response === undefined) throw new Error(`The 3.0 copy has no response ${reference}`)
  // Most responses are problems, which have one schema.
  const { content = {} } = response as DocumentedResponse
  const schemas = JSON.stringify(Object.values(content).map(({ schema }) => schema))
  const validator =
    validators.get(schemas) ??
    new OpenAPIResponseValidator({
      responses: { 200: response },
      components: referredFrom(response),
    })
  validators.set(schemas, validator)
  return validator
}

/** The components that a node refers to, directly or not: the validator copies and reads all that it gets. */
function referredFrom(node: unknown): Components {
  const found: Record<string, Record<string, unknown>> = {}
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+)\/(\w+)"/g,
    )) {
      if (found[kind]?.[name] !== undefined) continue
      const component = components[kind]?.[name]
      found[kind] = { ...found[kind], [name]: component }
      visit(component)
    }
  }
  visit(node)
  return found as Components
}
