import type { components } from '../../generated/v1.ts'
import { apiRoot, CALENDAR_TYPE } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { View } from '../contract/responses.ts'
import { filtersByName, nestedListAt } from '../lists/list.ts'
import { offsetAt } from '../time-zones.ts'
import { countryName } from '../venues/place.ts'
import { calendarText, component, textValue, timeValue, type Line } from './calendar-lines.ts'
import type { EVENT_REFERENCES } from './event-kind.ts'
import { cityOf, visitedPlaceOf } from './event-place.ts'
import { isShownTwice, offsetChanges, timeZoneOf } from './time-zone.ts'

// Written by hand. ical-generator takes up to 0.4 s for a page of 1 MiB, and the packages of VTIMEZONE components have only
// the rules of today, by which an event of Istanbul in 2015 would be an hour late.

type Schemas = components['schemas']
type Event = Schemas['Event']

const PRODUCT = '-//Art Marketplace Listing Service//Events//EN'

/** How often a calendar program may look for changes. */
const REFRESH = 'PT1H'

/** Pages of events as calendars: iCalendar objects (RFC 5545, RFC 7986). */
export function eventCalendars(urls: Urls): View {
  return {
    headers: {
      'content-type': `${CALENDAR_TYPE}; charset=utf-8`,
      'content-disposition': 'inline; filename="events.ics"',
      'x-content-type-options': 'nosniff',
    },
    success: ({ body, url }) => calendarOf(body as Schemas['EventPage'], new URL(url), urls),
  }
}

/** The local times of events, by their zone, in seconds. A VTIMEZONE component says their offset from UTC. */
type LocalTimes = Map<string, number[]>

