import type { ReceivedResponse } from '../../scripts/contract/validate/received-response.ts'
import { validatorOf } from '../../scripts/contract/validate/validate-response.ts'
import { contract } from './document.ts'

interface ValidationResult {
  /** Violations of the contract; empty for a valid response. */
  readonly errors: string[]
  /** The documented responses that it matches, as `listEvents 200 application/json`. */
  readonly reached: readonly string[]
}

const validateByContract = validatorOf(contract)

/** Validates a response against openapi/v1.yaml alone, as `npm run contract` does. */
export function validate(response: ReceivedResponse): ValidationResult {
  const { errors, reached } = validateByContract(response)
  return { errors: errors.map(({ message, place }) => `${message} (#${place})`), reached }
}
