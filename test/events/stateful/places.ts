import fc from 'fast-check'
import { plain, type Field, type FieldArbitrary } from './field.ts'

/** Decimal degrees with up to six decimals, of which the record keeps those that tell something. */
function degrees(most: number): fc.Arbitrary<Field<string>> {
  return fc
    .tuple(fc.integer({ min: -most * 1_000_000, max: most * 1_000_000 }), fc.nat(6))
    .map(([millionths, decimals]) => {
      const sent = (millionths / 1_000_000).toFixed(decimals)
      return { sent, shown: String(Number(sent)) }
    })
}

export const geolocation: FieldArbitrary = fc.oneof(
  plain(fc.constant('')),
  fc.tuple(degrees(90), degrees(180)).map(([latitude, longitude]) => ({
    sent: `${String(latitude.sent)},${String(longitude.sent)}`,
    shown: `${latitude.shown},${longitude.shown}`,
  })),
)

/** Seldom two letters that are no country. */
export const country: FieldArbitrary = fc.oneof(
  { weight: 20, arbitrary: plain(fc.constantFrom('', 'DK', 'FR', 'TW')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('ZZ', 'EU', 'UK').map((sent) => ({ sent, shown: undefined })),
  },
)

const UNKNOWN_ID = { sent: 2_147_483_647, shown: undefined }

/** The id of one of the records, which is embedded then; seldom one that nothing has. */
export function idOf(records: readonly { readonly id: number }[]): FieldArbitrary {
  const known = fc.constantFrom(...records).map((shown) => ({ sent: shown.id, shown }))
  return fc.oneof(
    { weight: 30, arbitrary: known },
    { weight: 1, arbitrary: fc.constant(UNKNOWN_ID) },
  )
}
