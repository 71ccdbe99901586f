import type { Insertable } from 'kysely'
import type { ArtworkTable } from '../../src/database/tables.ts'
import { streetAddress, zipCode } from './place.ts'
import type { Random } from './random.ts'
import type { City } from './words/cities.ts'

type Pickup = Pick<Insertable<ArtworkTable>, 'street_address' | 'city' | 'zip_code' | 'state'>

const UNKNOWN: Pickup = { street_address: null, city: null, zip_code: null, state: null }
const LEFT_EMPTY: Pickup = { street_address: null, city: '', zip_code: '', state: null }

/** Where to collect it: at the gallery, if anything is said. */
export function artworkPickup(random: Random, city: City): Pickup {
  const said = random.next()
  if (said < 0.4) return UNKNOWN
  if (said < 0.55) return LEFT_EMPTY
  return {
    street_address: said < 0.7 ? null : streetAddress(random, city),
    city: city.name,
    zip_code: said < 0.6 ? '' : zipCode(random, city),
    state: city.state,
  }
}
