import type pg from 'pg'
import { createLoadPool, inTransaction, withLoadLock } from './demo-load-queries.ts'
import { isBulk, loadInBulk, loadOneByOne, type Batch, type OnBatch } from './load-batches.ts'
import { loadPools } from './load-pools.ts'
import type { CatalogueSize } from './pool-sizes.ts'
import type { RecordKind } from './record-kind.ts'
import { artworkKind, eventKind } from './record-kinds.ts'

export interface DemoOptions extends CatalogueSize {
  /** Told after every batch, of artworks and events together. */
  readonly onProgress?: (done: number, total: number) => void
  /** Ends the load between two batches; the next load goes on from there. */
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
 * number alone, so the same sizes give the same data, and what is there is kept.
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
  const pools = await inTransaction(pool, (client) => loadPools(client, options))
  const { added, onBatch } = tally(options)
  const { artworks, batchSize = BATCH_SIZE, bulkFrom = BULK_FROM } = options
  const eventBatches = batchesOf(eventKind(pools), options.events, batchSize)
  const artworkBatches = batchesOf(artworkKind(pools), artworks, batchSize)
  await loadOneByOne(pool, coordinator, eventBatches, onBatch)
  if (await isBulk(coordinator, artworks, bulkFrom)) await loadInBulk(pool, artworkBatches, onBatch)
  else await loadOneByOne(pool, coordinator, artworkBatches, onBatch)
  return added
}

function* batchesOf(kind: RecordKind, size: number, batchSize: number): Generator<Batch> {
  for (let from = 0; from < size; from += batchSize) {
    yield { kind, from, to: Math.min(from + batchSize, size) }
  }
}

/** Counts new records, reports the progress and ends an aborted load. */
function tally({ artworks, events, onProgress, signal }: DemoOptions): {
  added: { artworks: number; events: number }
  onBatch: OnBatch
} {
  const added = { artworks: 0, events: 0 }
  let done = 0
  const onBatch: OnBatch = ({ kind, from, to }, count) => {
    if (kind.table === 'events') added.events += count
    else added.artworks += count
    done += to - from
    onProgress?.(done, artworks + events)
    signal?.throwIfAborted()
  }
  return { added, onBatch }
}
