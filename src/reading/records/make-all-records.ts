import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { makerName } from './maker.ts'
import type { ListName } from '../orderings.ts'
import { countUnmade, selectUnmade } from './ready-record-queries.ts'
import { recordMaker, type RecordMaker } from './record-maker.ts'

const LISTS: readonly ListName[] = ['artworks', 'events']
const BATCH = 500
const WORKERS = 2

export interface MakeOptions {
  readonly db: Kysely<Database>
  /** The same as the service's, or it makes its own. */
  readonly mediaUrl: string
  readonly onProgress?: (done: number, total: number) => void
  /** Ends the work between two batches. */
  readonly signal?: AbortSignal
}

/**
 * Makes every record that is not made yet, so that the first readers need not wait for it.
 * @returns how many there were to make.
 */
export async function makeAllRecords({
  db,
  mediaUrl,
  onProgress,
  signal,
}: MakeOptions): Promise<number> {
  const name = makerName(mediaUrl)
  const fail = (error: unknown): never => {
    throw error
  }
  const maker = recordMaker(db, mediaUrl, name, fail)
  const counts = await Promise.all(LISTS.map((list) => countUnmade(db, list, name)))
  const total = counts.reduce((sum, count) => sum + count, 0)
  let done = 0
  for (const list of LISTS) {
    await makeList(db, list, name, maker, (made) => {
      signal?.throwIfAborted()
      done += made
      onProgress?.(done, total)
    })
  }
  return total
}

async function makeList(
  db: Kysely<Database>,
  list: ListName,
  name: string,
  maker: RecordMaker,
  onBatch: (made: number) => void,
): Promise<void> {
  let after = 0
  const nextBatch = async (): Promise<number[]> => {
    const ids = await selectUnmade(db, list, name, after, BATCH)
    after = ids.at(-1) ?? after
    return ids
  }
  let batches = Promise.resolve<number[]>([])
  const work = async (): Promise<void> => {
    for (;;) {
      batches = batches.then(nextBatch)
      const ids = await batches
      if (ids.length === 0) return
      await maker.make(list, ids)
      onBatch(ids.length)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
}
