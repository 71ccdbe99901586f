import { isPublic, type Contract, type Operation, type Path } from '../validate/contract.ts'
import type { Case, Chain } from '../run.ts'
import type { Survey, SurveyedCollection } from '../survey.ts'
import {
  credentialCases,
  identifierCases,
  methodCases,
  negotiationCases,
  ownListCases,
  recordCases,
  unknownPathCases,
} from './requests.ts'
import { digestCases } from './digests.ts'
import { facetCases } from './facets.ts'
import { feedCases } from './feeds.ts'
import { orderingCases } from './orderings.ts'
import { pageCases } from './pages.ts'
import { queryParameterCases } from './query-parameters.ts'
import { writingChains } from './writing.ts'

export interface AllChains {
  readonly reading: readonly Chain[]
  readonly writing: readonly Chain[]
}

/** A day without exchange rates. */
const DAY = '1999-01-01'

/**
 * All cases, made from the document and the records of the deployment.
 * @param title of created records.
 */
export function allChains(contract: Contract, survey: Survey, title: string): AllChains {
  const reading = contract.paths.flatMap((path) => {
    const records = recordsOf(survey, path)
    // The id of a record that exists, or 1 where there is none.
    const id = String(Number(records?.records[0]?.['id'] ?? 1))
    const url = `${contract.apiRoot}${path.template.replace('{id}', id).replace('{date}', DAY)}`
    return [
      methodCases(path, url),
      ...path.operations.map((operation) =>
        withoutRecords(operationCases(contract, operation, url), records),
      ),
    ]
  })
  const lists = survey.collections.map((collection) => [
    ...pageCases(contract, collection),
    ...orderingCases(contract, collection),
    ...recordCases(contract, collection),
    ...digestCases(contract, collection),
    ...feedCases(contract, collection),
  ])
  return {
    reading: [unknownPathCases(contract), ...reading, ...lists],
    writing: writingChains(contract, survey, title),
  }
}

/** The list of the records at the path, or above it. */
function recordsOf({ collections }: Survey, { template }: Path): SurveyedCollection | undefined {
  return collections.find(({ list }) => template.startsWith(`${list.template}{id}/`))
}

/** A deployment may be empty: cases that need a record are skipped there. */
function withoutRecords(
  cases: readonly Case[],
  records: SurveyedCollection | undefined,
): readonly Case[] {
  if (records?.records.length !== 0) return cases
  const run: Case['run'] = async (trial) => trial.skip(`${records.list.id} has no records`)
  return cases.map((one) => (one.needsRecord ? { ...one, run } : one))
}

function operationCases(contract: Contract, operation: Operation, url: string): Case[] {
  const credentials = credentialCases(operation, url)
  // The other cases send no key.
  if (!isPublic(operation)) return [...credentials, ...ownListCases(operation, url)]
  if (operation.method !== 'GET') return credentials
  return [
    ...queryParameterCases(contract, operation, url),
    ...(operation.template.includes('{id}') ? identifierCases(contract, operation) : []),
    ...negotiationCases(operation, url),
    ...facetCases(contract, operation),
    ...credentials,
  ]
}
