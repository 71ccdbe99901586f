import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'
import {
  repairAfterRestore,
  rebuildPrices,
  rebuildSortOrder,
} from '../../src/read-model/offset-index/rebuild.ts'
import { findWrongDocuments } from '../../src/read-model/documents/consistency-check.ts'
import { deleteDocuments } from '../../src/read-model/documents/document-queries.ts'
import { recordAllChanged } from '../../src/read-model/offset-index/maintenance-queries.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { progressBar } from '../progress-bar.ts'
import type { Task } from './check-command.ts'

/**
 * Rebuilds wrong prices and the anchors of the sort orders, and removes the wrong documents of their lists. Then all
 * processes discard their cached fragments.
 */
export async function runRebuild(
  { db, print }: Task,
  sortOrders: readonly SortOrder[],
): Promise<void> {
  const isRestored = await repairAfterRestore(db)
  if (isRestored) print('Transaction ids of another server were removed.')
  // Writes after the restoration may be missing from any sort order.
  const chosen = sortOrders.length === 0 || isRestored ? SORT_ORDERS : sortOrders
  const lists = [...new Set(chosen.map(({ list }) => list))]
  const bar = progressBar('steps')
  const total = chosen.length + lists.length
  const lines: string[] = []
  const prices = lists.includes('artworks') ? await rebuildPrices(db) : 0
  if (prices > 0) print(`artworks: ${prices} wrong prices were rebuilt.`)
  try {
    for (const sortOrder of chosen) {
      bar.update(lines.length, total)
      const ms = await timed(() => rebuildSortOrder(db, sortOrder))
      lines.push(`${sortOrder.name} was rebuilt in ${seconds(ms)}.`)
    }
    for (const list of lists) {
      bar.update(lines.length, total)
      const wrong = await findWrongDocuments(db, DOCUMENTS[list])
      await deleteDocuments(db, DOCUMENTS[list], wrong)
      lines.push(`${list}: ${wrong.length} wrong documents were removed.`)
    }
  } finally {
    bar.stop()
    for (const line of lines) print(line)
  }
  await recordAllChanged(db)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`
}
