import type { Answer } from '../../scripts/contract/validate/answer.ts'
import { validatorOf } from '../../scripts/contract/validate/validate-response.ts'
import { contract } from './document.ts'

export interface Verdict {
  /** What the contract does not allow; empty when all is well. */
  readonly faults: string[]
  /** Which documented responses this was, as `listEvents 200 application/json`. */
  readonly reached: readonly string[]
}

const judgeByContract = validatorOf(contract)

/** Holds an answer against openapi/v1.yaml and nothing else, as `npm run contract` does. */
export function judge(answer: Answer): Verdict {
  const { faults, reached } = judgeByContract(answer)
  return { faults: faults.map(({ message, place }) => `${message} (#${place})`), reached }
}
