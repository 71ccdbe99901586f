import type { LocalState } from './local-state.ts'
import { sortOrdersOf, type RangeScan } from './sort-orders.ts'
import { LISTS, type ListName, type Ordering, type SortKey, type SortKeys } from '../lists/list.ts'
import type { RowRange } from './offset-index/offset-index.ts'

/** The plan of a list page: the row ranges that hold its records, and the list's `count`. */
export interface PagePlan {
  readonly count: number
  readonly ranges: readonly PlannedRange[]
}

export interface PlannedRange {
  readonly scan: RangeScan
  readonly range: RowRange
}

const rangeScans = new Map<string, readonly RangeScan[]>()

/** The range scans of an ordering, in this order: null values come last in both directions (openapi/v1.yaml). */
export function rangeScansOf<List extends ListName>(
  list: List,
  { key, descending }: Ordering<SortKeys[List]>,
): readonly RangeScan[] {
  const ordering = `${list} ${key} ${descending}`
  const cached = rangeScans.get(ordering)
  if (cached !== undefined) return cached
  const sortKeys: Readonly<Record<string, SortKey>> = LISTS[list].sortKeys
  const orders = sortOrdersOf(list, key, sortKeys[key] as SortKey)
  const scans = orders.map((order) => ({ order, descending }))
  rangeScans.set(ordering, scans)
  return scans
}

/** @returns undefined while an offset index is not in the local state. */
export function planPage(
  state: LocalState,
  scans: readonly RangeScan[],
  offset: number,
  limit: number,
): PagePlan | undefined {
  const ranges: PlannedRange[] = []
  let count = 0
  for (const scan of scans) {
    const index = state.offsetIndex(scan.order)
    if (index === undefined) return undefined
    const { length } = index
    const start = Math.max(0, offset - count)
    const rows = Math.min(length, offset + limit - count) - start
    if (rows > 0) {
      const first = scan.descending ? length - start - rows : start
      ranges.push({ scan, range: index.at(first, rows) })
    }
    count += length
  }
  return { count, ranges }
}

/** Over-fetch: the plan with each range extended by `rows` on both sides, but not to before its anchor. */
export function withOverfetch(plan: PagePlan, rows: number): PagePlan {
  const ranges = plan.ranges.map(({ scan, range }) => {
    const skip = Math.max(0, range.skip - rows)
    return { scan, range: { ...range, skip, limit: range.skip - skip + range.limit + rows } }
  })
  return { ...plan, ranges }
}

/**
 * For each range that was read, the number of its rows before the range of the plan.
 * @returns undefined when the plan has rows that were not read.
 */
export function leadingRows(read: PagePlan, { ranges }: PagePlan): number[] | undefined {
  if (read.ranges.length !== ranges.length) return undefined
  const leading = ranges.map((planned, at) => leadingRowsOf(read.ranges[at], planned))
  return leading.includes(-1) ? undefined : leading
}

function leadingRowsOf(read: PlannedRange | undefined, { scan, range }: PlannedRange): number {
  const isContained =
    read?.scan === scan &&
    read.range.from?.id === range.from?.id &&
    read.range.from?.key === range.from?.key &&
    read.range.isBackwards === range.isBackwards &&
    read.range.skip <= range.skip &&
    read.range.skip + read.range.limit >= range.skip + range.limit
  return isContained ? range.skip - read.range.skip : -1
}

export function rowCount({ ranges }: PagePlan): number {
  return ranges.reduce((sum, { range }) => sum + range.limit, 0)
}
