import { inSnapshot, planForRanges, type DatabaseReader } from '../../database/kysely.ts'
import { SORT_ORDERS, type SortOrder } from '../sort-orders.ts'
import { findWrongCounts } from '../documents/artwork-counts.ts'
import { findWrongDocuments, findWrongPrices } from '../documents/consistency-check.ts'
import type { DocumentSpecs } from '../documents/document-spec.ts'
import { hasForeignTransactions } from '../../changes/change-log-queries.ts'
import { countRows, countSegments, type CountedSegment } from './check-queries.ts'

interface SortOrderReport {
  readonly name: string
  readonly rows: number
  readonly segments: number
  /** Rows of the longest segment. */
  readonly longest: number
  /** One for each wrong segment, and one for a wrong total. */
  readonly errors: readonly string[]
}

export interface OffsetIndexReport {
  readonly sortOrders: readonly SortOrderReport[]
  /** The ids of the records whose stored data differ from the data built from the record. */
  readonly stores: readonly { store: string; wrong: readonly number[] }[]
  /** Whether transaction ids are from another server: a dump was restored. */
  readonly isRestored: boolean
}

/**
 * Counts, in one snapshot, the rows of each segment of each sort order, and compares stored documents, prices
 * and numbers of artworks with those made from the records.
 */
export function checkOffsetIndex(
  db: DatabaseReader,
  documents: DocumentSpecs,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<OffsetIndexReport> {
  const specs = Object.values(documents)
  const total = SORT_ORDERS.length + specs.length + 2
  return inSnapshot(db, async (snapshot) => {
    const isRestored = await hasForeignTransactions(snapshot)
    await planForRanges(snapshot)
    const stores = []
    for (const spec of specs) {
      const wrong = await findWrongDocuments(snapshot, spec)
      stores.push({ store: `documents of ${spec.list}`, wrong })
      onProgress(stores.length, total)
    }
    stores.push({ store: 'prices of artworks', wrong: await findWrongPrices(snapshot) })
    stores.push({ store: 'artworks of galleries', wrong: await findWrongCounts(snapshot) })
    const sortOrders = []
    for (const sortOrder of SORT_ORDERS) {
      const segments = await countSegments(snapshot, sortOrder)
      sortOrders.push(reportOn(sortOrder, segments, await countRows(snapshot, sortOrder)))
      onProgress(stores.length + sortOrders.length, total)
    }
    return { sortOrders, stores, isRestored }
  })
}

export function isConsistent({ sortOrders, stores, isRestored }: OffsetIndexReport): boolean {
  return (
    !isRestored &&
    sortOrders.every(({ errors }) => errors.length === 0) &&
    stores.every(({ wrong }) => wrong.length === 0)
  )
}

function reportOn(
  sortOrder: SortOrder,
  segments: readonly CountedSegment[],
  rows: number,
): SortOrderReport {
  const errors = segments.flatMap((segment, place) => errorOf(sortOrder, segment, place) ?? [])
  const counted = segments.reduce((sum, segment) => sum + segment.counted, 0)
  if (counted !== rows) errors.push(`it has ${rows} rows, and its segments contain ${counted}`)
  const longest = segments.reduce((most, segment) => Math.max(most, segment.counted), 0)
  return { name: sortOrder.name, rows, segments: segments.length, longest, errors }
}

const LOWEST_KEYS = { first_time: '-infinity', first_number: '-Infinity', first_text: '' } as const

function errorOf(
  sortOrder: SortOrder,
  { key, id, rows, counted, ascends }: CountedSegment,
  place: number,
): string | undefined {
  const name = `the segment from (${sortOrder.key === undefined ? id : `${key}, ${id}`})`
  if (rows !== counted) return `${name} should have ${rows} rows, and has ${counted}`
  if (!ascends) return `${name} does not begin after its predecessor`
  const lowest =
    sortOrder.key === undefined ? null : LOWEST_KEYS[sortOrder.key.anchorColumn as 'first_text']
  const precedesAll = key === lowest && id <= 0
  return place > 0 || precedesAll
    ? undefined
    : `${name} is the first, and does not precede all rows`
}
