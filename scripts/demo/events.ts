import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { offsetAt, timeZoneAt } from '../../src/time-zones.ts'
import { itemSlug } from './code.ts'
import { galleryOwner } from './galleries.ts'
import { PLACEHOLDER_ID, imageMetadata, renditions } from './pictures.ts'
import { currencyOf, streetAddress } from './place.ts'
import { idAt, type PoolIds, galleriesAtEvent, venuesAtEvent } from './pool-sizes.ts'
import {
  randomSource,
  type Random,
  DAY,
  HOUR,
  SECOND,
  dayMoment,
  momentBefore,
  timestamp,
} from './random.ts'
import type { RecordKind } from './record-kind.ts'
import { venueCity, venuePoint } from './venues.ts'
import {
  EVENT_CATEGORIES,
  EVENT_NOTES,
  EVENT_PARAGRAPHS,
  FAIR_TITLES,
  FIRST_NAMES,
  LAST_NAMES,
  SHOW_TITLES,
} from './words.ts'

const presence = randomSource('event has picture')

export function eventKind(pools: PoolIds): RecordKind {
  return {
    table: 'events',
    slug: eventSlug,
    row: (n, id, imageId) => eventRow(n, id, imageId, pools),
    images: {
      table: 'event_images',
      has: (n) => !presence(n).chance(0.05),
      row: eventImageRow,
    },
  }
}

const facts = randomSource('event')

function eventRow(
  n: number,
  id: number,
  imageId: number | null,
  pools: PoolIds,
): Insertable<Database['events']> {
  const random = facts(n)
  const isFair = isArtFair(n)
  const slug = eventSlug(n)
  const { day, times } = eventTimes(random, isFair, n)
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
    ...eventDates(random, day, fairDay(n) !== undefined),
    ...eventPlace(random, n),
    price_currency: currencyOf(venueCity(eventVenue(n)).country),
    ...fairDetails(random, isFair),
    ...eventContact(random, slug, isFair),
    auction_results_added: random.chance(0.04),
    is_featured: random.chance(0.06),
    is_cancelled: cancellations(n).chance(0.02),
    additional_info: random.chance(0.2) ? random.pick(EVENT_NOTES) : null,
    banner_logo: isFair && random.chance(0.5) ? '/events/1.svg' : null,
  }
}

const ONLINE = {
  country_code: null,
  address: '',
  city: '',
  latitude: null,
  longitude: null,
  is_online_only: true,
}

/** At the venue, or, for a few, nowhere but online. */
function eventPlace(random: Random, n: number) {
  if (random.chance(0.04) && fairDay(n) === undefined) return ONLINE
  const venue = eventVenue(n)
  const city = venueCity(venue)
  return {
    country_code: city.country,
    address: streetAddress(random, city),
    city: random.chance(0.08) ? '' : city.name,
    ...venuePoint(venue),
    is_online_only: false,
  }
}

const venues = randomSource('event venue')
const categories = randomSource('event category')
const titles = randomSource('event title')
const cancellations = randomSource('event cancelled')
const FAIR_SHARE = 0.12
const SHOW_SHARE = 0.7

/** Four weeks apart for two years, so that a search for the fairs of the next month finds one. */
const FAIRS_IN_PARIS = 24
const EVENTS_PER_FAIR = 5
const FAIR_DAYS = 28
const VENUE_IN_PARIS = 4

/** The day of event n if it is one of these fairs. */
function fairDay(n: number): number | undefined {
  const fair = Math.floor(n / EVENTS_PER_FAIR)
  const isFair = n % EVENTS_PER_FAIR === EVENTS_PER_FAIR - 1 && fair < FAIRS_IN_PARIS
  return isFair ? fair * FAIR_DAYS : undefined
}

/** The place in the pool of the venue of event n. */
function eventVenue(n: number): number {
  return fairDay(n) !== undefined ? VENUE_IN_PARIS : venues(n).below(venuesAtEvent(n))
}

/** The place in the list of the category of event n: mostly a gallery show. */
function eventCategory(n: number): number {
  const random = categories(n)
  if (fairDay(n) !== undefined) return ART_FAIRS
  if (random.chance(SHOW_SHARE)) return GALLERY_SHOWS
  return random.chance(FAIR_SHARE / (1 - SHOW_SHARE)) ? ART_FAIRS : random.between(2, LAST_CATEGORY)
}

function isArtFair(n: number): boolean {
  return eventCategory(n) === ART_FAIRS
}

const GALLERY_SHOWS = 0
const ART_FAIRS = 1
const LAST_CATEGORY = EVENT_CATEGORIES.length - 1

function eventTitle(n: number): string {
  const random = titles(n)
  if (isArtFair(n)) return random.pick(FAIR_TITLES).replace('$', venueCity(eventVenue(n)).name)
  const title = random.pick(SHOW_TITLES)
  if (random.chance(0.4)) return title
  return `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}: ${title}`
}

function eventSlug(n: number): string {
  return itemSlug(eventTitle(n), n)
}

const FIRST_DAY = -500
/** Years ahead, so that events are coming up long after the base date, too. */
const LAST_DAY = 900

