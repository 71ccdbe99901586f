import type { Insertable } from 'kysely'
import type { EventTable } from '../../src/database/tables.ts'
import { eventContact, eventContent, eventNote, fairDetails } from './event-details.ts'
import { eventDates, eventTimes } from './event-times.ts'
import { eventCategory, eventSlug, eventTitle, eventVenue, isArtFair } from './event-title.ts'
import { galleryOwner } from './galleries.ts'
import { PLACEHOLDER_ID } from './pictures.ts'
import { streetAddress } from './place.ts'
import { idAt, type PoolIds } from './pool-ids.ts'
import { galleriesAtEvent } from './pool-sizes.ts'
import { randomSource, type Random } from './random.ts'
import { venueCity, venuePoint } from './venues.ts'

const authors = randomSource('event author')
const facts = randomSource('event')

export function eventAuthor(n: number): string {
  return galleryOwner(authors(n).below(galleriesAtEvent(n)))
}

/** Event n of the catalogue. */
export function eventRow(
  n: number,
  id: number,
  imageId: number | null,
  pools: PoolIds,
): Insertable<EventTable> {
  const random = facts(n)
  const isFair = isArtFair(n)
  const slug = eventSlug(n)
  const { day, times } = eventTimes(random, isFair)
  return {
    id,
    author_id: eventAuthor(n),
    featured_image_id: imageId ?? PLACEHOLDER_ID,
    venue_id: idAt(pools.venues, eventVenue(n)),
    category_id: idAt(pools.eventCategories, eventCategory(n)),
    slug,
    title: eventTitle(n),
    content: eventContent(random),
    ...times,
    ...eventDates(random, day),
    ...eventPlace(random, eventVenue(n)),
    price_currency: 'EUR',
    ...fairDetails(random, isFair),
    ...eventContact(random, slug, isFair),
    ...eventMarks(random),
  }
}

type Place = Pick<
  Insertable<EventTable>,
  'country_code' | 'address' | 'city' | 'latitude' | 'longitude' | 'is_online_only'
>

const ONLINE: Place = {
  country_code: null,
  address: '',
  city: '',
  latitude: null,
  longitude: null,
  is_online_only: true,
}

/** At the venue, or, for a few, nowhere but online. */
function eventPlace(random: Random, venue: number): Place {
  if (random.chance(0.04)) return ONLINE
  const city = venueCity(venue)
  return {
    country_code: city.country,
    address: streetAddress(random, city),
    city: random.chance(0.08) ? '' : city.name,
    ...venuePoint(venue),
    is_online_only: false,
  }
}

type Marks = Pick<
  Insertable<EventTable>,
  'auction_results_added' | 'is_featured' | 'additional_info' | 'banner_logo'
>

function eventMarks(random: Random): Marks {
  return {
    auction_results_added: random.chance(0.02),
    is_featured: random.chance(0.06),
    additional_info: eventNote(random),
    banner_logo: null,
  }
}
