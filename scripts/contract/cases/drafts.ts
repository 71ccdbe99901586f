import type { Contract } from '../judge/contract.ts'
import { greatest, idsOf, pageOf, query } from '../collection.ts'
import { draftsOf, listOfDrafts } from '../drafts.ts'
import type { Case } from '../run/case.ts'
import { authorized } from './author.ts'
import { requireRecord, type Life } from './life.ts'

/** Who finds a draft in its list, as the section "States" of the document says. */
export function draftCases(contract: Contract, life: Life): Case[] {
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
