import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { findWrongDocuments } from '../../src/read-model/documents/consistency-check.ts'
import { deleteDocuments } from '../../src/read-model/documents/document-queries.ts'
import {
  checkOffsetIndex,
  isConsistent,
  type OffsetIndexReport,
} from '../../src/read-model/offset-index/check.ts'
import { appendChanges } from '../../src/changes/change-log-queries.ts'
import { KIND_LETTERS } from '../../src/read-model/documents/fragment-cache.ts'
import {
  rebuildCounts,
  rebuildPrices,
  rebuildSortOrder,
  repairAfterRestore,
} from '../../src/read-model/offset-index/rebuild.ts'
import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { parseOptions } from '../command-line.ts'
import { progressBar } from '../progress-bar.ts'

export const USAGE = `Usage: npm run offset-index -- COMMAND

  check                    counts each segment of each sort order, and compares each stored document and price
                           with one built from its record; ends with 1 and names the errors if there are any
  rebuild [SORT_ORDER...]  rebuilds the anchors of these sort orders, or of all, and removes wrong documents;
                           the service goes on meanwhile, but writers to a list wait while one of its sort
                           orders is rebuilt

The offset index finds a page at any depth. It stays right by itself, unless triggers were disabled during
a write, or rows were written to a restored dump before the service has started.
Sort orders: ${SORT_ORDERS.map(({ name }) => name).join(', ')}.
`

type OffsetIndexCommand =
  | { readonly name: 'check' }
  /** No sort orders for all. */
  | { readonly name: 'rebuild'; readonly sortOrders: readonly SortOrder[] }

/** @throws an error that names the invalid argument. */
export function readArguments(args: readonly string[]): OffsetIndexCommand {
  const [name, ...rest] = parseOptions(args, {}, true).positionals
  if (name === 'rebuild') return { name, sortOrders: rest.map(sortOrderNamed) }
  if (name !== 'check') {
    throw new Error(name === undefined ? 'A command is needed.' : `"${name}" is no command.`)
  }
  if (rest.length > 0) throw new Error('check takes no argument.')
  return { name }
}

function sortOrderNamed(name: string): SortOrder {
  const sortOrder = SORT_ORDERS.find((known) => known.name === name)
  if (sortOrder === undefined) throw new Error(`"${name}" is no sort order.`)
  return sortOrder
}

export interface Task {
  readonly db: Kysely<Database>
  readonly print: (line: string) => void
}

/** Prints a line for each sort order and each list, and the errors. @returns whether there are none. */
export async function runCheck({ db, print }: Task): Promise<boolean> {
  const bar = progressBar('steps')
  const report = await checkOffsetIndex(db, DOCUMENTS, bar.update).finally(bar.stop)
  for (const line of reportLines(report)) print(line)
  return isConsistent(report)
}

/** Further errors are only counted. */
const MAX_NAMED = 10

function reportLines({ sortOrders, stores, isRestored }: OffsetIndexReport): string[] {
  const width = Math.max(...sortOrders.map(({ name }) => name.length))
  return [
    ...sortOrders.flatMap(({ name, rows, segments, longest, errors }) => [
      `${name.padEnd(width)}  ${rows} rows, ${segments} segments, longest ${longest}, ${errors.length} wrong`,
      ...errors.slice(0, MAX_NAMED).map((error) => `  ${name}: ${error}`),
      ...(errors.length > MAX_NAMED ? [`  ${name}: ${errors.length - MAX_NAMED} more`] : []),
    ]),
    ...stores.map(
      ({ store, wrong }) => `${store.padEnd(width)}  ${wrong.length} wrong${idsText(wrong)}`,
    ),
    ...(isRestored ? ['Transaction ids are from another server: a dump was restored.'] : []),
  ]
}

function idsText(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  return `: ${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ' and more' : ''}`
}

/**
 * Rebuilds wrong prices, wrong numbers of artworks and the anchors of the sort orders, and removes the wrong documents of
 * their lists. Then all processes discard their cached fragments.
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
  const prices = lists.includes('artworks') ? await rebuildPrices(db) : 0
  if (prices > 0) print(`artworks: ${prices} wrong prices were rebuilt.`)
  const counted = lists.includes('artworks') ? await rebuildCounts(db) : 0
  if (counted > 0) print(`artworks: the artworks of ${counted} galleries were counted again.`)
  const bar = progressBar('steps')
  const total = chosen.length + lists.length
  const lines: string[] = []
  try {
    for (const sortOrder of chosen) {
      bar.update(lines.length, total)
      const start = performance.now()
      await rebuildSortOrder(db, sortOrder)
      const seconds = ((performance.now() - start) / 1_000).toFixed(2)
      lines.push(`${sortOrder.name} was rebuilt in ${seconds} s.`)
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
  await appendChanges(db, Object.keys(KIND_LETTERS))
}
