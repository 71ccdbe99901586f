import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LocalState } from '../../src/read-model/local-state.ts'
import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'
import {
  leadingRows,
  planPage,
  rangeScansOf,
  rowCount,
  withOverfetch,
  type PagePlan,
} from '../../src/read-model/page-plan.ts'
import { OffsetIndex, type Anchor } from '../../src/read-model/offset-index/offset-index.ts'

const sortOrderNamed = (name: string): SortOrder => {
  const found = SORT_ORDERS.find((order) => order.name === name)
  if (found === undefined) throw new Error(`There is no sort order ${name}`)
  return found
}

const KEYED = sortOrderNamed('artworks.price')
const BARE = sortOrderNamed('artworks.price_null')

/** Rows of a sort order, and the positions of those that start a segment; the first always does. */
interface Rows {
  readonly ids: readonly number[]
  readonly firsts: readonly number[]
}

function indexOf({ ids, firsts }: Rows): OffsetIndex {
  const starts = [...new Set([0, ...firsts.filter((at) => at < ids.length)])].toSorted(
    (one, other) => one - other,
  )
  const anchors = starts.map((start, at): Anchor => {
    const rows = (starts[at + 1] ?? ids.length) - start
    return { no: at, key: null, id: start === 0 ? 0 : (ids[start] ?? 0), rows }
  })
  return new OffsetIndex(anchors)
}

/**
 * Reads the rows of a plan, whose keys are in the order of their ids.
 * @param planned the plan that is read instead of it; `leads` of its rows come before those of `plan`.
 */
function read(
  plan: PagePlan,
  keyed: Rows,
  bare: Rows,
  planned = plan,
  leads: readonly number[] = [],
): number[] {
  return planned.ranges.flatMap(({ scan, range: { from, isBackwards, skip, limit } }, at) => {
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
  it('finds the rows of an array, keys first and nulls last, in both directions', () => {
    fc.assert(
      fc.property(
        rowsFrom(1),
        rowsFrom(1_000),
        fc.boolean(),
        fc.nat(45),
        fc.integer({ min: 1, max: 45 }),
        (keyed, bare, descending, offset, limit) => {
          const state = new LocalState()
          state.setOffsetIndex(KEYED, indexOf(keyed))
          state.setOffsetIndex(BARE, indexOf(bare))
          const scans = rangeScansOf('artworks', { key: 'price', descending })
          const plan = planPage(state, scans, offset, limit)
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

  it('is undefined while one of the offset indexes is', () => {
    const state = new LocalState()
    state.setOffsetIndex(KEYED, indexOf({ ids: [1], firsts: [] }))
    const scans = rangeScansOf('artworks', { key: 'price', descending: false })
    expect(planPage(state, scans, 0, 1)).toBeUndefined()
  })
})

describe('a page plan whose rows move before it is read', () => {
  const scans = rangeScansOf('artworks', { key: 'price', descending: true })
  const planOf = (keyed: number, bare: number, offset = 0, limit = 4): PagePlan => {
    const state = new LocalState()
    const ids = (count: number) => Array.from({ length: count }, (_, at) => 1 + at)
    state.setOffsetIndex(KEYED, indexOf({ ids: ids(keyed), firsts: [5, 10] }))
    state.setOffsetIndex(BARE, indexOf({ ids: ids(bare), firsts: [5] }))
    return planPage(state, scans, offset, limit) as PagePlan
  }

  /** The plan of a page in the second segment, after rows were added to the first. */
  const planMoved = (rows: number): PagePlan => {
    const state = new LocalState()
    const index = indexOf({ ids: Array.from({ length: 40 }, (_, at) => 1 + at), firsts: [20] })
    index.addRows(0, rows)
    state.setOffsetIndex(KEYED, index)
    state.setOffsetIndex(BARE, indexOf({ ids: [], firsts: [] }))
    const ascending = rangeScansOf('artworks', { key: 'price', descending: false })
    return planPage(state, ascending, 25, 4) as PagePlan
  }

  it.each<[string, number, number[] | undefined, PagePlan, PagePlan]>([
    ['no row has moved', 0, [0], planOf(12, 3), planOf(12, 3)],
    ['no row has moved, with overfetch', 1, [1], planOf(12, 3, 4), planOf(12, 3, 4)],
    ['rows were added after the page', 0, [0], planOf(12, 3), planOf(12, 9)],
    ['a row was added before the page', 0, undefined, planOf(12, 3, 4), planOf(13, 3, 4)],
    ['a row was added before its segment', 0, undefined, planMoved(0), planMoved(1)],
    ['a row was added, with overfetch', 1, [0], planMoved(0), planMoved(1)],
    ['a row was removed, with overfetch', 1, [2], planMoved(1), planMoved(0)],
    ['two were added, with overfetch of one', 1, undefined, planMoved(0), planMoved(2)],
    ['two were removed, with overfetch of two', 2, [4], planMoved(2), planMoved(0)],
    ['the page has become longer', 0, undefined, planOf(2, 1), planOf(2, 2)],
    ['the page has become shorter', 0, [0, 0], planOf(2, 2), planOf(2, 1)],
    ['the page starts elsewhere', 0, undefined, planOf(12, 3, 1), planOf(12, 3, 2)],
    ['one sort order has more rows, the other fewer', 0, undefined, planOf(2, 2), planOf(3, 1)],
    ['it was empty', 0, undefined, planOf(0, 0), planOf(1, 0)],
  ])('%s', (_, overfetch, leads, planned, plan) => {
    expect(leadingRows(withOverfetch(planned, overfetch), plan)).toEqual(leads)
  })

  it('has the rows of the page at the leads, or has undefined leads', () => {
    const movement = fc.record({ segment: fc.nat(4), rows: fc.integer({ min: -2, max: 2 }) })
    let found = 0
    fc.assert(
      fc.property(
        fc.tuple(rowsFrom(1), rowsFrom(1_000), fc.boolean(), movement, fc.nat(2)),
        fc.nat(45),
        fc.integer({ min: 1, max: 45 }),
        ([keyed, bare, descending, { segment, rows }, overfetch], offset, limit) => {
          const planAfter = (moved: number): PagePlan => {
            const state = new LocalState()
            const index = indexOf(keyed)
            index.addRows(segment, moved)
            state.setOffsetIndex(KEYED, index)
            state.setOffsetIndex(BARE, indexOf(bare))
            const both = rangeScansOf('artworks', { key: 'price', descending })
            return planPage(state, both, offset, limit) as PagePlan
          }
          const plan = planAfter(0)
          const planned = withOverfetch(planAfter(rows), overfetch)
          const leads = leadingRows(planned, plan)
          if (leads === undefined) return
          if (rows !== 0) found += 1
          expect(read(plan, keyed, bare, planned, leads)).toEqual(read(plan, keyed, bare))
        },
      ),
    )
    expect(found).toBeGreaterThan(0)
  })
})
