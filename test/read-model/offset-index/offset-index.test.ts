import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OffsetIndex } from '../../../src/read-model/offset-index/offset-index.ts'

/** The row count of each segment; any segment may be empty. */
const segments = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 })

/** An index of the rows 0, 1, 2...; the key of an anchor is the first row of its segment. */
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
  it('finds the same rows as an array, for any segments', () => {
    fc.assert(
      fc.property(segments, fc.nat(60), fc.integer({ min: 1, max: 10 }), (rows, offset, limit) => {
        const all = numbers(sum(rows))
        fc.pre(offset < all.length)
        const index = indexOf(rows)
        const wanted = all.slice(offset, offset + limit)
        const { from, isBackwards, skip } = index.at(offset, wanted.length)
        const found = isBackwards
          ? all.filter((row) => row < (from?.id ?? Infinity)).toReversed()
          : all.filter((row) => row >= (from?.id ?? Infinity))
        const read = found.slice(skip, skip + wanted.length)
        expect(isBackwards ? read.toReversed() : read).toEqual(wanted)
      }),
    )
  })

  it('skips at most half of the rows of its longest segment', () => {
    fc.assert(
      fc.property(segments, fc.nat(60), (rows, offset) => {
        fc.pre(offset < sum(rows))
        const index = indexOf(rows)
        expect(index.at(offset, 1).skip).toBeLessThanOrEqual((Math.max(...rows) - 1) / 2)
      }),
    )
  })

  it('applies row count changes of each segment, before and after reads', () => {
    fc.assert(
      fc.property(segments, fc.array(fc.tuple(fc.nat(11), fc.nat(3))), (rows, changes) => {
        const index = indexOf(rows)
        const counts = [...rows]
        for (const [at, delta] of changes) {
          expect(index.length).toBe(sum(counts))
          expect(index.addRows(100 + at, delta)).toBe(at < rows.length)
          if (at < rows.length) counts[at] = (counts[at] ?? 0) + delta
        }
        expect(index.length).toBe(sum(counts))
        fc.pre(sum(counts) > 0)
        // The last row is the only one of its segment, or the nearest to the next anchor.
        const last = counts.findLastIndex((count) => count > 0)
        const next = last + 1 < counts.length ? { no: 101 + last } : undefined
        const place = index.at(sum(counts) - 1, 1)
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
