import { ContractViolation } from '../../contract/response-validator.ts'
import type { Statement } from '../../database/statement.ts'
import type { BatchScheduler, QueuedRead } from './batch-scheduler.ts'
import type { FragmentKind } from '../../json-sql/json.ts'
import { fragmentKey, type FragmentKey } from '../documents/fragment-cache.ts'
import { RATES_KEY } from '../documents/exchange-rates.ts'

/** Fragments of each kind: half of the capacity of the cache, within which nothing is evicted. */
const MAX_FRAGMENTS = 25_000
/** Fragments per batch. A batch takes about 10 ms, which is the longest time that a reader waits for it. */
const BATCH = 250

/** The table of each kind. */
const TABLES: Readonly<Record<FragmentKind, string>> = {
  tag: 'tags',
  artwork_category: 'artwork_categories',
  event_category: 'event_categories',
  gallery: 'galleries',
  gallery_owner: 'galleries',
  venue: 'venues',
  user: 'users',
  artist: 'artists',
}

/**
 * Loads the exchange rates and the newest fragments of each kind before a page needs them, so that a new process is
 * soon fast. It gives up at the first failed read: the next request reports the error.
 */
export async function preload(scheduler: BatchScheduler): Promise<void> {
  await loaded(scheduler, [RATES_KEY])
  for (const [kind, table] of Object.entries(TABLES)) {
    const ids = await selectIds(scheduler, table)
    for (let at = 0; at < ids.length; at += BATCH) {
      const keys = ids.slice(at, at + BATCH).map((id) => fragmentKey(kind as FragmentKind, id))
      await loaded(scheduler, keys)
    }
  }
}

function selectIds(scheduler: BatchScheduler, table: string): Promise<string[]> {
  const text = `SELECT id FROM ${table} ORDER BY id DESC LIMIT ${MAX_FRAGMENTS}`
  const statements = (): Statement[] => [{ name: `ids of ${table}`, text, values: [] }]
  return new Promise((resolve, reject) => {
    const accept: QueuedRead['accept'] = ([rows = []]) => resolve(rows.map(([id]) => id as string))
    scheduler.enqueue({
      records: 0,
      orders: [],
      fragments: [],
      statements,
      accept,
      reject,
    })
  })
}

/** Ignores a fragment that violates the contract: the requests that need it report the error. */
function loaded(scheduler: BatchScheduler, keys: readonly FragmentKey[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      error instanceof ContractViolation ? resolve() : reject(error)
    scheduler.enqueue({
      records: 0,
      orders: [],
      fragments: keys,
      statements: () => [],
      accept: () => resolve(),
      reject: fail,
    })
  })
}
