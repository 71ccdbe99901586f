import type pg from 'pg'
import { Interrupted } from '../interruptible.ts'
import { artworkKind } from './artworks.ts'
import { createLoadPool, inTransaction, withLoadLock } from './demo-load-queries.ts'
import { eventKind } from './events.ts'
import { isBulk, loadInBulk, loadOneByOne, type Batch, type OnBatch } from './load-batches.ts'
import { loadPools } from './load-pools.ts'
import type { CatalogueSize } from './pool-sizes.ts'
import type { RecordKind } from './record-kind.ts'

export interface DemoOptions extends CatalogueSize {
  /** Called after every batch, for artworks and events together. */
  readonly onProgress?: (done: number, total: number) => void
  /** Ends the load between two batches; the next load continues there. */
  readonly signal?: AbortSignal
  /** Records that are stored together or not at all. */
  readonly batchSize?: number
  /** The number of artworks from which a load into a small catalogue is one transaction. */
  readonly bulkFrom?: number
}

const BATCH_SIZE = 10_000
const BULK_FROM = 50_000

/**
 * Brings the demo catalogue in the database to the wanted size. Every record is a function of its
 * number alone, so the same sizes give the same data; existing records stay.
 * @returns how many records are new.
 */
export async function loadDemoCatalogue(
  databaseUrl: string,
  options: DemoOptions,
): Promise<CatalogueSize> {
  const pool = createLoadPool(databaseUrl)
  try {
    return await withLoadLock(pool, (coordinator) => load(pool, coordinator, options))
  } finally {
    await pool.end()
  }
}

async function load(
  pool: pg.Pool,
  coordinator: pg.ClientBase,
  options: DemoOptions,
): Promise<CatalogueSize> {
  const { artworks, events, onProgress, signal } = options
  const { batchSize = BATCH_SIZE, bulkFrom = BULK_FROM } = options
  const added = { artworks: 0, events: 0 }
  let done = 0
  const countIn = (table: keyof typeof added): OnBatch => {
    return ({ from, to }, count) => {
      added[table] += count
      done += to - from
      onProgress?.(done, artworks + events)
      if (signal?.aborted) throw new Interrupted('Interrupted. Run it again to finish.')
    }
  }
  const pools = await inTransaction(pool, (client) => loadPools(client, options))
  const eventBatches = batchesOf(eventKind(pools), events, batchSize)
  await loadOneByOne(pool, coordinator, eventBatches, countIn('events'))
  const artworkBatches = batchesOf(artworkKind(pools), artworks, batchSize)
  const inBulk = await isBulk(coordinator, artworks, bulkFrom)
  if (inBulk) await loadInBulk(pool, artworkBatches, countIn('artworks'))
  else await loadOneByOne(pool, coordinator, artworkBatches, countIn('artworks'))
  return added
}

function* batchesOf(kind: RecordKind, size: number, batchSize: number): Generator<Batch> {
  for (let from = 0; from < size; from += batchSize) {
    yield { kind, from, to: Math.min(from + batchSize, size) }
  }
}
