import fc from 'fast-check'
import type { World } from './service.ts'

/** A value in a request, and the same in the record. */
interface Field<Shown = unknown> {
  readonly sent: unknown
  /** Undefined for a reference to a missing record. */
  readonly shown: Shown | undefined
}

/** The fields of a request by their names. */
export type Fields = Readonly<Record<string, Field>>

type FieldArbitrary = fc.Arbitrary<Field>
type FieldArbitraries = Readonly<Record<string, FieldArbitrary>>

/** Values that are the same in the record. */
export function plain(values: fc.Arbitrary<unknown>): FieldArbitrary {
  return values.map((value) => ({ sent: value, shown: value }))
}

function orNull(values: FieldArbitrary): FieldArbitrary {
  return fc.oneof(
    { weight: 1, arbitrary: plain(fc.constant(null)) },
    { weight: 3, arbitrary: values },
  )
}

/** Values that a placeholder replaces. */
function masked(values: fc.Arbitrary<string>, placeholder: string): FieldArbitrary {
  return orNull(values.map((sent) => ({ sent, shown: sent && placeholder })))
}

/** Any of the fields, each omitted `weight` times for each time that it is present. */
export function sparse(arbitraries: FieldArbitraries, weight: number): fc.Arbitrary<Fields> {
  const optional = Object.entries(arbitraries).map(([name, arbitrary]) =>
    fc
      .oneof(
        { withCrossShrink: true },
        { weight, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary },
      )
      .map((field) => (field === undefined ? {} : { [name]: field })),
  )
  return fc.tuple(...optional).map((parts): Fields => Object.assign({}, ...parts))
}

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
    arbitrary: fc.constantFrom('ZZ', 'EU', 'UK').map((sent) => ({ sent, shown: undefined })),
  },
)

const UNKNOWN_ID = { sent: 2_147_483_647, shown: undefined }

/** The id of one of the records, which the event embeds; rarely a missing one. */
function idOf(records: readonly { readonly id: number }[]): FieldArbitrary {
  const known = fc.constantFrom(...records).map((shown) => ({ sent: shown.id, shown }))
  return fc.oneof(
    { weight: 30, arbitrary: known },
    { weight: 1, arbitrary: fc.constant(UNKNOWN_ID) },
  )
}

/** Any characters that can be stored, line breaks among them. */
export const anyString: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('', 'Ærøskøbing', 'First line\r\nsecond line\r\n', '静物 🎨', ' "a\\b" <c> '),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
  .map((value) => value.replaceAll('\0', ''))

/** Often one of a few, so that slugs are taken; otherwise any that is not blank. */
const title: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Northern Light', 'NORTHERN light!', '静物', 'a'.repeat(300)),
  },
  { weight: 2, arbitrary: anyString.filter((value) => /\S/.test(value)) },
)

const personName = anyString.map((value) => value.replaceAll(/[<>]/g, ''))

const email = fc.emailAddress().filter((value) => value.length <= 254)

/** In the normal form of a URL parser, as the response validator requires. */
export const webUrl: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('https://kunsthal-nord.example', "http://a.b:8080/c/?d=e&f=%C3%A5#(g)'"),
    fc.webUrl({ withFragments: true, withQueryParameters: true, size: 'small' }),
  )
  .map((url) => new URL(url).href)

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
const timestamp: fc.Arbitrary<Field<string>> = fc
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
export const period = fc.tuple(timestamp, timestamp, fc.nat(19)).map(([one, other, chance]) => {
  const isInOrder = timeKey(one.shown ?? '') <= timeKey(other.shown ?? '')
  const [start_time, end_time] = isInOrder === chance > 0 ? [one, other] : [other, one]
  return { start_time, end_time }
})

/** A text that sorts like the time. */
export function timeKey(shown: string): string {
  return shown.length === 20 ? shown.replace('Z', '.000000Z') : shown
}

const cents = fc.oneof(
  fc.constantFrom(0, 7, 10, 1250, 99_999_999_999_999),
  fc.integer({ min: 0, max: 99_999_999_999_999 }),
)

const price = orNull(plain(cents.map((amount) => amount / 100)))
const count = plain(fc.oneof(fc.constantFrom(0, 1, 2_147_483_647), fc.nat()))
const flag = plain(fc.boolean())
const anyText = plain(anyString)
const textOrNull = orNull(anyText)
const urlOrNull = orNull(plain(webUrl))

/** The optional fields, except for state and picture. */
export const optionalFields = {
  price,
  country,
  content: textOrNull,
  is_all_day_event: flag,
  is_end_time_unknown: flag,
  address: plain(fc.oneof(anyString, fc.constantFrom('Kunsthal Nord, Havnegade 4'))),
  city: anyText,
  geolocation,
  price_currency: plain(fc.constantFrom('EUR', 'DKK', 'JPY')),
  exhibitors_previous_year: count,
  exhibitors_this_year: count,
  visitors_this_year: count,
  visitors_previous_year: count,
  buy_tickets_url: urlOrNull,
  contact_name: masked(personName, '<NAME>'),
  email: masked(email, '<EMAIL>'),
  external_url: urlOrNull,
  phone: masked(fc.constantFrom('', '+45 86 12 00 00'), '<PHONE>'),
  additional_info: textOrNull,
  press_release: urlOrNull,
  banner_logo: urlOrNull,
  is_online_only: flag,
} satisfies FieldArbitraries

/** The required fields of a whole event. */
export function requiredFields({ venues, categories }: World) {
  return {
    venue: idOf(venues),
    category: idOf(categories),
    title: plain(title),
    start_time: timestamp,
    end_time: timestamp,
  } satisfies FieldArbitraries
}
