import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Memory } from '../../src/reading/rounds/memory.ts'
import { legsOf, TRACKS, type TrackName } from '../../src/reading/orderings.ts'
import { planPage, readsTheSame, rowsOf, type PagePlan } from '../../src/reading/page-plan.ts'
import { Track, type Waypoint } from '../../src/reading/waypoints/track.ts'

const trackNamed = (name: string): TrackName => {
  const found = TRACKS.find((track) => track.name === name)
  if (found === undefined) throw new Error(`There is no track ${name}`)
  return found
}

const KEYED = trackNamed('artworks.price')
const BARE = trackNamed('artworks.price_null')

/** Rows of a track, and the numbers of those that begin a stretch; the first always does. */
interface Rows {
  readonly ids: readonly number[]
  readonly firsts: readonly number[]
}

function trackOf({ ids, firsts }: Rows): Track {
  const starts = [...new Set([0, ...firsts.filter((at) => at < ids.length)])].toSorted(
    (one, other) => one - other,
  )
  const waypoints = starts.map((start, at): Waypoint => {
    const rows = (starts[at + 1] ?? ids.length) - start
    return { no: at, key: null, id: start === 0 ? 0 : (ids[start] ?? 0), rows }
  })
  return new Track(waypoints)
}

/** Reads what a plan says, of rows whose keys go with their ids. */
function read(plan: PagePlan, keyed: Rows, bare: Rows): number[] {
  return plan.portions.flatMap(({ leg, place: { from, isBackwards, skip, limit } }) => {
    const { ids } = leg.track.name === KEYED.name ? keyed : bare
    const found = isBackwards
      ? ids.filter((id) => id < (from?.id ?? Infinity)).toReversed()
      : ids.filter((id) => id >= (from?.id ?? Infinity))
    const rows = found.slice(skip, skip + limit)
    return isBackwards === leg.descending ? rows : rows.toReversed()
  })
}

const rowsFrom = (first: number) =>
  fc.tuple(fc.nat(20), fc.array(fc.nat(20), { maxLength: 4 })).map(([count, firsts]) => ({
    ids: Array.from({ length: count }, (_, at) => first + 2 * at),
    firsts,
  }))

describe('planPage', () => {
  it('finds what is in an array, keys first and nulls last, in both directions', () => {
    fc.assert(
      fc.property(
        rowsFrom(1),
        rowsFrom(1_000),
        fc.boolean(),
        fc.nat(45),
        fc.integer({ min: 1, max: 45 }),
        (keyed, bare, descending, offset, limit) => {
          const memory = new Memory()
          memory.setTrack(KEYED, trackOf(keyed))
          memory.setTrack(BARE, trackOf(bare))
          const legs = legsOf('artworks', { key: 'price', descending })
          const plan = planPage(memory, legs, offset, limit)
          if (plan === undefined) throw new Error('No plan')
          const all = [keyed, bare].flatMap(({ ids }) => (descending ? ids.toReversed() : ids))
          const wanted = all.slice(offset, offset + limit)
          expect(plan.count).toBe(all.length)
          expect(read(plan, keyed, bare)).toEqual(wanted)
          expect(rowsOf(plan)).toBe(wanted.length)
        },
      ),
    )
  })

  it('is not there as long as one of the tracks is not', () => {
    const memory = new Memory()
    memory.setTrack(KEYED, trackOf({ ids: [1], firsts: [] }))
    const legs = legsOf('artworks', { key: 'price', descending: false })
    expect(planPage(memory, legs, 0, 1)).toBeUndefined()
  })
})

describe('readsTheSame', () => {
  const legs = legsOf('artworks', { key: 'price', descending: true })
  const planOf = (keyed: number, bare: number, offset = 0, limit = 4): PagePlan => {
    const memory = new Memory()
    const ids = (count: number) => Array.from({ length: count }, (_, at) => 1 + at)
    memory.setTrack(KEYED, trackOf({ ids: ids(keyed), firsts: [5, 10] }))
    memory.setTrack(BARE, trackOf({ ids: ids(bare), firsts: [5] }))
    return planPage(memory, legs, offset, limit) as PagePlan
  }

  it.each<[string, boolean, PagePlan, PagePlan]>([
    ['nothing has moved', true, planOf(12, 3), planOf(12, 3)],
    ['rows came after the page', true, planOf(12, 3), planOf(12, 9)],
    ['a row came before the page', false, planOf(12, 3, 4), planOf(13, 3, 4)],
    ['the page reaches further', false, planOf(2, 1), planOf(2, 2)],
    ['the page begins elsewhere', false, planOf(12, 3, 1), planOf(12, 3, 2)],
    ['there is more on one track and less on the other', false, planOf(2, 2), planOf(3, 1)],
    ['one is empty', false, planOf(0, 0), planOf(1, 0)],
  ])('when %s: %s', (_, same, one, other) => {
    expect([readsTheSame(one, other), readsTheSame(other, one)]).toEqual([same, same])
  })
})
