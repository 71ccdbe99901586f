import type { components } from '../../generated/v1.ts'
import { isAdmin, type Principal } from '../auth/principal.ts'
import { brokenRules } from '../database/errors.ts'
import { timestampText, together, type DatabaseReader } from '../database/kysely.ts'
import { isVisibleEvent } from '../database/visibility.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import type { BatchKind, FactsWanted, StoredColumns } from '../records/record-kind.ts'
import { loadReferences, unknownReferences, type KnownIds } from '../records/reference-queries.ts'
import { utcTimestamp, writtenTimestamp } from '../request-body/timestamp.ts'
import {
  countryCodesAmong,
  geolocationText,
  placeColumns,
  unknownCountry,
} from '../venues/place.ts'
import { selectVenuePlaces, type VenuePlace } from '../venues/venue-queries.ts'
import { eventJson } from './event-resource.ts'

type Event = components['schemas']['Event']
type EventInput = components['schemas']['EventInput']
export type EventPatch = components['schemas']['EventPatch']

/** The data on which the rules of events depend. */
interface EventFacts {
  readonly references: KnownIds
  readonly places: ReadonlyMap<number, VenuePlace>
  /** The codes of countries among those in the requests. */
  readonly countries: ReadonlySet<string>
}

/** The fields that refer to records with a name, with the tables of these. */
export const EVENT_REFERENCES = { venue: 'venues', category: 'event_categories' } as const

/** The fields that each request has, and those whose default is not the same for all. */
type ComputedDefault =
  | 'venue'
  | 'category'
  | 'title'
  | 'start_time'
  | 'end_time'
  | 'country'
  | 'city'
  | 'geolocation'
  | 'publish_status'
  | 'featured_image'

/** The defaults of absent fields in POST and PUT (contract, EventInput). */
const EVENT_DEFAULTS = {
  price: null,
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
  is_cancelled: false,
} as const satisfies Required<Omit<EventInput, ComputedDefault>>

/** The columns of requests, with the values that absent ones have in a new event. */
const COLUMNS: Readonly<Record<keyof ReturnType<typeof columnsOf>, unknown>> = {
  ...EVENT_DEFAULTS,
  title: null,
  venue_id: null,
  category_id: null,
  country_code: null,
  publish_status: 'draft',
  start_time: null,
  end_time: null,
  city: null,
  latitude: null,
  longitude: null,
}

/** Events belong to their author. */
export const eventKind: BatchKind<Event, EventPatch, EventFacts> = {
  noun: 'event',
  table: 'events',
  json: eventJson,
  pictures: 'event_images',
  slugFrom: 'title',
  owner: 'author_id',
  columns: COLUMNS,
  newColumns: ['author_id', 'external_id'],
  checkedColumns: [
    'author_id',
    'external_id',
    'publish_status',
    'start_time',
    'end_time',
    'is_all_day_event',
  ],
  lock: 'update',
  isVisible: isVisibleEvent,
  loadFacts,
  requireOwn: requireAuthor,
  lineOwner: (_line, userId) => userId,
  requireRules,
  newRow: (fields, facts, { userId: author_id }) => ({
    columns: { ...columnsOf(wholeEvent(fields, facts)), author_id },
  }),
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
    loadReferences(db, EVENT_REFERENCES, fields),
    selectVenuePlaces(db, venues),
    countryCodesAmong(fields.map(({ country }) => country)),
  ])
  return { references, places, countries }
}

function requireAuthor(author: number | string, _facts: EventFacts, principal: Principal): void {
  if (author === principal.userId || isAdmin(principal)) return
  throw new Problem('forbidden', 'Only the author of the event and admin may change it.')
}

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
  stored: StoredColumns = {},
): void {
  const isAllDay = fields.is_all_day_event ?? stored.is_all_day_event
  const start = storedTime(fields.start_time, isAllDay) ?? timeText(stored.start_time)
  const end = storedTime(fields.end_time, isAllDay) ?? timeText(stored.end_time)
  const violations = [
    ...unknownReferences(references, EVENT_REFERENCES, fields),
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
