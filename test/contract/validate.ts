import type { Answer } from '../../scripts/contract/judge/answer.ts'
import { judgeOf } from '../../scripts/contract/judge/judge.ts'
import { contract } from './document.ts'

export interface Verdict {
  /** Violations of the contract; empty for a valid response. */
  readonly faults: string[]
  /** The documented responses that it matches, as `listEvents 200 application/json`. */
  readonly reached: readonly string[]
}

const validateByContract = judgeOf(contract)

/** Validates a response against openapi/v1.yaml alone, as `npm run contract` does. */
export function validate(answer: Answer): Verdict {
  const { faults, reached } = validateByContract(answer)
  return { faults: faults.map(({ message, place }) => `${message} (#${place})`), reached }
}
