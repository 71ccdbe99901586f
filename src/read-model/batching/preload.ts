import { ContractViolation } from '../../contract/response-validator.ts'
import type { ReadModelResources } from '../documents/document-spec.ts'
import { RATES_KEY } from '../documents/exchange-rates.ts'
import { fragmentKey } from '../documents/fragment-cache.ts'
import { readAlone, type BatchScheduler } from './batch-scheduler.ts'

/** Fragments of each kind: half of the capacity of the cache, within which nothing is evicted. */
const MAX_FRAGMENTS = 25_000
/** Fragments per batch. A batch takes about 10 ms, which is the longest time that a reader waits for it. */
const BATCH = 250

/**
 * Loads the exchange rates and the newest fragments of each kind before a page needs them, so that a new process is
 * soon fast. It gives up at the first failed read: the next request reports the error.
 */
export async function preload(
  scheduler: BatchScheduler,
  fragments: ReadModelResources['fragments'],
): Promise<void> {
  await readAlone(scheduler, [], [RATES_KEY])
  for (const { kind, id, from } of Object.values(fragments)) {
    const text = `SELECT ${id} FROM ${from} ORDER BY ${id} DESC LIMIT ${MAX_FRAGMENTS}`
    const [rows = []] = await readAlone(scheduler, [{ name: `ids of ${kind}`, text, values: [] }])
    for (let at = 0; at < rows.length; at += BATCH) {
      const keys = rows.slice(at, at + BATCH).map(([key]) => fragmentKey(kind, key as string))
      // The requests that need a fragment that violates the contract report it.
      await readAlone(scheduler, [], keys).catch(throwUnlessInvalid)
    }
  }
}

function throwUnlessInvalid(error: unknown): void {
  if (!(error instanceof ContractViolation)) throw error
}
