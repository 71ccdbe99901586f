import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownZone, offsetAt, timeZoneAt } from '../src/time-zones.ts'
import { amount } from './support/amount.ts'

const DAY = 86_400

/** Zones that had an offset for some days only, and when. */
const SHORT: readonly (readonly [string, string])[] = [
  ['America/Boa_Vista', '2000-10-12'],
  ['America/Noronha', '2000-10-12'],
  ['Asia/Gaza', '2040-10-24'],
  ['Africa/Tunis', '1943-04-21'],
  ['Europe/Simferopol', '1944-04-10'],
  ['America/Argentina/Tucuman', '2004-06-07'],
]

const moments = fc.oneof(
  fc.tuple(
    fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    fc.integer({ min: Date.UTC(1000) / 1_000, max: Date.UTC(10_000) / 1_000 - 1 }),
  ),
  fc.tuple(
    fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    fc.integer({ min: Date.UTC(1900) / 1_000, max: Date.UTC(2050) / 1_000 }),
  ),
  fc
    .tuple(fc.constantFrom(...SHORT), fc.integer({ min: -9 * DAY, max: 9 * DAY }))
    .map(([[zone, day], seconds]) => [zone, Date.parse(day) / 1_000 + seconds] as const),
)

/** From the date and time that the clocks of the zone show. */
function plainOffset(zone: string, instant: number): number {
  const format = formats.get(zone) as Intl.DateTimeFormat
  const parts = format.formatToParts(instant * 1_000)
  const part = (type: string): number =>
    Number(parts.find((each) => each.type === type)?.value ?? NaN)
  const shown = new Date(0)
  shown.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  shown.setUTCHours(part('hour'), part('minute'), part('second'))
  return shown.getTime() / 1_000 - instant
}

const formats = new Map(
  Intl.supportedValuesOf('timeZone').map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)

describe('the offset of a zone', () => {
  it('is the one of its clocks, at any time and when it was in use for some days only', () => {
    const property = fc.property(moments, ([zone, instant]) => {
      expect(offsetAt(zone, instant)).toBe(plainOffset(zone, instant))
    })
    fc.assert(property, { numRuns: amount({ commit: 2_000, nightly: 100_000 }) })
  })
})

describe('the zone of a place', () => {
  it('is known to Intl, wherever the place is', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
    const property = fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      expect(() => offsetAt(timeZoneAt(latitude, longitude), 0)).not.toThrow()
    })
    fc.assert(property, { numRuns: 2_000 })
  })

  it('is the nautical one if Intl does not know it', () => {
    expect(knownZone('Europe/Atlantis', -72.07)).toBe('Etc/GMT+5')
    for (let longitude = -180; longitude <= 180; longitude += 7.5) {
      const offset = offsetAt(knownZone('Europe/Atlantis', longitude), 0)
      expect(Math.abs(offset - longitude * 240)).toBeLessThanOrEqual(1_800)
    }
  })
})
