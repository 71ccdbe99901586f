import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OffsetIndex } from '../../src/read-model/offset-index/offset-index.ts'

/** How many rows each stretch has; any may be empty. */
const stretches = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 })

/** A track over the rows 0, 1, 2...; the key of a waypoint is the row that it stands before. */
function trackOf(rows: readonly number[]): OffsetIndex {
  let before = 0
  return new OffsetIndex(
    rows.map((count, at) => {
      const waypoint = { no: 100 + at, key: String(before), id: before, rows: count }
      before += count
      return waypoint
    }),
  )
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, row) => row)
const sum = (rows: readonly number[]): number => rows.reduce((all, count) => all + count, 0)

describe('a track', () => {
  it('finds the same rows as an array, whatever its stretches', () => {
    fc.assert(
      fc.property(stretches, fc.nat(60), fc.integer({ min: 1, max: 10 }), (rows, offset, limit) => {
        const all = numbers(sum(rows))
        fc.pre(offset < all.length)
        const track = trackOf(rows)
        const wanted = all.slice(offset, offset + limit)
        const { from, isBackwards, skip } = track.at(offset, wanted.length)
        const found = isBackwards
          ? all.filter((row) => row < (from?.id ?? Infinity)).toReversed()
          : all.filter((row) => row >= (from?.id ?? Infinity))
        const read = found.slice(skip, skip + wanted.length)
        expect(isBackwards ? read.toReversed() : read).toEqual(wanted)
      }),
    )
  })

  it('passes over half of the rows that its longest stretch has, at most', () => {
    fc.assert(
      fc.property(stretches, fc.nat(60), (rows, offset) => {
        fc.pre(offset < sum(rows))
        const track = trackOf(rows)
        expect(track.at(offset, 1).skip).toBeLessThanOrEqual((Math.max(...rows) - 1) / 2)
      }),
    )
  })

  it('grows and shrinks stretch by stretch, however often it was read before', () => {
    fc.assert(
      fc.property(stretches, fc.array(fc.tuple(fc.nat(11), fc.nat(3))), (rows, moves) => {
        const track = trackOf(rows)
        const counts = [...rows]
        for (const [at, delta] of moves) {
          expect(track.length).toBe(sum(counts))
          expect(track.addRows(100 + at, delta)).toBe(at < rows.length)
          if (at < rows.length) counts[at] = (counts[at] ?? 0) + delta
        }
        expect(track.length).toBe(sum(counts))
        fc.pre(sum(counts) > 0)
        // The last row: the only one of its stretch, or the nearest to the waypoint after it.
        const last = counts.findLastIndex((count) => count > 0)
        const next = last + 1 < counts.length ? { no: 101 + last } : undefined
        const place = track.at(sum(counts) - 1, 1)
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
