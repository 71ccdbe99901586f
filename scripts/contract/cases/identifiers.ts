import type { Contract, Operation } from '../judge/contract.ts'
import type { Case } from '../run/case.ts'

/** What is no plain positive number, or too great a one. */
const ODD_IDS = ['0', '-1', '+1', '01', '1.0', '1e1', '0x1', 'abc', '%201', '9223372036854775808']

/** Ids that no record has: each is answered with 404. */
export function identifierCases(contract: Contract, operation: Operation): Case[] {
  const { schema = {} } = operation.parameters.find((each) => each.in === 'path') ?? {}
  const { maximum } = contract.resolve(schema)
  const outside = maximum === undefined ? [] : [String(maximum + 1)]
  return [
    {
      group: operation.id,
      name: 'answers 404 to an id that is none',
      run: async (trial) => {
        for (const id of [...ODD_IDS, ...outside]) {
          const url = `${contract.apiRoot}${operation.template.replace('{id}', id)}`
          await trial.expect(operation, { url }, 404)
        }
      },
    },
  ]
}
