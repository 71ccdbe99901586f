import { greatest, idsOf, pageOf, query } from '../collection.ts'
import { draftsOf, listOfDrafts } from '../drafts.ts'
import type { Case, Chain, Trial } from '../run.ts'
import type { Survey } from '../survey.ts'
import type { Contract, Operation } from '../validate/contract.ts'
import { writingOf, type Writing } from '../values.ts'
import { authorized, targetOf } from './author.ts'
import { bodyErrorCases } from './body-errors.ts'
import { creationCases, relatedRecordCase } from './creation.ts'
import { lifeCycle, requireRecord, type Life } from './life-cycle.ts'

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

/** Rejections come first: a service that accepts anything is noticed before it has a record. */
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
    ...bodyErrorCases(contract, writing, find),
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

/** Who finds a draft in its list, as the section "States" of the document says. */
function draftCases(contract: Contract, life: Life): Case[] {
  const { apiRoot } = contract
  const url = `${apiRoot}${life.writing.operation.template}`
  const list = listOfDrafts(contract, url)
  if (list === undefined || life.writing.body['publish_status'] !== 'draft') return []
  const { id: group } = life.writing.operation
  const place = '/components/parameters/StatusFilter'
  return [
    {
      group,
      name: 'lists drafts for their author',
      run: async (trial) => {
        const id = idIn(requireRecord(trial, life).url)
        const headers = authorized(trial)
        const drafts = await draftsOf(contract, list, (each) =>
          trial.expect(list, { url: each, headers }, 200),
        )
        const others = drafts.filter((one) => one['publish_status'] !== 'draft')
        const ids = others.map((one) => String(one['id'])).join(', ')
        trial.claim(others.length === 0, `Among the drafts are others: ${ids}`, place)
        const isThere = drafts.some((one) => one['id'] === id)
        trial.claim(isThere, `The draft ${id} is not among the drafts of its author`, place)
      },
    },
    {
      group,
      name: 'lists drafts for nobody who does not ask for them',
      run: async (trial) => {
        const id = idIn(requireRecord(trial, life).url)
        const limit = greatest(contract, list, 'limit') ?? 1
        for (const headers of [{}, authorized(trial)]) {
          const sent = { url: `${url}${query({ limit })}`, headers }
          const answer = await trial.expect(list, sent, 200)
          const isHidden = !idsOf(pageOf(answer)).includes(id)
          trial.claim(isHidden, `The draft ${id} is among what is published`, place, answer)
        }
      },
    },
  ]
}

function idIn(url: string): number {
  return Number(/(\d+)\/$/.exec(url)?.[1])
}
