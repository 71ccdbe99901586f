import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Track } from '../../src/reading/waypoints/track.ts'

/** How many rows each stretch has; any may be empty. */
const stretches = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 })

/** A track over the rows 0, 1, 2...; the key of a waypoint is the row that it stands before. */
function trackOf(rows: readonly number[]): Track {
  let before = 0
  return new Track(
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
        const up = track.ascending(offset, limit)
        const found = all.filter((row) => row >= (up.from?.id ?? 0))
        expect(found.slice(up.skip, up.skip + up.limit)).toEqual(all.slice(offset, offset + limit))
        const down = track.descending(offset, limit)
        const back = all.filter((row) => row < (down.from?.id ?? Infinity)).toReversed()
        expect(back.slice(down.skip, down.skip + down.limit)).toEqual(
          all.toReversed().slice(offset, offset + limit),
        )
      }),
    )
  })

  it('passes over fewer rows than its longest stretch has', () => {
    fc.assert(
      fc.property(stretches, fc.nat(60), (rows, offset) => {
        fc.pre(offset < sum(rows))
        const track = trackOf(rows)
        expect(track.ascending(offset, 1).skip).toBeLessThan(Math.max(...rows))
        expect(track.descending(offset, 1).skip).toBeLessThan(Math.max(...rows))
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
          expect(track.grow(100 + at, delta)).toBe(at < rows.length)
          if (at < rows.length) counts[at] = (counts[at] ?? 0) + delta
        }
        expect(track.length).toBe(sum(counts))
        fc.pre(sum(counts) > 0)
        // Of the last row: the stretch that it lies in, and how far.
        const { from, skip } = track.ascending(sum(counts) - 1, 1)
        const last = counts.findLastIndex((count) => count > 0)
        expect(skip).toBe((counts[last] ?? 0) - 1)
        expect(from).toMatchObject({ no: 100 + last })
      }),
    )
  })
})
