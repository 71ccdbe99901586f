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

/** The plan with so many rows more on either side of each portion, but none from before a waypoint. */
export function widened(plan: PagePlan, rows: number): PagePlan {
  const portions = plan.portions.map(({ leg, place }) => {
    const skip = Math.max(0, place.skip - rows)
    return { leg, place: { ...place, skip, limit: place.skip - skip + place.limit + rows } }
  })
  return { ...plan, portions }
}

/**
 * How many rows of a portion that was asked come before those that a plan reads, portion by portion.
 * @returns undefined when the plan reads others as well.
 */
export function leadsIn(asked: PagePlan, { portions }: PagePlan): number[] | undefined {
  if (asked.portions.length !== portions.length) return undefined
  const leads = portions.map((portion, at) => leadIn(asked.portions[at], portion))
  return leads.includes(-1) ? undefined : leads
}

function leadIn(asked: Portion | undefined, { leg, place }: Portion): number {
  const isThere =
    asked?.leg === leg &&
    asked.place.from?.id === place.from?.id &&
    asked.place.from?.key === place.from?.key &&
    asked.place.isBackwards === place.isBackwards &&
    asked.place.skip <= place.skip &&
    asked.place.skip + asked.place.limit >= place.skip + place.limit
  return isThere ? place.skip - asked.place.skip : -1
}

export function rowsOf({ portions }: PagePlan): number {
  return portions.reduce((sum, { place }) => sum + place.limit, 0)
}
