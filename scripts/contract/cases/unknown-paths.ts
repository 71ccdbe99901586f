import type { Contract } from '../judge/contract.ts'
import type { Chain } from '../run/case.ts'

/** Below the root there is nothing but what the document describes. */
export function unknownPathCases({ apiRoot }: Contract): Chain {
  return [
    {
      group: 'other paths',
      name: 'answers 404 to a path that is not in the document',
      run: async (trial) => {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const answer = await trial.ask({ method, url: `${apiRoot}/contract-test/` })
          trial.claim(answer.status === 404, `${answer.status} for ${method}`, '/paths', answer)
        }
      },
    },
  ]
}
