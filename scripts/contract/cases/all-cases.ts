import type { Contract, Operation, Path } from '../judge/contract.ts'
import type { Case, Chain } from '../run/case.ts'
import type { Survey } from '../survey.ts'
import { credentialCases } from './credentials.ts'
import { identifierCases } from './identifiers.ts'
import { methodCases } from './methods.ts'
import { negotiationCases } from './negotiation.ts'
import { orderingCases } from './orderings.ts'
import { pageCases } from './pages.ts'
import { queryParameterCases } from './query-parameters.ts'
import { recordCases } from './records.ts'
import { unknownPathCases } from './unknown-paths.ts'
import { writingChains } from './writing.ts'

/** Everything to try, made from the document and what the deployment holds. */
export function allChains(contract: Contract, survey: Survey): Chain[] {
  const reading = contract.paths.flatMap((path) => {
    const url = instanceOf(contract, survey, path)
    return [
      methodCases(contract, path, url),
      ...path.operations.map((operation) => operationCases(contract, operation, url)),
    ]
  })
  const lists = survey.collections.map((collection) => [
    ...pageCases(contract, collection),
    ...orderingCases(contract, collection),
    ...recordCases(contract, collection),
  ])
  return [unknownPathCases(contract), ...reading, ...lists, ...writingChains(contract, survey)]
}

function operationCases(contract: Contract, operation: Operation, url: string): Case[] {
  const credentials = credentialCases(operation, url)
  if (operation.method !== 'GET') return credentials
  return [
    ...queryParameterCases(contract, operation, url),
    ...(operation.template.includes('{id}') ? identifierCases(contract, operation) : []),
    ...negotiationCases(operation, url),
    ...credentials,
  ]
}

/** A path with the id of a record that is there, or 1 where there is none. */
function instanceOf({ apiRoot }: Contract, { collections }: Survey, { template }: Path): string {
  const collection = collections.find(({ list }) => template === `${list.template}{id}/`)
  const id = Number(collection?.records[0]?.['id'] ?? 1)
  return `${apiRoot}${template.replace('{id}', String(id))}`
}
