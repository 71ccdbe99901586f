import type { Insertable } from 'kysely'
import type { ArtworkTable } from '../../src/database/tables.ts'
import type { Random } from './random.ts'

type Offers = Pick<
  Insertable<ArtworkTable>,
  | 'available_for_sale'
  | 'allow_discounted_offers'
  | 'automated_offers'
  | 'automated_offers_discount_rate'
  | 'automated_offer_days_valid'
  | 'allow_instant_buy'
>

/** How it can be bought. Automated offers and instant buy need a price that is shown. */
export function artworkOffers(random: Random, hasPrice: boolean): Offers {
  const availability = artworkAvailability(random)
  const sells = hasPrice && availability === 'available'
  const discounted = random.chance(0.4)
  const automated = sells && discounted && random.chance(0.35)
  return {
    available_for_sale: availability,
    allow_discounted_offers: discounted,
    automated_offers: automated,
    automated_offers_discount_rate: automated ? random.pick([5, 10, 12, 15, 20]) : null,
    automated_offer_days_valid: automated ? random.pick([2, 3, 5, 7, 14]) : null,
    allow_instant_buy: sells && random.chance(0.35),
  }
}

function artworkAvailability(random: Random): string {
  const share = random.next()
  if (share < 0.82) return 'available'
  if (share < 0.92) return 'sold'
  return share < 0.96 ? 'reserved' : 'not for sale'
}
