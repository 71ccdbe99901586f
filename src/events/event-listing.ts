import type { components } from '../../generated/v1.ts'
import { isAdmin, type Principal } from '../auth/principal.ts'
import { brokenRules } from '../database/errors.ts'
import { timestampText, together, type DatabaseReader } from '../database/kysely.ts'
import { isVisibleEvent } from '../database/visibility.ts'
import {
  EVENT_RULE_COLUMNS,
  type FactsWanted,
  type ListingKind,
  type RuleColumns,
} from '../listings/listing-kind.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import { utcTimestamp, writtenTimestamp } from '../request-body/timestamp.ts'
import { geolocationText, placeColumns } from '../venues/place.ts'
import { selectVenuePlaces, type VenuePlace } from '../venues/venue-queries.ts'
import {
  countryCodesAmong,
  loadReferences,
  unknownCountry,
  unknownReferences,
  type KnownIds,
  type Reference,
} from '../writes/reference-rules.ts'

export type EventInput = components['schemas']['EventInput']
export type EventPatch = components['schemas']['EventPatch']

/** The data on which the rules of events depend. */
interface EventFacts {
  readonly references: KnownIds
  readonly places: ReadonlyMap<number, VenuePlace>
  /** The codes of countries among those in the requests. */
  readonly countries: ReadonlySet<string>
}

type Column = keyof ReturnType<typeof columnsOf>

const COLUMNS: Record<Column, true> = {
  title: true,
  price: true,
  venue_id: true,
  category_id: true,
  country_code: true,
  publish_status: true,
  content: true,
  start_time: true,
  end_time: true,
  is_all_day_event: true,
  is_end_time_unknown: true,
  address: true,
  city: true,
  latitude: true,
  longitude: true,
  price_currency: true,
  exhibitors_previous_year: true,
  exhibitors_this_year: true,
  visitors_this_year: true,
  visitors_previous_year: true,
  buy_tickets_url: true,
  contact_name: true,
  email: true,
  external_url: true,
  phone: true,
  additional_info: true,
  press_release: true,
  banner_logo: true,
  is_online_only: true,
}

/** Events belong to their author. */
export const eventListing: ListingKind<EventPatch, EventFacts> = {
  noun: 'event',
  table: 'events',
  pictures: 'event_images',
  owner: 'author_id',
  columns: Object.keys(COLUMNS),
  ruleColumns: EVENT_RULE_COLUMNS,
  links: {},
  firstStatus: 'draft',
  isVisible: isVisibleEvent,
  loadFacts,
  requireOwn: requireAuthor,
  namedOwner: () => undefined,
  requireRules,
  newRow: (fields, facts) => ({ columns: columnsOf(wholeEvent(fields, facts)) }),
  changedRow: (fields, { is_all_day_event: isAllDay = false }) => ({
    columns: columnsOf(fields, isAllDay),
  }),
}

async function loadFacts(
  db: DatabaseReader,
  { fields }: FactsWanted<EventPatch>,
): Promise<EventFacts> {
  const venues = fields.flatMap(({ venue }) => venue ?? [])
  const [references, places, countries] = await together([
    loadReferences(db, fields.flatMap(referencesOf)),
    selectVenuePlaces(db, venues),
    countryCodesAmong(fields.map(({ country }) => country)),
  ])
  return { references, places, countries }
}

function requireAuthor(author: number | string, _facts: EventFacts, principal: Principal): void {
  if (author === principal.userId || isAdmin(principal)) return
  throw new Problem('forbidden', 'Only the author of the event and admin may change it.')
}

/** The defaults of absent fields in POST and PUT (contract, EventInput). */
const EVENT_DEFAULTS = {
  price: null,
  featured_image: null,
  content: null,
  is_all_day_event: false,
  is_end_time_unknown: false,
  address: '',
  price_currency: 'EUR',
  exhibitors_previous_year: 0,
  exhibitors_this_year: 0,
  visitors_this_year: 0,
  visitors_previous_year: 0,
  buy_tickets_url: null,
  contact_name: null,
  email: null,
  external_url: null,
  phone: null,
  additional_info: null,
  press_release: null,
  banner_logo: null,
  is_online_only: false,
} as const satisfies EventPatch

/**
 * The fields of a request with the defaults of the absent ones. An event without a place of its own has that of its
 * venue.
 */
export function wholeEvent(fields: EventPatch, facts: EventFacts): EventPatch {
  const venue = facts.places.get(fields.venue ?? 0)
  const place = venue && {
    country: venue.country_code ?? '',
    city: venue.city,
    geolocation: geolocationText(venue),
  }
  return { ...EVENT_DEFAULTS, ...place, ...fields }
}

/** @throws 422 naming each related record that does not exist, an unknown country, and an end before the start. */
function requireRules(
  fields: EventPatch,
  { references, countries }: EventFacts,
  stored: RuleColumns = {},
): void {
  const isAllDay = fields.is_all_day_event ?? stored.is_all_day_event
  const start = storedTime(fields.start_time, isAllDay) ?? timeText(stored.start_time)
  const end = storedTime(fields.end_time, isAllDay) ?? timeText(stored.end_time)
  const violations = [
    ...unknownReferences(references, referencesOf(fields)),
    ...unknownCountry(fields.country, countries),
    ...brokenRules({ events_end_not_before_start: comparable(start) <= comparable(end) }),
  ]
  if (violations.length > 0) throw unprocessable(violations)
}

function timeText(raw: string | undefined): string {
  return raw === undefined ? '' : timestampText(raw)
}

/** A timestamp in UTC as text in the order of time. */
function comparable(text: string): string {
  return text.replace('Z', '')
}

/**
 * A time of a request, in UTC. The days of an all-day event are those that the sender wrote, wherever the sender or the
 * reader is, so its times are stored without their offset.
 */
function storedTime(text: string | undefined, isAllDay: boolean | undefined): string | undefined {
  if (text === undefined) return undefined
  return (isAllDay === true ? writtenTimestamp(text) : undefined) ?? utcTimestamp(text)
}

function referencesOf({ venue, category }: EventPatch): Reference[] {
  return [
    ...(venue === undefined ? [] : [{ pointer: '/venue', table: 'venues' as const, id: venue }]),
    ...(category === undefined
      ? []
      : [{ pointer: '/category', table: 'event_categories' as const, id: category }]),
  ]
}

/** The columns for the fields of a request; most columns have the name of their field. */
function columnsOf(
  {
    featured_image: _picture,
    country,
    geolocation,
    venue: venue_id,
    category: category_id,
    start_time,
    end_time,
    ...same
  }: EventPatch,
  wasAllDay = false,
) {
  const isAllDay = same.is_all_day_event ?? wasAllDay
  return {
    ...same,
    ...placeColumns({ country, geolocation }),
    venue_id,
    category_id,
    ...(start_time !== undefined && { start_time: storedTime(start_time, isAllDay) }),
    ...(end_time !== undefined && { end_time: storedTime(end_time, isAllDay) }),
  }
}
