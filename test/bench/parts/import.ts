import {
  createLoadPool,
  inTransaction,
  withLoadLock,
} from '../../../scripts/demo/demo-load-queries.ts'
import { loadOneByOne, type Batch } from '../../../scripts/demo/load-batches.ts'
import { loadPools } from '../../../scripts/demo/load-pools.ts'
import { artworkKind } from '../../../scripts/demo/artworks.ts'
import { progressBar } from '../../../scripts/progress-bar.ts'
import { listPath } from '../collection.ts'
import { selectHighestArtworkId, selectPublicIds } from '../database/catalogue-queries.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import type { World } from './world.ts'

const ARTWORKS = 100_000
const BATCH = 10_000

/**
 * Imports new artworks by COPY, including documents and indexes. The records that they refer to are added before.
 */
export async function measureImport(world: World): Promise<PartResult> {
  const { databaseUrl, options, signal } = world
  // Item n gets the id n + 1 unless it is taken; earlier parts have written here.
  const first = Math.max(options.artworks, await selectHighestArtworkId(databaseUrl))
  const size = { artworks: first + ARTWORKS, events: options.events }
  const pool = createLoadPool(databaseUrl)
  try {
    const pools = await inTransaction(pool, (client) => loadPools(client, size))
    const batches = newBatches(artworkKind(pools), first, size.artworks)
    const began = performance.now()
    const added = await withLoadLock(pool, (coordinator) =>
      load(pool, coordinator, batches, signal),
    )
    return await resultOf(world, added, (performance.now() - began) / 1_000)
  } finally {
    await pool.end()
  }
}

async function load(
  pool: Parameters<typeof loadOneByOne>[0],
  coordinator: Parameters<typeof loadOneByOne>[1],
  batches: Generator<Batch>,
  signal: AbortSignal,
): Promise<number> {
  const bar = progressBar('artworks')
  let added = 0
  try {
    await loadOneByOne(pool, coordinator, batches, (_, count) => {
      added += count
      bar.update(added, ARTWORKS)
      signal.throwIfAborted()
    })
  } finally {
    bar.stop()
  }
  return added
}

function* newBatches(kind: Batch['kind'], from: number, to: number): Generator<Batch> {
  for (let start = from; start < to; start += BATCH) {
    yield { kind, from: start, to: Math.min(start + BATCH, to) }
  }
}

async function resultOf(world: World, added: number, seconds: number): Promise<PartResult> {
  const stored = (await selectPublicIds(world.databaseUrl, 'artworks')).length
  const response = await fetch(`${world.service.url}${listPath('artworks')}?limit=1`)
  const { count } = (await response.json()) as { count: number }
  return {
    findings: [
      {
        key: 'import',
        what: `import by COPY into ${grouped(world.options.artworks)} artworks, artworks`,
        measured: `${grouped(added)} in ${seconds.toFixed(1)} s`,
        value: added / seconds,
        unit: 'a second',
      },
    ],
    failures: [
      ...(added === ARTWORKS ? [] : [`import: ${added} artworks instead of ${ARTWORKS}`]),
      ...(count === stored ? [] : [`import: the list counts ${count} artworks of ${stored}`]),
    ],
    details: { added, seconds, count, stored },
  }
}
