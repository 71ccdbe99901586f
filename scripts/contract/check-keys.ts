import { CannotTry } from './load-contract.ts'
import type { Session } from './run/session.ts'
import { collectionsOf, query } from './collection.ts'

/**
 * Sees that every key is one, by a list that needs none but looks at it.
 * @throws CannotTry naming the key that is refused: otherwise everything that is written would be.
 */
export async function checkKeys({ contract, options, send }: Session): Promise<void> {
  const { key, scopedKeys } = options
  const { list } = collectionsOf(contract).find((each) => each.list.security.length > 0) ?? {}
  if (list === undefined) return
  const url = `${contract.apiRoot}${list.template}${query({ limit: 1 })}`
  const named = scopedKeys.map((one) => ({ name: `The key of ${one.scope}`, key: one.key }))
  const all = [...(key === undefined ? [] : [{ name: 'The key', key }]), ...named]
  for (const one of all) {
    const { status } = await send({ url, headers: { authorization: `Bearer ${one.key}` } })
    if (status !== 401) continue
    throw new CannotTry(`${one.name} is refused: ${url} answers 401. Has it expired?`)
  }
}
