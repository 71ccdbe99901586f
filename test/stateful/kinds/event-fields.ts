import fc from 'fast-check'
import { anyString } from '../../records/texts.ts'
import type { Writable } from '../bodies.ts'
import { idOf, masked, plain, timeKey, type Field, type FieldArbitrary } from '../fields.ts'
import type { World } from '../service.ts'

/** Decimal degrees with up to six decimals, without trailing zeros in the record. */
function degrees(most: number): fc.Arbitrary<Field<string>> {
  return fc
    .tuple(fc.integer({ min: -most * 1_000_000, max: most * 1_000_000 }), fc.nat(6))
    .map(([millionths, decimals]) => {
      const sent = (millionths / 1_000_000).toFixed(decimals)
      return { sent, shown: String(Number(sent)) }
    })
}

const geolocation: FieldArbitrary = fc.oneof(
  plain(fc.constant('')),
  fc.tuple(degrees(90), degrees(180)).map(([latitude, longitude]) => ({
    sent: `${String(latitude.sent)},${String(longitude.sent)}`,
    shown: `${latitude.shown},${longitude.shown}`,
  })),
)

/** Rarely an unassigned code. */
const country: FieldArbitrary = fc.oneof(
  { weight: 20, arbitrary: plain(fc.constantFrom('', 'DK', 'FR', 'TW')) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('ZZ', 'EU', 'UK')
      .map((sent) => ({ sent, shown: undefined, unknown: [''] })),
  },
)

const personName = anyString.map((value) => value.replaceAll(/[<>]/g, ''))

const email = fc.emailAddress().filter((value) => value.length <= 254)

const DAY = 24 * 60 * 60
const FIRST = Date.UTC(1000, 0, 1) / 1000 + DAY
const LAST = Date.UTC(9999, 11, 31) / 1000 - DAY
const SOON = Date.UTC(2026, 2, 14, 9) / 1000

/** Usually one of a few, so that events often start or end at the same time. */
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
export const timestamp: fc.Arbitrary<Field<string> & { readonly sent: string }> = fc
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

/** A start and an end, rarely in the wrong order. */
const period = fc.tuple(timestamp, timestamp, fc.nat(19)).map(([one, other, chance]) => {
  const isInOrder = timeKey(one.shown ?? '') <= timeKey(other.shown ?? '')
  const [start_time, end_time] = isInOrder === chance > 0 ? [one, other] : [other, one]
  return { start_time, end_time }
})

/** The fields of events that are not shown as they are sent, or have rules. */
export function eventFields({ venues, eventCategories }: World): Writable {
  const fields = {
    venue: idOf(venues),
    category: idOf(eventCategories),
    start_time: timestamp,
    end_time: timestamp,
    country,
    address: plain(fc.oneof(anyString, fc.constantFrom('Kunsthal Nord, Havnegade 4'))),
    geolocation,
    contact_name: masked(personName, '<NAME>'),
    email: masked(email, '<EMAIL>'),
    phone: masked(fc.constantFrom('', '+45 86 12 00 00'), '<PHONE>'),
  }
  return { record: 'Event', fields, always: [period], ruledOut: RULED_OUT, omitted: 9 }
}

/** Values that the contract rules out in words. */
const RULED_OUT = {
  country: ['dk', 'DNK', 'D'],
  geolocation: ['91,0', '0,180.5', '1.2345678,0', '1;2', ' 1,2'],
  price_currency: ['eur', 'XXX', ''],
  external_url: ['https://me@a.example', 'https://a/ø', ''],
  contact_name: ['<NAME>'],
  email: ['<EMAIL>', 'post', 'a b@c.example', '', `${'a'.repeat(251)}@a.b`],
  phone: ['<PHONE>'],
}
