import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { withSavepoint } from './import-queries.ts'
import { refusalReason } from './refusal.ts'

export interface Refused<Item> {
  readonly item: Item
  readonly reason: string
}

/**
 * Stores all items, except those that the database refuses: a refused batch is halved until the
 * guilty rows are alone.
 */
export async function storeOrSplit<Item>(
  trx: Transaction<Database>,
  items: readonly Item[],
  store: (items: readonly Item[]) => Promise<void>,
): Promise<Refused<Item>[]> {
  const [first, ...others] = items
  if (first === undefined) return []
  const reason = await tryToStore(trx, () => store(items))
  if (reason === undefined) return []
  if (others.length === 0) return [{ item: first, reason }]
  const half = Math.ceil(items.length / 2)
  return [
    ...(await storeOrSplit(trx, items.slice(0, half), store)),
    ...(await storeOrSplit(trx, items.slice(half), store)),
  ]
}

/** The reason when the database refuses. */
async function tryToStore(
  trx: Transaction<Database>,
  store: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await withSavepoint(trx, store)
    return undefined
  } catch (error) {
    const reason = refusalReason(error)
    if (reason === undefined) throw error
    return reason
  }
}
