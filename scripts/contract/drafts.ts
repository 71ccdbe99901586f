import type { ReceivedResponse } from './validate/received-response.ts'
import type { Contract, Operation } from './validate/contract.ts'
import { greatest, pageOf, query, type Json } from './collection.ts'

/** The parameter by which users list their drafts. */
const STATE = 'publish_status'
/** No user has more drafts than these pages have. */
const MAX_PAGES = 20

/** The list at a path, if users find their drafts in it. */
export function listOfDrafts({ findPath }: Contract, url: string): Operation | undefined {
  return findPath(url)?.operations.find(
    ({ method, parameters }) =>
      method === 'GET' &&
      parameters.some(({ name, in: place }) => name === STATE && place === 'query'),
  )
}

/**
 * All drafts that the owner of a key may see.
 * @param ask requests a URL with the key.
 * @throws when one of them is no page.
 */
export async function draftsOf(
  contract: Contract,
  list: Operation,
  ask: (url: string) => Promise<ReceivedResponse>,
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
