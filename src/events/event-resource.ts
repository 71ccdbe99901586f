import { eventCategoryFragment } from '../categories/category-resources.ts'
import {
  columnsOf,
  constant,
  embedded,
  escaped,
  expression,
  object,
  one,
  timestamp,
} from '../json-sql/json.ts'
import { localDaysSql } from '../json-sql/local-days.ts'
import { geolocationJson } from '../venues/place.ts'
import { eventImageJson } from '../records/picture-resource.ts'
import { userFragment, EMAIL, NAME, PHONE } from '../users/user-resource.ts'
import { venueFragment } from '../venues/venue-resource.ts'

const {
  boolean,
  decimal,
  masked,
  media,
  number,
  plain,
  text,
  timestamp: time,
  trueOrAbsent,
} = columnsOf('events')

/** The venue and the address, without the name of the venue where the address begins with it. */
const PLACE = `CASE WHEN events.address = '' THEN venues.name
  WHEN starts_with(events.address, venues.name) THEN events.address
  ELSE venues.name || ', ' || events.address END`

/**
 * The days of an event are those of its own place, or else of its venue, as calendars show them (event-place.ts). One that ends
 * at midnight ends on the day before. The last day of an all-day event is included.
 */
const DAYS = localDaysSql({
  start: 'events.start_time',
  end: `CASE WHEN events.is_all_day_event THEN events.end_time
    ELSE greatest(events.start_time, events.end_time - interval '1 second') END`,
  latitude: 'coalesce(events.latitude, venues.latitude)',
  longitude: 'coalesce(events.longitude, venues.longitude)',
  isInUtc: 'events.is_all_day_event',
})

/**
 * One sentence with title, category, start, end, venue and address (contract, Event). It has no article
 * before the category, because the category may be a plural or begin with a vowel. It has no character that turns the
 * direction of writing: one of a title would turn the dates after it.
 */
const SUMMARY = `(SELECT
  left(${undirected(`events.title, ': ', event_categories.name, ' event '`)}, -1)
  || ${DAYS} || substr(${undirected(`' at ', ${PLACE}, '.'`)}, 2)
  FROM venues, event_categories
  WHERE venues.id = events.venue_id AND event_categories.id = events.category_id)`

/** SQL of a JSON string. */
function undirected(texts: string): string {
  return escaped(
    `translate(concat(${texts}), U&'\\202A\\202B\\202C\\202D\\202E\\2066\\2067\\2068\\2069', '')`,
  )
}

export const eventJson = object('Event', {
  id: number('id'),
  author: embedded(userFragment, 'events.author_id'),
  price: decimal('price'),
  featured_image: one(
    eventImageJson,
    'event_images WHERE event_images.id = events.featured_image_id',
  ),
  venue: embedded(venueFragment, 'events.venue_id'),
  category: embedded(eventCategoryFragment, 'events.category_id'),
  country: expression<string>(`concat('"', events.country_code, '"')`),
  publish_status: plain('publish_status'),
  // Never null: a draft shows its time of creation (contract, Event).
  published_at: expression<string>(timestamp('coalesce(events.published_at, events.created_at)')),
  publish_time: time('publish_time'),
  slug: plain('slug'),
  created_at: time('created_at'),
  updated_at: time('updated_at'),
  summary: expression<string>(SUMMARY),
  title: text('title'),
  content: text('content'),
  start_time: time('start_time'),
  end_time: time('end_time'),
  is_all_day_event: boolean('is_all_day_event'),
  is_end_time_unknown: boolean('is_end_time_unknown'),
  auction_results_added: boolean('auction_results_added'),
  is_featured: boolean('is_featured'),
  is_paid_art_fair: boolean('is_paid_art_fair'),
  address: text('address'),
  city: text('city'),
  geolocation: geolocationJson('events'),
  price_currency: plain('price_currency'),
  exhibitors_previous_year: number('exhibitors_previous_year'),
  exhibitors_this_year: number('exhibitors_this_year'),
  visitors_this_year: number('visitors_this_year'),
  visitors_previous_year: number('visitors_previous_year'),
  buy_tickets_url: text('buy_tickets_url'),
  contact_name: masked('contact_name', NAME),
  email: masked('email', EMAIL),
  external_url: text('external_url'),
  phone: masked('phone', PHONE),
  additional_info: text('additional_info'),
  press_release: text('press_release'),
  banner_logo: media('banner_logo'),
  is_online_only: boolean('is_online_only'),
  artists: constant([]),
  artworks: constant([]),
  magazines: constant([]),
  additional_images: constant([]),
  is_cancelled: trueOrAbsent('is_cancelled'),
})