/** From one evening to half a year, around the base date unless event n has a day; the day that it starts is returned too. */
function eventTimes(random: Random, isFair: boolean, n: number) {
  const { latitude, longitude } = venuePoint(eventVenue(n))
  const zone = timeZoneAt(Number(latitude), Number(longitude))
  const anyDay = random.between(FIRST_DAY, LAST_DAY)
  const day = fairDay(n) ?? anyDay
  const days = isFair ? random.between(3, 6) : showDays(random)
  const allDay = random.chance(0.2)
  const start = allDay ? dayMoment(day) : localMoment(day, random.between(8, 18), zone)
  const closing = localMoment(day + days - 1, random.between(19, 22), zone)
  return {
    day,
    times: {
      start_time: timestamp(start),
      end_time: timestamp(allDay ? dayMoment(day + days) - SECOND : closing),
      is_all_day_event: allDay,
      is_end_time_unknown: random.chance(0.05),
    },
  }
}

/** The moment of an hour of a day at a place, in microseconds. */
function localMoment(day: number, hour: number, zone: string): number {
  const moment = dayMoment(day) + hour * HOUR
  return moment - offsetAt(zone, moment / SECOND) * SECOND
}

function showDays(random: Random): number {
  if (random.chance(0.15)) return 1
  return random.chance(0.2) ? random.between(70, 180) : random.between(14, 60)
}

/** Entered months before the event starts, and before the base date; published days later. */
function eventDates(random: Random, startDay: number, isPublished: boolean) {
  const day = Math.min(startDay, 0) - random.between(30, 150)
  const created = momentBefore(random, dayMoment(day + 1), DAY)
  const published = momentBefore(random, created + 9 * DAY, 9 * DAY)
  const isUsual = random.next() < 0.95 || isPublished
  const status = isUsual ? 'published' : random.pick(['draft', 'archived'])
  const wholeHour = published - (published % HOUR)
  const planned = status !== 'draft' && random.chance(0.1)
  return {
    publish_status: status,
    published_at: status === 'draft' ? null : timestamp(planned ? wholeHour : published),
    publish_time: planned ? timestamp(wholeHour) : null,
    created_at: timestamp(created - HOUR),
    updated_at: timestamp(published + (random.chance(0.5) ? 0 : random.below(20 * DAY))),
  }
}

const NO_FAIR = {
  is_paid_art_fair: false,
  price: null,
  exhibitors_previous_year: 0,
  exhibitors_this_year: 0,
  visitors_this_year: 0,
  visitors_previous_year: 0,
}

/** Admission, exhibitors and visitors, which only fairs have. */
function fairDetails(random: Random, isFair: boolean) {
  if (!isFair) return NO_FAIR
  const paid = random.chance(0.75)
  const exhibitors = random.between(18, 140)
  return {
    is_paid_art_fair: paid,
    price: paid ? `${random.between(8, 45)}.${random.pick(['00', '50'])}` : null,
    exhibitors_previous_year: random.chance(0.2) ? 0 : Math.round(exhibitors * 0.9),
    exhibitors_this_year: exhibitors,
    visitors_this_year: 0,
    visitors_previous_year: random.chance(0.2) ? 0 : exhibitors * random.between(110, 400),
  }
}

/** A contact and addresses for more information: often unknown. */
function eventContact(random: Random, slug: string, isFair: boolean) {
  const site = `https://${slug.slice(-5)}.example.org`
  const isKnown = random.chance(0.3)
  return {
    buy_tickets_url: isFair || random.chance(0.05) ? `${site}/tickets` : null,
    contact_name: isKnown ? 'The gallery desk' : null,
    email: isKnown ? `${slug.slice(-5)}@example.org` : null,
    external_url: random.chance(0.4) ? `${site}/${slug}` : null,
    phone: isKnown && random.chance(0.5) ? `+44 20 7946 0${random.between(100, 999)}` : null,
    press_release: random.chance(0.1) ? `${site}/press.pdf` : null,
  }
}

/** One to four paragraphs; those pasted from elsewhere end their lines with CR LF. */
function eventContent(random: Random): string | null {
  if (random.chance(0.2)) return null
  const first = random.below(EVENT_PARAGRAPHS.length)
  const twice = [...EVENT_PARAGRAPHS, ...EVENT_PARAGRAPHS]
  const paragraphs = twice.slice(first, first + random.between(1, 4))
  return paragraphs.join(random.chance(0.5) ? '\r\n\r\n' : '\n\n')
}

const authors = randomSource('event author')

function eventAuthor(n: number): string {
  return galleryOwner(authors(n).below(galleriesAtEvent(n)))
}

const pictures = randomSource('event picture')
const RENDITIONS = ['full_size', 'crop_big', 'crop_medium', 'crop_small', 'crop_smallest']

function eventImageRow(n: number, id: number): object {
  return {
    id,
    ...imageMetadata(pictures(n), eventTitle(n)),
    uploaded_by: eventAuthor(n),
    ...renditions(`/events/${n + 1}`, RENDITIONS),
  }
}
