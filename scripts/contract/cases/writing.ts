import type { Contract, Operation } from '../judge/contract.ts'
import type { Case, Chain } from '../run/case.ts'
import type { Trial } from '../run/trial.ts'
import type { Survey } from '../survey.ts'
import { writingOf, type Writing } from '../values/valid-body.ts'
import { authorized, targetOf } from './author.ts'
import { bodyRefusalCases } from './body-refusals.ts'
import { creationCases, relatedRecordCase } from './creation.ts'
import { draftCases } from './drafts.ts'
import { lifeCycle } from './life-cycle.ts'

/** Everything that writes, or tries to. */
export function writingChains(contract: Contract, survey: Survey, title: string): Chain[] {
  return contract.operations
    .filter(({ method, requestBody }) => method === 'POST' && requestBody !== undefined)
    .map((operation) => {
      const writing = writingOf(contract, survey, operation, title)
      if (writing === undefined) return [impossible(operation)]
      return creatingChain(contract, survey, writing, title)
    })
}

function impossible({ id: group }: Operation): Case {
  return {
    group,
    name: 'takes a record',
    run: async (trial) => trial.skip('a record that it must name is missing in its list'),
  }
}

/** What is refused first, so that a service which takes anything is noticed before it has a record. */
function creatingChain(contract: Contract, survey: Survey, writing: Writing, title: string): Chain {
  const url = `${contract.apiRoot}${writing.operation.template}`
  const permission = permissionCheck(writing, url)
  const find = (trial: Trial) => {
    permission.require(trial)
    return targetOf(writing, url)
  }
  const rest = contract.operations.filter(
    ({ template }) => template === `${writing.operation.template}{id}/`,
  )
  const canDelete = rest.some(({ method }) => method === 'DELETE')
  const state = { url: '', etag: '', oldEtag: '' }
  const life = { writing, title, operations: rest, state }
  return [
    permission.check,
    ...bodyRefusalCases(contract, writing, find),
    ...relatedRecordCase(writing, find),
    ...creationCases(writing, find, canDelete, state),
    ...draftCases(contract, life),
    ...(canDelete ? lifeCycle(contract, survey, life) : []),
  ]
}

/** Whether the key may write here; what follows is skipped when it may not. */
function permissionCheck({ operation }: Writing, url: string) {
  const { id: group } = operation
  let isDenied = false
  const scopes = operation.security.flatMap((each) => Object.values(each).flat()).join(', ')
  const require = (trial: Trial): void => {
    if (isDenied) trial.skip(`the key has not the scope ${scopes}`)
  }
  const check: Case = {
    group,
    name: 'looks at the scope of the key before the body',
    run: async (trial) => {
      const headers = authorized(trial, { 'content-type': 'application/json' })
      const sent = { method: operation.method, url, headers, body: '{}' }
      const answer = await trial.expect(operation, sent, 400, 403)
      isDenied = answer.status === 403
    },
  }
  return { check, require }
}
