import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { components } from '../../generated/v1.ts'
import { addFormats } from '../request-body/contract-keywords.ts'
import { contract, resolve, type Operation, type Response } from './document.ts'

/** A value that the contract does not describe; thrown so that it is never sent. */
export class ContractViolation extends Error {
  constructor(subject: string, place: string) {
    super(`${subject} would have been outside the contract: ${place}`)
    this.name = 'ContractViolation'
  }
}

const CONTRACT_ID = 'contract'

type Component = keyof components['schemas']

const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false }))
const closedContract = closeSchemas(contract) as typeof contract
ajv.addSchema({ ...closedContract, $id: CONTRACT_ID })

/**
 * Forbids undescribed fields in all object schemas. The published schemas allow them, so that fields can be
 * added later.
 */
function closeSchemas(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeSchemas)
  if (node === null || typeof node !== 'object') return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, closeSchemas(value)]),
  )
  return copy['type'] === 'object' ? { ...copy, additionalProperties: false } : copy
}

/** By operation, status and media type. Each schema is compiled on first use, once: most of them are problems, which have one. */
const validators = new Map<string, ValidateFunction>()

/**
 * Validates a response body.
 * @throws ContractViolation with the place, never the value, which may be personal data.
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
  const validate = describedBy(operation, status, mediaType)
  validators.set(key, validate)
  return validate
}

function describedBy(operation: Operation, status: number, mediaType: string): ValidateFunction {
  const response = operation.responses[status]
  const content = response && (resolve(response) as Response).content?.[mediaType]?.schema
  const schema = content?.contentSchema ?? content
  if (schema?.$ref === undefined) {
    throw new ContractViolation(
      `${operation.operationId}, ${status}`,
      `no ${mediaType} is described`,
    )
  }
  return compiled(`${CONTRACT_ID}${schema.$ref}`)
}

/**
 * Validates a value against a named schema.
 * @throws ContractViolation with the place, never the value.
 */
type ValidateComponent = (name: Component, value: unknown) => void

/** Validates against the contract's own schemas. */
export const validateComponent = validateAgainst(CONTRACT_ID)

/**
 * Validates against the contract's schemas, some of them replaced.
 * @param id unique name of this set of schemas.
 */
export function componentValidator(
  id: string,
  replaced: Partial<Record<Component, object>>,
): ValidateComponent {
  const { schemas } = closedContract.components
  ajv.addSchema({ components: { schemas: { ...schemas, ...replaced } }, $id: id })
  return validateAgainst(id)
}

function validateAgainst(id: string): ValidateComponent {
  return (name, value) => {
    const validate = compiled(`${id}#/components/schemas/${name}`)
    if (!validate(value)) throw new ContractViolation(name, placeOf(validate.errors))
  }
}

function compiled(reference: string): ValidateFunction {
  const validate = ajv.getSchema(reference)
  if (validate === undefined) throw new Error(`The contract has no schema ${reference}`)
  return validate
}

function placeOf(errors: ValidateFunction['errors']): string {
  const [error] = errors ?? []
  return `${error?.instancePath || '/'} ${error?.message ?? ''}`
}

/** @throws ContractViolation for text that is not JSON. */
export function parseComponent(name: Component, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new ContractViolation(name, '/ is no JSON')
  }
}