function calendarOf(page: Schemas['EventPage'], url: URL, urls: Urls): string {
  const times: LocalTimes = new Map()
  const events = page.results.flatMap((event) =>
    component('VEVENT', eventLines(event, times, urls)),
  )
  // At least one component is required.
  if (events.length === 0) times.set('UTC', [0])
  const [name, description] = [nameOf(page, url), rangeText(page, url)].map(textValue)
  const lines: Line[] = [
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    `DESCRIPTION:${description}`,
    `X-WR-CALDESC:${description}`,
    `SOURCE;VALUE=URI:${sourceOf(url)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...[...times].flatMap(([zone, instants]) => zoneLines(zone, instants)),
    ...events,
  ]
  return calendarText(component('VCALENDAR', lines))
}

/** A program that reads it again may not send the same `Accept`. */
function sourceOf(url: URL): string {
  const source = new URL(url)
  source.searchParams.set('format', 'ics')
  return source.href
}

/** The filters by records with a name, which are also fields of an event. */
const REFERENCES = filtersByName('events').map(([name]) => name as keyof typeof EVENT_REFERENCES)

/** Tells a subscriber of several calendars which one it is. An empty one does not know the names of ids. */
function nameOf(
  { results: [first] }: Schemas['EventPage'],
  { pathname, searchParams }: URL,
): string {
  const given = (parameter: string): string => searchParams.get(parameter) ?? ''
  const { filter: ofPath } = nestedListAt(pathname) ?? {}
  const isOfOne = (field: string): boolean => field === ofPath || /^\d+$/.test(given(field))
  const [near, radius] = [given('near'), given('radius_km')]
  const parts = [
    ...REFERENCES.map((field) => (isOfOne(field) ? first?.[field].name : '')),
    given('q'),
    given('city'),
    countryName(given('country')),
    near && (radius ? `within ${radius} km of ${near}` : `near ${near}`),
    given('when'),
  ].filter(Boolean)
  return parts.length > 0 ? `Events: ${parts.join(' · ')}` : 'Events'
}

/** Tells a subscriber whether there are more events: a calendar program follows no links. */
function rangeText({ count, results }: Schemas['EventPage'], { searchParams }: URL): string {
  const offset = Number(searchParams.get('offset'))
  if (results.length === 0) return 'No events.'
  return `Events ${offset + 1} to ${offset + results.length} of ${count}.`
}

/** Nothing in the record says how often it was changed: there is no SEQUENCE. */
function eventLines(event: Event, times: LocalTimes, { public: root }: Urls): Line[] {
  const { id, updated_at, created_at, external_url, category } = event
  const changed = timeValue(secondsOf(updated_at))
  const geolocation = visitedPlaceOf(event)
  return [
    `UID:event-${id}@${new URL(root).host}`,
    // Without a METHOD, it is the time of the last change (RFC 5545, section 3.8.7.2).
    `DTSTAMP:${changed}Z`,
    `CREATED:${timeValue(secondsOf(created_at))}Z`,
    `LAST-MODIFIED:${changed}Z`,
    ...(event.is_all_day_event ? dateLines(event) : timeLines(event, times)),
    ...(event.is_cancelled ? (['STATUS:CANCELLED'] as const) : []),
    // Some programs, such as Outlook, do not show the status.
    `SUMMARY:${event.is_cancelled ? 'Cancelled: ' : ''}${textValue(event.title)}`,
    `DESCRIPTION:${textValue(event.content || event.summary)}`,
    `LOCATION:${textValue(placeOf(event))}`,
    ...(geolocation !== '' ? ([`GEO:${geolocation.replace(',', ';')}`] as const) : []),
    `CATEGORIES:${textValue(category.name)}`,
    `URL:${external_url ?? `${root}${apiRoot}/events/${id}/`}`,
    // A visitor is not busy for the months of an exhibition.
    'TRANSP:TRANSPARENT',
  ]
}

function placeOf(event: Event): string {
  const { venue, address, is_online_only: isOnline } = event
  if (isOnline) return `${venue.name} (online)`
  const ownAddress = address.startsWith(venue.name) ? address.slice(venue.name.length) : address
  const { city, country } = cityOf(event)
  const parts = [venue.name, ownAddress.replace(/^[\s,]+/, ''), city, countryName(country)]
  return parts.filter(Boolean).join(', ')
}

/** The days of an all-day event; its end is the day after the last one. Without a known end, it is on the first day. */
function dateLines({ start_time, end_time, is_end_time_unknown }: Event): Line[] {
  const [first, last] = [start_time, end_time].map((time) => time.slice(0, 10))
  const start: Line = `DTSTART;VALUE=DATE:${dateValue(first)}`
  // A day is as long as an event without an end, and the last day of all has no end.
  if (is_end_time_unknown || first === LAST_DAY) return [start]
  return [start, `DTEND;VALUE=DATE:${dateValue(dayAfter(last))}`]
}

/** RFC 5545 has no later day, and so the last day of all is the end. */
const LAST_DAY = '9999-12-31'

function dayAfter(date = ''): string {
  if (date === LAST_DAY) return date
  return new Date(Date.parse(date) + 86_400_000).toISOString()
}

function dateValue(date = ''): string {
  return date.slice(0, 10).replaceAll('-', '')
}

/** In whole seconds. An event that ends when it starts has no end. */
function timeLines(event: Event, times: LocalTimes): Line[] {
  const zone = timeZoneOf(event)
  const [start, end] = [secondsOf(event.start_time), secondsOf(event.end_time)]
  const hasEnd = !event.is_end_time_unknown && start < end
  return [
    `DTSTART${localTime(zone, start, times)}`,
    ...(hasEnd ? ([`DTEND${localTime(zone, end, times)}`] as const) : []),
  ]
}

function secondsOf(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / 1_000)
}

/** 10000-01-01T00:00:00Z */
const END_OF_TIME = 253_402_300_800

/**
 * Parameters and value of a time: local in the zone, or UTC where the local time would not tell which one is meant.
 * @param times gets a local time.
 */
function localTime(zone: string, instant: number, times: LocalTimes): Line {
  const offset = offsetAt(zone, instant)
  const local = instant + offset
  if (zone === 'UTC' || local >= END_OF_TIME || isShownTwice(zone, instant, offset)) {
    return `:${timeValue(instant)}Z`
  }
  times.set(zone, [...(times.get(zone) ?? []), instant])
  return `;TZID=${zone}:${timeValue(local)}`
}

function zoneLines(zone: string, instants: readonly number[]): Line[] {
  const sorted = instants.toSorted((one, other) => one - other)
  const changes = offsetChanges(zone, sorted).flatMap(({ instant, from, to }) =>
    component(to > from ? 'DAYLIGHT' : 'STANDARD', [
      `DTSTART:${timeValue(instant + from)}`,
      `TZOFFSETFROM:${offsetValue(from)}`,
      `TZOFFSETTO:${offsetValue(to)}`,
    ]),
  )
  return component('VTIMEZONE', [`TZID:${zone}`, ...changes])
}

/** `+0100`; with seconds only if there are some. */
function offsetValue(offset: number): string {
  const [hours, minutes, seconds] = [3_600, 60, 1].map((unit) =>
    String(Math.floor(Math.abs(offset) / unit) % 60).padStart(2, '0'),
  )
  return `${offset < 0 ? '-' : '+'}${hours}${minutes}${seconds === '00' ? '' : seconds}`
}
