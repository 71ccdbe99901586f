import fc from 'fast-check'
import { timestamp, type Field } from './timestamps.ts'
import type { World } from './world.ts'

/** The fields of a request by their names. */
export type Fields = Readonly<Record<string, Field>>

type FieldArbitrary = fc.Arbitrary<Field>

/** Any characters that can be stored, line breaks among them. */
export const text = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom('', 'Ærøskøbing', 'First line\r\nsecond line\r\n', '静物 🎨', ' "a\\b" <c> '),
      fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 40) }),
      fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) }),
    )
    .map((value) => value.replaceAll('\0', ''))

const plain = (values: fc.Arbitrary<unknown>): FieldArbitrary =>
  values.map((value) => ({ sent: value, shown: value }))

const orNull = (values: FieldArbitrary): FieldArbitrary =>
  fc.oneof({ weight: 1, arbitrary: plain(fc.constant(null)) }, { weight: 3, arbitrary: values })

const masked = (values: fc.Arbitrary<string>, placeholder: string): FieldArbitrary =>
  orNull(values.map((sent) => ({ sent, shown: sent && placeholder })))

/** In the form that a URL parser would write, as the judge of answers wants it. */
export const webUrl = fc
  .oneof(
    fc.constantFrom('https://kunsthal-nord.example', "http://a.b:8080/c/?d=e&f=%C3%A5#(g)'"),
    fc.webUrl({ withFragments: true, withQueryParameters: true, size: 'small' }),
  )
  .map((url) => new URL(url).href)

const title = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Northern Light', 'NORTHERN light!', '静物', 'a'.repeat(300)),
  },
  { weight: 2, arbitrary: text(300).filter((value) => /\S/.test(value)) },
)

const cents = fc.oneof(
  fc.constantFrom(0, 7, 10, 1250, 99_999_999_999_999),
  fc.integer({ min: 0, max: 99_999_999_999_999 }),
)

const count = fc.oneof(fc.constantFrom(0, 1, 2_147_483_647), fc.nat())

/** Decimal degrees with up to six decimals, of which the record keeps those that tell something. */
const degrees = (most: number): fc.Arbitrary<Field<string>> =>
  fc
    .tuple(fc.integer({ min: -most * 1_000_000, max: most * 1_000_000 }), fc.nat(6))
    .map(([millionths, decimals]) => {
      const sent = (millionths / 1_000_000).toFixed(decimals)
      return { sent, shown: String(Number(sent)) }
    })

const geolocation = fc.oneof(
  plain(fc.constant('')),
  fc.tuple(degrees(90), degrees(180)).map(([latitude, longitude]) => ({
    sent: `${String(latitude.sent)},${String(longitude.sent)}`,
    shown: `${latitude.shown},${longitude.shown}`,
  })),
)

const UNKNOWN_ID = { sent: 2_147_483_647, shown: undefined }

const oneOf = (records: readonly { readonly id: number }[]): FieldArbitrary =>
  fc.oneof(
    {
      weight: 30,
      arbitrary: fc.constantFrom(...records).map((shown) => ({ sent: shown.id, shown })),
    },
    { weight: 1, arbitrary: fc.constant(UNKNOWN_ID) },
  )

const country = fc.oneof(
  { weight: 20, arbitrary: plain(fc.constantFrom('', 'DK', 'FR', 'TW')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('ZZ', 'EU', 'UK').map((sent) => ({ sent, shown: undefined })),
  },
)

/** Every field that a request may write, but for the picture, with values that fit the contract. */
export function fieldArbitraries({ venues, categories }: World): Record<string, FieldArbitrary> {
  const url = orNull(plain(webUrl))
  const flag = plain(fc.boolean())
  return {
    price: orNull(plain(cents.map((amount) => amount / 100))),
    venue: oneOf(venues),
    category: oneOf(categories),
    country,
    title: plain(title),
    content: orNull(plain(text(2000))),
    start_time: timestamp,
    end_time: timestamp,
    is_all_day_event: flag,
    is_end_time_unknown: flag,
    address: plain(fc.oneof(text(300), fc.constantFrom('Kunsthal Nord, Havnegade 4'))),
    city: plain(text(200)),
    geolocation,
    price_currency: plain(fc.constantFrom('EUR', 'DKK', 'JPY')),
    exhibitors_previous_year: plain(count),
    exhibitors_this_year: plain(count),
    visitors_this_year: plain(count),
    visitors_previous_year: plain(count),
    buy_tickets_url: url,
    contact_name: masked(
      text(200).map((value) => value.replaceAll(/[<>]/g, '')),
      '<NAME>',
    ),
    email: masked(
      fc.emailAddress().filter((value) => value.length <= 254),
      '<EMAIL>',
    ),
    external_url: url,
    phone: masked(fc.constantFrom('', '+45 86 12 00 00'), '<PHONE>'),
    additional_info: orNull(plain(text(2000))),
    press_release: url,
    banner_logo: url,
    is_online_only: flag,
  }
}
