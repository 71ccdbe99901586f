import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { addFormats } from './formats.ts'
import { contract, resolve, type Operation, type Response } from './document.ts'

/** Thrown instead of letting out what the contract does not describe. */
export class OutsideContract extends Error {
  constructor(operationId: string, status: number, where: string) {
    super(`${operationId} would have answered ${status} outside the contract: ${where}`)
    this.name = 'OutsideContract'
  }
}

const CONTRACT_ID = 'contract'

const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false }))
ajv.addSchema({ ...(closed(contract) as object), $id: CONTRACT_ID })

/** The published schemas are open, so that they can grow; what leaves today is described today. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (node === null || typeof node !== 'object') return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  return copy['type'] === 'object' ? { ...copy, additionalProperties: false } : copy
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
  const [error] = validate.errors ?? []
  throw new OutsideContract(
    operation.operationId,
    status,
    `${error?.instancePath || '/'} ${error?.message ?? ''}`,
  )
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
    throw new OutsideContract(operation.operationId, status, `no ${mediaType} is described`)
  }
  return ajv.compile({ $ref: `${CONTRACT_ID}${schema.$ref}` })
}
