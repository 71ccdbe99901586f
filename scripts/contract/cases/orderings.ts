import type { Contract } from '../validate/contract.ts'
import type { Answer } from '../validate/answer.ts'
import type { Schema } from '../validate/document.ts'
import { greatest, idsOf, pageOf, query, type Json } from '../collection.ts'
import type { Case, Trial } from '../run.ts'
import type { SurveyedCollection } from '../survey.ts'
import { sortValue, type SortValue } from '../values.ts'

/** Every sort key in both directions, held against what the section "Ordering" of the document says. */
export function orderingCases(contract: Contract, collection: SurveyedCollection): Case[] {
  const { list, record } = collection
  const parameter = list.parameters.find(({ name }) => name === 'ordering')
  if (parameter === undefined) return []
  const { enum: values = [], 'x-default': usual } = contract.resolve(parameter.schema)
  const fields = contract.document.components.schemas[record]?.properties ?? {}
  const keys = values.map(String).filter((value) => !value.startsWith('-'))
  const ask = (trial: Trial, ordering?: string): Promise<Answer> => {
    const limit = greatest(contract, list, 'limit') ?? 1
    const parameters = ordering === undefined ? { limit } : { limit, ordering }
    return trial.expect(
      list,
      { url: `${contract.apiRoot}${list.template}${query(parameters)}` },
      200,
    )
  }
  const cases = keys.map((key): Case => {
    const run = async (trial: Trial): Promise<void> => {
      const up = await ask(trial, key)
      const down = await ask(trial, `-${key}`)
      checkOrder(trial, up, key, fields[key], 1)
      checkOrder(trial, down, key, fields[key], -1)
      checkReverse(trial, up, down, key)
    }
    return { group: list.id, name: `orders by ${key}, and by -${key}`, run }
  })
  const byDefault = async (trial: Trial): Promise<void> => {
    const answer = await ask(trial)
    const said = pageOf(await ask(trial, String(usual)))
    const isSame = idsOf(pageOf(answer)).join() === idsOf(said).join()
    trial.claim(isSame, `Without ordering it is not that of ${String(usual)}`, PLACE, answer)
  }
  if (usual === undefined) return cases
  return [...cases, { group: list.id, name: 'orders by the default when not told', run: byDefault }]
}

const PLACE = '/info/description'

/** By the key, nulls last, then by id in the same direction. Keys that are not shown cannot be seen. */
function checkOrder(
  trial: Trial,
  answer: Answer,
  key: string,
  field: Schema | undefined,
  sign: 1 | -1,
): void {
  if (field === undefined) return
  const { results } = pageOf(answer)
  for (const [index, after] of results.entries()) {
    const before = results[index - 1]
    if (before === undefined || isInOrder(before, after, key, sign)) continue
    const shown = [before, after].map(
      (one) => `${JSON.stringify(one[key])} (id ${String(one['id'])})`,
    )
    trial.note({ message: shown.join(' comes before '), place: PLACE }, answer)
    return
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
 * A whole collection on one page is reversed: those with a value, then those without one, which may
 * not be told apart where the key is not shown.
 */
function checkReverse(trial: Trial, up: Answer, down: Answer, key: string): void {
  const [ascending, descending] = [pageOf(up), pageOf(down)]
  const isWhole =
    ascending.count === ascending.results.length && descending.count === ascending.count
  if (!isWhole) return
  const [ids, wanted] = [idsOf(ascending), idsOf(descending).join()]
  const isReverse = [...ids, 0].some(
    (_, split) =>
      [...ids.slice(0, split).toReversed(), ...ids.slice(split).toReversed()].join() === wanted,
  )
  trial.claim(isReverse, `-${key} is not the reverse of ${key}`, PLACE, down)
}
