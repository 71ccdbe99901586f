import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { components } from '../../generated/v1.ts'
import { addFormats } from './formats.ts'
import { contract, resolve, type Operation, type Response } from './document.ts'

/** Thrown instead of letting out what the contract does not describe. */
export class ContractViolation extends Error {
  constructor(what: string, where: string) {
    super(`${what} would have been outside the contract: ${where}`)
    this.name = 'OutsideContract'
  }
}

const CONTRACT_ID = 'contract'

type Component = keyof components['schemas']

const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false }))
const closedContract = closed(contract) as typeof contract
ajv.addSchema({ ...closedContract, $id: CONTRACT_ID })

/** The published schemas are open, so that they can grow; what leaves today is described today. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (node === null || typeof node !== 'object') return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  return copy['type'] === 'object' ? { ...copy, additionalProperties: false } : copy
}

/**
 * Holds a value against a named schema of the contract.
 * @throws OutsideContract naming the place, never the value.
 */
type ValidateComponent = (name: Component, value: unknown) => void

/** By the schemas of the contract. */
export const validateComponent = validatorOfComponents(CONTRACT_ID)

/**
 * A ValidateComponent with other schemas under some of the names.
 * @param id names this set of schemas.
 */
export function componentValidator(
  id: string,
  replaced: Partial<Record<Component, object>>,
): ValidateComponent {
  const { schemas } = closedContract.components
  ajv.addSchema({ components: { schemas: { ...schemas, ...replaced } }, $id: id })
  return validatorOfComponents(id)
}

/**
 * The value of a JSON text.
 * @throws OutsideContract for what is no JSON.
 */
export function parseComponent(name: Component, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new ContractViolation(name, '/ is no JSON')
  }
}

function validatorOfComponents(id: string): ValidateComponent {
  return (name, value) => {
    const validate = ajv.getSchema(`${id}#/components/schemas/${name}`)
    if (validate === undefined) throw new Error(`The contract has no schema ${name}`)
    if (validate(value) !== true) throw new ContractViolation(name, placeOf(validate.errors))
  }
}

function placeOf(errors: ValidateFunction['errors']): string {
  const [error] = errors ?? []
  return `${error?.instancePath || '/'} ${error?.message ?? ''}`
}

/** By operation, status and media type; compiled on first use. */
const validators = new Map<string, ValidateFunction>()

/**
 * Holds a response body against the contract.
 * @throws OutsideContract naming the place, never the value, which may be anybody's data.
 */
export function validateResponse(
  operation: Operation,
  status: number,
  mediaType: string,
  body: unknown,
): void {
  const validate = validatorOf(operation, status, mediaType)
  if (validate(body)) return
  throw new ContractViolation(`${operation.operationId}, ${status}`, placeOf(validate.errors))
}

function validatorOf(operation: Operation, status: number, mediaType: string): ValidateFunction {
  const key = `${operation.operationId} ${status} ${mediaType}`
  const known = validators.get(key)
  if (known !== undefined) return known
  const compiled = compile(operation, status, mediaType)
  validators.set(key, compiled)
  return compiled
}

function compile(operation: Operation, status: number, mediaType: string): ValidateFunction {
  const response = operation.responses[status]
  const schema = response && (resolve(response) as Response).content?.[mediaType]?.schema
  if (schema?.$ref === undefined) {
    throw new ContractViolation(
      `${operation.operationId}, ${status}`,
      `no ${mediaType} is described`,
    )
  }
  return ajv.compile({ $ref: `${CONTRACT_ID}${schema.$ref}` })
}
