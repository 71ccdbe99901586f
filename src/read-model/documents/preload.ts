import { ContractViolation } from '../../contract/response-validator.ts'
import type { Statement } from '../batching/statement.ts'
import type { BatchScheduler, QueuedRead } from '../batching/batch-scheduler.ts'
import type { FragmentKind } from '../../json-sql/json.ts'
import { fragmentKey, type FragmentKey } from './fragment-cache.ts'
import { RATES_KEY } from './exchange-rates.ts'

/** Of each kind: as many as are remembered for certain. */
const MOST = 25_000
/** No reader has to wait for more than these, which take about 10 ms. */
const AT_ONCE = 250

/** The tables of their ids. */
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
 * Reads the exchange rates, and the newest of what many records embed, before a page needs them. So a process is
 * soon as fast as it gets. It gives up when nothing can be read: whoever asks then is told why.
 */
export async function preload(rounds: BatchScheduler): Promise<void> {
  await loaded(rounds, [RATES_KEY])
  for (const [kind, table] of Object.entries(TABLES)) {
    const ids = await selectIds(rounds, table)
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const names = ids.slice(at, at + AT_ONCE).map((id) => fragmentKey(kind as FragmentKind, id))
      await loaded(rounds, names)
    }
  }
}

function selectIds(rounds: BatchScheduler, table: string): Promise<string[]> {
  const text = `SELECT id FROM ${table} ORDER BY id DESC LIMIT ${MOST}`
  const asks = (): Statement[] => [{ name: `ids of ${table}`, text, values: [] }]
  return new Promise((resolve, reject) => {
    const take: QueuedRead['accept'] = ([rows = []]) => resolve(rows.map(([id]) => id as string))
    rounds.enqueue({
      records: 0,
      orders: [],
      fragments: [],
      statements: asks,
      accept: take,
      reject: reject,
    })
  })
}

/** Parts that must not be told are left to those who ask for them. */
function loaded(rounds: BatchScheduler, parts: readonly FragmentKey[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      error instanceof ContractViolation ? resolve() : reject(error)
    rounds.enqueue({
      records: 0,
      orders: [],
      fragments: parts,
      statements: () => [],
      accept: () => resolve(),
      reject: fail,
    })
  })
}
