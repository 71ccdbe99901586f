import { unprocessable } from '../problems/problem.ts'
import { countryCodesAmong, unknownCountry } from '../writes/reference-rules.ts'
import { placeColumns, type PlaceFields } from './place.ts'

/**
 * A request with the columns of its place in place of the fields.
 * @throws 422 for an unknown country.
 */
export async function venueColumns<Fields extends PlaceFields>({
  country,
  geolocation,
  ...same
}: Fields) {
  const violations = unknownCountry(country, await countryCodesAmong([country]))
  if (violations.length > 0) throw unprocessable(violations)
  return { ...same, ...placeColumns({ country, geolocation }) }
}
