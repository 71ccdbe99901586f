import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LocalState } from '../../src/read-model/change-log/local-state.ts'
import { rangeScansOf, SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'
import {
  leadingRows,
  planPage,
  rowCount,
  withOverfetch,
  type PagePlan,
} from '../../src/read-model/page-plan.ts'
import { OffsetIndex, type Anchor } from '../../src/read-model/offset-index/offset-index.ts'

const trackNamed = (name: string): SortOrder => {
  const found = SORT_ORDERS.find((track) => track.name === name)
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

function trackOf({ ids, firsts }: Rows): OffsetIndex {
  const starts = [...new Set([0, ...firsts.filter((at) => at < ids.length)])].toSorted(
    (one, other) => one - other,
  )
  const waypoints = starts.map((start, at): Anchor => {
    const rows = (starts[at + 1] ?? ids.length) - start
    return { no: at, key: null, id: start === 0 ? 0 : (ids[start] ?? 0), rows }
  })
  return new OffsetIndex(waypoints)
}

/**
 * Reads what a plan says, of rows whose keys go with their ids.
 * @param asked what is read for it, and how many rows of that come before those of the plan.
 */
function read(
  plan: PagePlan,
  keyed: Rows,
  bare: Rows,
  asked = plan,
  leads: readonly number[] = [],
): number[] {
  return asked.ranges.flatMap(({ scan, range: { from, isBackwards, skip, limit } }, at) => {
    const { ids } = scan.order.name === KEYED.name ? keyed : bare
    const found = isBackwards
      ? ids.filter((id) => id < (from?.id ?? Infinity)).toReversed()
      : ids.filter((id) => id >= (from?.id ?? Infinity))
    const lead = leads[at] ?? 0
    const wanted = plan.ranges[at]?.range.limit ?? 0
    const rows = found.slice(skip, skip + limit).slice(lead, lead + wanted)
    return isBackwards === scan.descending ? rows : rows.toReversed()
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
          const memory = new LocalState()
          memory.setOffsetIndex(KEYED, trackOf(keyed))
          memory.setOffsetIndex(BARE, trackOf(bare))
          const legs = rangeScansOf('artworks', { key: 'price', descending })
          const plan = planPage(memory, legs, offset, limit)
          if (plan === undefined) throw new Error('No plan')
          const all = [keyed, bare].flatMap(({ ids }) => (descending ? ids.toReversed() : ids))
          const wanted = all.slice(offset, offset + limit)
          expect(plan.count).toBe(all.length)
          expect(read(plan, keyed, bare)).toEqual(wanted)
          expect(rowCount(plan)).toBe(wanted.length)
        },
      ),
    )
  })

  it('is not there as long as one of the tracks is not', () => {
    const memory = new LocalState()
    memory.setOffsetIndex(KEYED, trackOf({ ids: [1], firsts: [] }))
    const legs = rangeScansOf('artworks', { key: 'price', descending: false })
    expect(planPage(memory, legs, 0, 1)).toBeUndefined()
  })
})

describe('what was asked for a page, when rows came or went meanwhile', () => {
  const legs = rangeScansOf('artworks', { key: 'price', descending: true })
  const planOf = (keyed: number, bare: number, offset = 0, limit = 4): PagePlan => {
    const memory = new LocalState()
    const ids = (count: number) => Array.from({ length: count }, (_, at) => 1 + at)
    memory.setOffsetIndex(KEYED, trackOf({ ids: ids(keyed), firsts: [5, 10] }))
    memory.setOffsetIndex(BARE, trackOf({ ids: ids(bare), firsts: [5] }))
    return planPage(memory, legs, offset, limit) as PagePlan
  }

  /** Of a page in the second stretch, when so many rows have come into the first. */
  const planMoved = (rows: number): PagePlan => {
    const memory = new LocalState()
    const track = trackOf({ ids: Array.from({ length: 40 }, (_, at) => 1 + at), firsts: [20] })
    track.addRows(0, rows)
    memory.setOffsetIndex(KEYED, track)
    memory.setOffsetIndex(BARE, trackOf({ ids: [], firsts: [] }))
    const ascending = rangeScansOf('artworks', { key: 'price', descending: false })
    return planPage(memory, ascending, 25, 4) as PagePlan
  }

  it.each<[string, number, number[] | undefined, PagePlan, PagePlan]>([
    ['nothing has moved', 0, [0], planOf(12, 3), planOf(12, 3)],
    ['nothing has moved, with a margin', 1, [1], planOf(12, 3, 4), planOf(12, 3, 4)],
    ['rows came after the page', 0, [0], planOf(12, 3), planOf(12, 9)],
    ['a row came before the page', 0, undefined, planOf(12, 3, 4), planOf(13, 3, 4)],
    ['a row came before its stretch', 0, undefined, planMoved(0), planMoved(1)],
    ['a row came, with a margin', 1, [0], planMoved(0), planMoved(1)],
    ['a row went, with a margin', 1, [2], planMoved(1), planMoved(0)],
    ['two came, with a margin of one', 1, undefined, planMoved(0), planMoved(2)],
    ['two went, with a margin of two', 2, [4], planMoved(2), planMoved(0)],
    ['the page reaches further', 0, undefined, planOf(2, 1), planOf(2, 2)],
    ['the page reaches less far', 0, [0, 0], planOf(2, 2), planOf(2, 1)],
    ['the page begins elsewhere', 0, undefined, planOf(12, 3, 1), planOf(12, 3, 2)],
    ['more is on one track, less on the other', 0, undefined, planOf(2, 2), planOf(3, 1)],
    ['it was empty', 0, undefined, planOf(0, 0), planOf(1, 0)],
  ])('%s', (_, margin, leads, foreseen, plan) => {
    expect(leadingRows(withOverfetch(foreseen, margin), plan)).toEqual(leads)
  })

  it('has the rows of the page where it says, or is said not to have them', () => {
    const movement = fc.record({ stretch: fc.nat(4), rows: fc.integer({ min: -2, max: 2 }) })
    let found = 0
    fc.assert(
      fc.property(
        fc.tuple(rowsFrom(1), rowsFrom(1_000), fc.boolean(), movement, fc.nat(2)),
        fc.nat(45),
        fc.integer({ min: 1, max: 45 }),
        ([keyed, bare, descending, { stretch, rows }, margin], offset, limit) => {
          const planAfter = (moved: number): PagePlan => {
            const memory = new LocalState()
            const track = trackOf(keyed)
            track.addRows(stretch, moved)
            memory.setOffsetIndex(KEYED, track)
            memory.setOffsetIndex(BARE, trackOf(bare))
            const both = rangeScansOf('artworks', { key: 'price', descending })
            return planPage(memory, both, offset, limit) as PagePlan
          }
          const plan = planAfter(0)
          const asked = withOverfetch(planAfter(rows), margin)
          const leads = leadingRows(asked, plan)
          if (leads === undefined) return
          if (rows !== 0) found += 1
          expect(read(plan, keyed, bare, asked, leads)).toEqual(read(plan, keyed, bare))
        },
      ),
    )
    expect(found).toBeGreaterThan(0)
  })
})
