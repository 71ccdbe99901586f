import type pg from 'pg'
import { copyRecords, reserveRecordIds, takeInventory } from './add-records.ts'
import { countArtworks, deferringChecks } from './demo-deferral-queries.ts'
import { inTransaction } from './demo-session-queries.ts'
import type { RecordKind } from './record-kind.ts'

/** Some records of one kind: those from place `from` up to, not including, `to`. */
export interface Batch {
  readonly kind: RecordKind
  readonly from: number
  readonly to: number
}

/** Told of every batch, and of how many of its records are new. May throw to end the load. */
export type OnBatch = (batch: Batch, added: number) => void

const WORKERS = 2

/** A transaction each, two at a time: what has been loaded stays when the load is interrupted. */
export async function loadOneByOne(
  pool: pg.Pool,
  coordinator: pg.ClientBase,
  batches: Generator<Batch>,
  onBatch: OnBatch,
): Promise<void> {
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      // The coordinator hands out the ids, so that two batches never get the same.
      const copy = await prepareCopy(coordinator, batch)
      if (copy.count > 0) await inTransaction(pool, copy.run)
      onBatch(batch, copy.count)
    }
  }
  // A worker that fails closes the generator, so the other ends after the batch that it is at.
  const ends = await Promise.allSettled(Array.from({ length: WORKERS }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** All in one transaction, much faster; readers wait, and an interruption leaves nothing. */
export async function loadInBulk(
  pool: pg.Pool,
  batches: Generator<Batch>,
  onBatch: OnBatch,
): Promise<void> {
  await inTransaction(pool, (client) =>
    deferringChecks(client, async () => {
      for (const batch of batches) {
        const copy = await prepareCopy(client, batch)
        if (copy.count > 0) await copy.run(client)
        onBatch(batch, copy.count)
      }
    }),
  )
}

/** Building all indexes again pays when the catalogue more than doubles, and grows by many. */
export async function isBulk(
  client: pg.ClientBase,
  artworks: number,
  leastArtworks: number,
): Promise<boolean> {
  return artworks >= leastArtworks && artworks >= 2 * (await countArtworks(client))
}

async function prepareCopy(
  client: pg.ClientBase,
  { kind, from, to }: Batch,
): Promise<{ count: number; run: (client: pg.ClientBase) => Promise<void> }> {
  const { missing } = await takeInventory(client, kind, from, to)
  if (missing.length === 0) return { count: 0, run: () => Promise.resolve() }
  const ids = await reserveRecordIds(client, kind, missing)
  return { count: missing.length, run: (copier) => copyRecords(copier, kind, missing, ids) }
}
