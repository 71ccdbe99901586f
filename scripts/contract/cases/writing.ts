import { greatest, idsOf, JSON_TYPE, pageOf, query } from '../collection.ts'
import { draftsOf, listOfDrafts } from '../drafts.ts'
import { casesOf, type Case, type Chain, type Trial } from '../run.ts'
import type { Survey } from '../survey.ts'
import { createsSecret, type Contract } from '../validate/contract.ts'
import { isDraft, writingOf, type Writing } from '../values.ts'
import { authorized } from './author.ts'
import { batchCases, isBatch } from './batches.ts'
import { bodyErrorCases } from './body-errors.ts'
import { creationCases, relatedRecordCase, type RecordState } from './creation.ts'
import { lifeCycle, requireRecord } from './life-cycle.ts'

const SECRET = 'its response has a secret, which this program neither creates nor reports'

/** Every case that writes, or attempts to. */
export function writingChains(contract: Contract, survey: Survey, title: string): Chain[] {
  // One chain, because a user sends one batch at a time.
  const batches = contract.operations
    .filter(isBatch)
    .flatMap((operation) => batchCases(contract, survey, operation, title))
  const creations = contract.operations
    // Other bodies, such as files, are not tried.
    .filter(
      ({ method, requestBody: body }) => method === 'POST' && JSON_TYPE in (body?.content ?? {}),
    )
    .map((operation) => {
      // A report shows responses, and a run that is killed leaves what it has created.
      if (createsSecret(operation)) {
        return casesOf(operation.id, {
          'accepts a record': async (trial) => trial.skip(SECRET),
        })
      }
      const writing = writingOf(contract, survey, operation, title)
      if (writing !== undefined) return creatingChain(contract, survey, writing, title)
      return casesOf(operation.id, {
        'accepts a record': async (trial) =>
          trial.skip('its list has no record that it must name and the key may use'),
      })
    })
  return [batches, ...creations]
}

/** Rejections come first: a service that accepts anything is noticed before it has a record. */
function creatingChain(contract: Contract, survey: Survey, writing: Writing, title: string): Chain {
  const { template } = writing.operation
  const url = `${contract.apiRoot}${template}`
  const permission = permissionCheck(writing, url)
  const find = (trial: Trial) => {
    permission.require(trial)
    return { ...writing, url }
  }
  const changes = contract.operations.filter((each) => each.template === `${template}{id}/`)
  const retrieve = changes.find(({ method }) => method === 'GET')
  const remove = changes.find(({ method }) => method === 'DELETE')
  const state = { url: '', etag: '', oldEtag: '', isDenied: false }
  const isHidden = isDraft(writing) && remove !== undefined
  return [
    ...permission.cases,
    ...bodyErrorCases(contract, writing, find),
    ...relatedRecordCase(writing, find),
    ...creationCases(writing, find, isHidden, state),
    ...draftCases(contract, writing, state),
    ...(retrieve !== undefined && remove !== undefined
      ? lifeCycle(contract, survey, { writing, title, retrieve, remove, changes, state })
      : []),
  ]
}

/** Whether the key may write here; later cases are skipped when it may not. */
function permissionCheck({ operation }: Writing, url: string) {
  let isDenied = false
  const scopes = operation.security.flatMap((each) => Object.values(each).flat()).join(', ')
  const require = (trial: Trial): void => {
    if (isDenied) trial.skip(`the key has not the scope ${scopes}`)
  }
  const cases = casesOf(operation.id, {
    'checks the scope of the key before the body': async (trial) => {
      const headers = authorized(trial, { 'content-type': 'application/json' })
      const sent = { method: operation.method, url, headers, body: '{}' }
      const response = await trial.expect(operation, sent, 400, 403)
      isDenied = response.status === 403
    },
  })
  return { cases, require }
}

/** Drafts in their list, as the parameter `publish_status` describes them. */
function draftCases(contract: Contract, writing: Writing, state: RecordState): Case[] {
  const { operation } = writing
  const url = `${contract.apiRoot}${operation.template}`
  const list = listOfDrafts(contract, url)
  if (list === undefined || !isDraft(writing)) return []
  const place = '/components/parameters/StatusFilter'
  const requireId = (trial: Trial): number =>
    Number(/(\d+)\/$/.exec(requireRecord(trial, { state }).url)?.[1])
  return casesOf(operation.id, {
    'lists drafts for their author': async (trial) => {
      const id = requireId(trial)
      const headers = authorized(trial)
      const drafts = await draftsOf(contract, list, (each) =>
        trial.expect(list, { url: each, headers }, 200),
      )
      const others = drafts.filter((one) => one['publish_status'] !== 'draft')
      const ids = others.map((one) => String(one['id'])).join(', ')
      trial.check(others.length === 0, `Among the drafts are others: ${ids}`, place)
      const isThere = drafts.some((one) => one['id'] === id)
      trial.check(isThere, `The draft ${id} is not among the drafts of its author`, place)
    },
    'lists no drafts unless they are requested': async (trial) => {
      const id = requireId(trial)
      const limit = greatest(contract, list, 'limit') ?? 1
      for (const headers of [{}, authorized(trial)]) {
        const response = await trial.expect(
          list,
          { url: `${url}${query({ limit })}`, headers },
          200,
        )
        const isHidden = !idsOf(pageOf(response)).includes(id)
        trial.check(isHidden, `The draft ${id} is among what is published`, place, response)
      }
    },
  })
}
