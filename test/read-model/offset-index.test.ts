import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OffsetIndex } from '../../src/read-model/offset-index/offset-index.ts'

/** How many rows each segment has; any may be empty. */
const segments = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 })

/** A sort order over the rows 0, 1, 2...; the key of an anchor is the row that it stands before. */
function indexOf(rows: readonly number[]): OffsetIndex {
  let before = 0
  return new OffsetIndex(
    rows.map((count, at) => {
      const anchor = { no: 100 + at, key: String(before), id: before, rows: count }
      before += count
      return anchor
    }),
  )
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, row) => row)
const sum = (rows: readonly number[]): number => rows.reduce((all, count) => all + count, 0)

describe('an offset index', () => {
  it('finds the same rows as an array, whatever its segments', () => {
    fc.assert(
      fc.property(segments, fc.nat(60), fc.integer({ min: 1, max: 10 }), (rows, offset, limit) => {
        const all = numbers(sum(rows))
        fc.pre(offset < all.length)
        const sortOrder = indexOf(rows)
        const wanted = all.slice(offset, offset + limit)
        const { from, isBackwards, skip } = sortOrder.at(offset, wanted.length)
        const found = isBackwards
          ? all.filter((row) => row < (from?.id ?? Infinity)).toReversed()
          : all.filter((row) => row >= (from?.id ?? Infinity))
        const read = found.slice(skip, skip + wanted.length)
        expect(isBackwards ? read.toReversed() : read).toEqual(wanted)
      }),
    )
  })

  it('passes over half of the rows that its longest segment has, at most', () => {
    fc.assert(
      fc.property(segments, fc.nat(60), (rows, offset) => {
        fc.pre(offset < sum(rows))
        const sortOrder = indexOf(rows)
        expect(sortOrder.at(offset, 1).skip).toBeLessThanOrEqual((Math.max(...rows) - 1) / 2)
      }),
    )
  })

  it('grows and shrinks segment by segment, however often it was read before', () => {
    fc.assert(
      fc.property(segments, fc.array(fc.tuple(fc.nat(11), fc.nat(3))), (rows, moves) => {
        const sortOrder = indexOf(rows)
        const counts = [...rows]
        for (const [at, delta] of moves) {
          expect(sortOrder.length).toBe(sum(counts))
          expect(sortOrder.addRows(100 + at, delta)).toBe(at < rows.length)
          if (at < rows.length) counts[at] = (counts[at] ?? 0) + delta
        }
        expect(sortOrder.length).toBe(sum(counts))
        fc.pre(sum(counts) > 0)
        // The last row: the only one of its segment, or the nearest to the anchor after it.
        const last = counts.findLastIndex((count) => count > 0)
        const next = last + 1 < counts.length ? { no: 101 + last } : undefined
        const place = sortOrder.at(sum(counts) - 1, 1)
        expect(place.skip).toBe(0)
        expect(place).toMatchObject(
          counts[last] === 1
            ? { from: { no: 100 + last }, isBackwards: false }
            : { ...(next && { from: next }), isBackwards: true },
        )
      }),
    )
  })
})
