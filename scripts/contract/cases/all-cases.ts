import type { Contract, Operation, Path } from '../validate/contract.ts'
import type { Case, Chain } from '../run.ts'
import type { Survey, SurveyedCollection } from '../survey.ts'
import {
  credentialCases,
  identifierCases,
  methodCases,
  negotiationCases,
  recordCases,
  unknownPathCases,
} from './requests.ts'
import { orderingCases } from './orderings.ts'
import { pageCases } from './pages.ts'
import { queryParameterCases } from './query-parameters.ts'
import { writingChains } from './writing.ts'

export interface AllChains {
  readonly reading: readonly Chain[]
  readonly writing: readonly Chain[]
}

/**
 * Everything to try, made from the document and what the deployment holds.
 * @param title what records that are made are called.
 */
export function allChains(contract: Contract, survey: Survey, title: string): AllChains {
  const reading = contract.paths.flatMap((path) => {
    const url = instanceOf(contract, survey, path)
    const empty = emptyListOf(survey, path)
    return [
      methodCases(contract, path, url),
      ...path.operations.map((operation) =>
        withoutRecords(operationCases(contract, operation, url), empty),
      ),
    ]
  })
  const lists = survey.collections.map((collection) => [
    ...pageCases(contract, collection),
    ...orderingCases(contract, collection),
    ...recordCases(contract, collection),
  ])
  return {
    reading: [unknownPathCases(contract), ...reading, ...lists],
    writing: writingChains(contract, survey, title),
  }
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
function instanceOf({ apiRoot }: Contract, survey: Survey, path: Path): string {
  const id = Number(collectionOf(survey, path)?.records[0]?.['id'] ?? 1)
  return `${apiRoot}${path.template.replace('{id}', String(id))}`
}

/** The operationId of the list that would have to hold a record, where it holds none. */
function emptyListOf(survey: Survey, path: Path): string | undefined {
  const collection = collectionOf(survey, path)
  return collection?.records.length === 0 ? collection.list.id : undefined
}

/** The list whose single records lie at the path. */
function collectionOf({ collections }: Survey, { template }: Path): SurveyedCollection | undefined {
  return collections.find(({ list }) => template === `${list.template}{id}/`)
}

/** A deployment may hold nothing yet: what wants a record is skipped there. */
function withoutRecords(cases: readonly Case[], emptyList: string | undefined): Case[] {
  const run: Case['run'] = async (trial) => trial.skip(`${emptyList} has no records`)
  return cases.map((one) => (one.needsRecord && emptyList !== undefined ? { ...one, run } : one))
}
