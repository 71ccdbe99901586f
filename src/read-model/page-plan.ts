import type { LocalState } from './change-log/local-state.ts'
import type { RangeScan } from './sort-orders.ts'
import type { RowRange } from './offset-index/offset-index.ts'

/** Where the rows of a page lie. */
export interface PagePlan {
  /** How many rows the list has. */
  readonly count: number
  readonly ranges: readonly PlannedRange[]
}

export interface PlannedRange {
  readonly scan: RangeScan
  readonly range: RowRange
}

/** @returns undefined while a track is not in memory. */
export function planPage(
  memory: LocalState,
  legs: readonly RangeScan[],
  offset: number,
  limit: number,
): PagePlan | undefined {
  const portions: PlannedRange[] = []
  let count = 0
  for (const leg of legs) {
    const track = memory.offsetIndex(leg.order)
    if (track === undefined) return undefined
    const { length } = track
    const start = Math.max(0, offset - count)
    const rows = Math.min(length, offset + limit - count) - start
    if (rows > 0) {
      const first = leg.descending ? length - start - rows : start
      portions.push({ scan: leg, range: track.at(first, rows) })
    }
    count += length
  }
  return { count, ranges: portions }
}

/** The plan with so many rows more on either side of each portion, but none from before a waypoint. */
export function withOverfetch(plan: PagePlan, rows: number): PagePlan {
  const portions = plan.ranges.map(({ scan, range }) => {
    const skip = Math.max(0, range.skip - rows)
    return { scan, range: { ...range, skip, limit: range.skip - skip + range.limit + rows } }
  })
  return { ...plan, ranges: portions }
}

/**
 * How many rows of a portion that was asked come before those that a plan reads, portion by portion.
 * @returns undefined when the plan reads others as well.
 */
export function leadingRows(asked: PagePlan, { ranges }: PagePlan): number[] | undefined {
  if (asked.ranges.length !== ranges.length) return undefined
  const leads = ranges.map((portion, at) => leadIn(asked.ranges[at], portion))
  return leads.includes(-1) ? undefined : leads
}

function leadIn(asked: PlannedRange | undefined, { scan, range }: PlannedRange): number {
  const isThere =
    asked?.scan === scan &&
    asked.range.from?.id === range.from?.id &&
    asked.range.from?.key === range.from?.key &&
    asked.range.isBackwards === range.isBackwards &&
    asked.range.skip <= range.skip &&
    asked.range.skip + asked.range.limit >= range.skip + range.limit
  return isThere ? range.skip - asked.range.skip : -1
}

export function rowCount({ ranges }: PagePlan): number {
  return ranges.reduce((sum, { range }) => sum + range.limit, 0)
}
