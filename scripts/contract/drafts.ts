import type { Answer } from './validate/answer.ts'
import type { Contract, Operation } from './validate/contract.ts'
import { greatest, pageOf, query, type Json } from './collection.ts'

/** The name of the parameter by which authors list what is not published. */
const STATE = 'publish_status'
/** An author with more drafts than they hold is a busy one. */
const MAX_PAGES = 20

/** The list at a path, where authors find their drafts in it. */
export function listOfDrafts({ findPath }: Contract, url: string): Operation | undefined {
  return findPath(url)?.operations.find(
    ({ method, parameters }) =>
      method === 'GET' &&
      parameters.some(({ name, in: place }) => name === STATE && place === 'query'),
  )
}

/**
 * All drafts of the author whose key `ask` sends.
 * @param ask gives an answer to a URL.
 * @throws when one of them is no page.
 */
export async function draftsOf(
  contract: Contract,
  list: Operation,
  ask: (url: string) => Promise<Answer>,
): Promise<Json[]> {
  const limit = greatest(contract, list, 'limit') ?? 1
  const drafts: Json[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const parameters = { limit, offset: page * limit, [STATE]: 'draft' }
    const { count, results } = pageOf(
      await ask(`${contract.apiRoot}${list.template}${query(parameters)}`),
    )
    drafts.push(...results)
    if (count <= parameters.offset + limit) break
  }
  return drafts
}
