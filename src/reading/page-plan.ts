import type { Memory } from './rounds/memory.ts'
import type { Leg } from './orderings.ts'
import type { Place } from './waypoints/track.ts'

/** Where the rows of a page lie. */
export interface PagePlan {
  /** How many rows the list has. */
  readonly count: number
  readonly portions: readonly Portion[]
}

export interface Portion {
  readonly leg: Leg
  readonly place: Place
}

/** @returns undefined while a track is not in memory. */
export function planPage(
  memory: Memory,
  legs: readonly Leg[],
  offset: number,
  limit: number,
): PagePlan | undefined {
  const portions: Portion[] = []
  let count = 0
  for (const leg of legs) {
    const track = memory.track(leg.track)
    if (track === undefined) return undefined
    const { length } = track
    const start = Math.max(0, offset - count)
    const rows = Math.min(length, offset + limit - count) - start
    if (rows > 0) {
      const first = leg.descending ? length - start - rows : start
      portions.push({ leg, place: track.at(first, rows) })
    }
    count += length
  }
  return { count, portions }
}

/** Whether two plans read the same rows of the same snapshot. */
export function readsTheSame(one: PagePlan, other: PagePlan): boolean {
  return (
    one.portions.length === other.portions.length &&
    one.portions.every((portion, at) => isSamePortion(portion, other.portions[at]))
  )
}

function isSamePortion({ leg, place }: Portion, other: Portion | undefined): boolean {
  return (
    other?.leg === leg &&
    other.place.from?.id === place.from?.id &&
    other.place.from?.key === place.from?.key &&
    other.place.isBackwards === place.isBackwards &&
    other.place.skip === place.skip &&
    other.place.limit === place.limit
  )
}

export function rowsOf({ portions }: PagePlan): number {
  return portions.reduce((sum, { place }) => sum + place.limit, 0)
}
