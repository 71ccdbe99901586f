import fc from 'fast-check'
import type { Field } from './field.ts'

const DAY = 24 * 60 * 60
const FIRST = Date.UTC(1000, 0, 1) / 1000 + DAY
const LAST = Date.UTC(9999, 11, 31) / 1000 - DAY
const SOON = Date.UTC(2026, 2, 14, 9) / 1000

/** Mostly one of few, so that events often start or end at the same time. */
const seconds = fc.oneof(
  { weight: 3, arbitrary: fc.nat(2).map((days) => SOON + days * DAY) },
  { weight: 1, arbitrary: fc.integer({ min: FIRST, max: LAST }) },
)

const digits = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', '000', '0000009') },
  { weight: 1, arbitrary: fc.constantFrom('5', '000001', '999999', '123456789') },
  { weight: 1, arbitrary: fc.stringMatching(/^\d{0,9}$/) },
)

/** Minutes east of UTC; undefined for a `Z`. */
const zone = fc.option(fc.integer({ min: -1439, max: 1439 }), { nil: undefined })

/** RFC 3339 in any time zone and with any fraction; shown in UTC, to the microsecond. */
export const timestamp: fc.Arbitrary<Field<string>> = fc
  .record({ seconds, digits, zone, isLower: fc.boolean() })
  .map(({ seconds: at, digits: fraction, zone: offset, isLower }) => {
    const sent = `${clock(at + (offset ?? 0) * 60)}${fraction && `.${fraction}`}${zoneText(offset)}`
    const micros = fraction.slice(0, 6).padEnd(6, '0')
    const shown = `${clock(at)}${micros === '000000' ? '' : `.${micros}`}Z`
    return { sent: isLower ? sent.toLowerCase() : sent, shown }
  })

function clock(at: number): string {
  return new Date(at * 1000).toISOString().slice(0, 19)
}

function zoneText(offset: number | undefined): string {
  if (offset === undefined) return 'Z'
  return `${offset < 0 ? '-' : '+'}${clock(Math.abs(offset) * 60).slice(11, 16)}`
}

/** A start and an end, seldom in the wrong order. */
export const period = fc.tuple(timestamp, timestamp, fc.nat(19)).map(([one, other, chance]) => {
  const isInOrder = timeKey(one.shown ?? '') <= timeKey(other.shown ?? '')
  const [start_time, end_time] = isInOrder === chance > 0 ? [one, other] : [other, one]
  return { start_time, end_time }
})

/** A text that sorts as the time does. */
export function timeKey(shown: string): string {
  return shown.length === 20 ? shown.replace('Z', '.000000Z') : shown
}
