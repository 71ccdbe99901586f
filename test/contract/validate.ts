import type { Answer } from '../../scripts/contract/validate/answer.ts'
import { validatorOf } from '../../scripts/contract/validate/validate-response.ts'
import { contract } from './document.ts'

export interface Verdict {
  /** Violations of the contract; empty for a valid response. */
  readonly faults: string[]
  /** The documented responses that it matches, as `listEvents 200 application/json`. */
  readonly reached: readonly string[]
}

const validateByContract = validatorOf(contract)

/** Validates a response against openapi/v1.yaml alone, as `npm run contract` does. */
export function validate(answer: Answer): Verdict {
  const { faults, reached } = validateByContract(answer)
  return { faults: faults.map(({ message, place }) => `${message} (#${place})`), reached }
}
