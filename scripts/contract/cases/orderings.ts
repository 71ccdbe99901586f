import type { Contract } from '../validate/contract.ts'
import type { ReceivedResponse } from '../validate/received-response.ts'
import { greatest, idsOf, pageOf, query, type Json } from '../collection.ts'
import { casesOf, type Case, type Trial } from '../run.ts'
import type { SurveyedCollection } from '../survey.ts'
import { sortValue, type SortValue } from '../values.ts'

const PLACE = '/info/description'

/** Every sort key in both directions, as the section "Ordering" of the document describes it. */
export function orderingCases(contract: Contract, collection: SurveyedCollection): Case[] {
  const { list, record } = collection
  const parameter = list.parameters.find(({ name }) => name === 'ordering')
  if (parameter === undefined) return []
  const { enum: values = [], 'x-default': usual } = contract.resolve(parameter.schema)
  const fields = contract.document.components.schemas[record]?.properties ?? {}
  const limit = greatest(contract, list, 'limit') ?? 1
  const ask = (trial: Trial, ordering?: string): Promise<ReceivedResponse> => {
    const search = query(ordering === undefined ? { limit } : { limit, ordering })
    return trial.expect(list, { url: `${contract.apiRoot}${list.template}${search}` }, 200)
  }
  const keys = values.map(String).filter((value) => !value.startsWith('-'))
  const cases = keys.map((key): [string, Case['run']] => [
    `orders by ${key}, and by -${key}`,
    async (trial) => {
      const up = await ask(trial, key)
      const down = await ask(trial, `-${key}`)
      // The order of a key that is not shown cannot be seen.
      if (key in fields) {
        checkOrder(trial, up, key, 1)
        checkOrder(trial, down, key, -1)
      }
      checkReverse(trial, up, down, key)
    },
  ])
  return casesOf(list.id, {
    ...Object.fromEntries(cases),
    ...(typeof usual === 'string' && {
      'uses the default order without the parameter': async (trial) => {
        const response = await ask(trial)
        const byDefault = await ask(trial, usual)
        const isSame = idsOf(pageOf(response)).join() === idsOf(pageOf(byDefault)).join()
        const message = `Without ordering it is not that of ${usual}`
        trial.check(isSame, message, PLACE, response)
      },
    }),
  })
}

/** By the key, nulls last, then by id in the same direction. */
function checkOrder(trial: Trial, response: ReceivedResponse, key: string, sign: 1 | -1): void {
  const { results } = pageOf(response)
  for (const [index, after] of results.entries()) {
    const before = results[index - 1]
    if (before === undefined || isInOrder(before, after, key, sign)) continue
    const shown = [before, after].map(
      (one) => `${JSON.stringify(one[key])} (id ${String(one['id'])})`,
    )
    return trial.fail(shown.join(' comes before '), PLACE, response)
  }
}

function isInOrder(before: Json, after: Json, key: string, sign: 1 | -1): boolean {
  const [first, second] = [sortValue(before[key]), sortValue(after[key])]
  // How other texts compare is the service's own.
  if (first === undefined || second === undefined) return true
  const order = compare(first, second, sign)
  return order < 0 || (order === 0 && sign * (Number(before['id']) - Number(after['id'])) < 0)
}

function compare(first: SortValue, second: SortValue, sign: 1 | -1): number {
  if (first === null || second === null) return Number(first === null) - Number(second === null)
  if (first === second) return 0
  return first < second ? -sign : sign
}

/**
 * A whole collection on one page is reversed: those with a value, then those without one, which look the
 * same where the key is not shown.
 */
function checkReverse(
  trial: Trial,
  up: ReceivedResponse,
  down: ReceivedResponse,
  key: string,
): void {
  const [ascending, descending] = [pageOf(up), pageOf(down)]
  const isWhole =
    ascending.count === ascending.results.length && descending.count === ascending.count
  if (!isWhole) return
  const [ids, wanted] = [idsOf(ascending), idsOf(descending).join()]
  const isReverse = [...ids, 0].some(
    (_, split) =>
      [...ids.slice(0, split).toReversed(), ...ids.slice(split).toReversed()].join() === wanted,
  )
  trial.check(isReverse, `-${key} is not the reverse of ${key}`, PLACE, down)
}
