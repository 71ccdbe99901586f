import fc from 'fast-check'
import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { describe, expect, it } from 'vitest'
import type { components } from '../../generated/v1.ts'
import { eventCalendars } from '../../src/events/event-calendar.ts'
import { document } from '../contract/document.ts'
import { amount } from '../support/amount.ts'
import { beginnings, HOUR, lasting, ZONES, type Place } from './local-times.ts'
import { anyCharacter } from '../support/any-character.ts'

// Two parsers read the calendars: ical.js takes the offsets of a zone from its VTIMEZONE, and node-ical those of its name.

type Event = components['schemas']['Event']

const ROOT = 'https://api.art-marketplace.example'
const PAGE = exampleOf('EventPage') as components['schemas']['EventPage']
const EVENT = exampleOf('Event') as Event

function exampleOf(name: string): unknown {
  return document.components.examples?.[name]?.value
}

function calendarOf(results: readonly Event[], query = 'format=ics'): string {
  const url = `${ROOT}/api/v1/events/?${query}`
  const { success } = eventCalendars({ public: ROOT, media: ROOT })
  return success({ body: { ...PAGE, results }, url } as unknown as Parameters<typeof success>[0])
}

function eventAt(place: Place | '', values: Partial<Event>): Event {
  const venue = { ...EVENT.venue, geolocation: place }
  return { ...EVENT, geolocation: '', ...values, venue }
}

/** The components of a calendar by ical.js. */
function parsed(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
}

/** The events of a calendar by node-ical, in their order. */
function parsedByName(text: string): VEvent[] {
  const found = Object.values(nodeIcal.sync.parseICS(text))
  return found.filter((each): each is VEvent => each?.type === 'VEVENT')
}

/** The date and time that the clocks of a zone show: `2024-03-14T10:00:00`. */
function shownAt(zone: string, instant: number): string {
  return requireFormat(zone).format(instant).replace(' ', 'T')
}

const formats = new Map(
  ['UTC', ...Object.values(ZONES)].map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)

function requireFormat(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone)
  if (format === undefined) throw new Error(zone)
  return format
}

const texts = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }) },
    { weight: 4, arbitrary: fc.constantFrom('a', ' ', 'ö', '東', '🖼️', '👩🏽‍🎨', '\u202e') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(',', ';', '\\', '\n', '\r\n', '\\n', '"', ':', '=', '\t'),
    },
    { weight: 1, arbitrary: fc.constantFrom('\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\b') },
  ),
  minLength: 1,
  maxLength: 300,
  size: 'max',
})

const events: fc.Arbitrary<Event> = fc
  .record({
    beginning: beginnings,
    lasting,
    values: fc.record({
      title: texts,
      content: fc.option(texts),
      address: texts,
      is_all_day_event: fc.boolean(),
      is_end_time_unknown: fc.boolean(),
    }),
  })
  .map(({ beginning: [place, start], lasting: duration, values }) => {
    const [start_time, end_time] = [start, start + duration].map((time) =>
      new Date(time).toISOString(),
    ) as [string, string]
    return eventAt(place, { ...values, start_time, end_time })
  })

/** A text as a calendar has it: with one kind of line break, and without other control characters. */
function kept(text: string): string {
  const lines = text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
  return lines.map((line) => Array.from(line).filter(isAllowed).join('')).join('\n')
}

const isAllowed = (character: string): boolean => character === '\t' || !/\p{Cc}/u.test(character)

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1_000)

const zoneOf = ({ venue }: Event): string => ZONES[venue.geolocation as Place] ?? 'UTC'

const dayAfter = (time: string): string =>
  new Date(Date.parse(time.slice(0, 10)) + 24 * HOUR).toISOString().slice(0, 10)

/** The day of a date of node-ical, which is midnight in the zone of this process. */
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

describe('a calendar of random events', () => {
  it('has the dates and texts of each event, by two parsers', () => {
    const property = fc.property(fc.array(events, { minLength: 1, maxLength: 8 }), (page) => {
      const given = page.map((event, index) => ({ ...event, id: index + 1 }))
      const text = calendarOf(given)
      const found = parsed(text)
      const byName = parsedByName(text)
      expect([found.length, byName.length]).toEqual([given.length, given.length])
      for (const [index, event] of given.entries()) {
        requireSame(event, found[index] as ICAL.Event, byName[index] as VEvent)
      }
    })
    fc.assert(property, { numRuns: amount({ commit: 150, nightly: 2_000 }) })
  })

  function requireSame(event: Event, found: ICAL.Event, byName: VEvent): void {
    const { id, start_time: start, end_time: end, is_end_time_unknown: isOpen } = event
    expect([found.uid, byName.uid]).toEqual(
      Array(2).fill(`event-${id}@api.art-marketplace.example`),
    )
    expect(found.summary).toBe(kept(event.title))
    expect(found.description).toBe(kept(event.content || event.summary))
    const hasEnd = found.component.hasProperty('dtend')
    if (event.is_all_day_event) {
      expect([String(found.startDate), dayOf(byName.start)]).toEqual(
        Array(2).fill(start.slice(0, 10)),
      )
      expect(hasEnd).toBe(!isOpen)
      // Without an end, a parser takes the day after the start.
      const after = dayAfter(isOpen ? start : end)
      expect([String(found.endDate), dayOf(byName.end as Date)]).toEqual([after, after])
      return
    }
    expect(found.startDate.toUnixTime()).toBe(seconds(start))
    expect(byName.start.getTime() / 1_000).toBe(seconds(start))
    expect(hasEnd).toBe(!isOpen && seconds(start) < seconds(end))
    if (hasEnd) {
      expect(found.endDate.toUnixTime()).toBe(seconds(end))
      expect((byName.end as Date).getTime() / 1_000).toBe(seconds(end))
    }
    const [shown, isUtc] = [String(found.startDate), String(found.startDate).endsWith('Z')]
    expect(shown).toBe(
      shownAt(isUtc ? 'UTC' : zoneOf(event), Date.parse(start)) + (isUtc ? 'Z' : ''),
    )
    expect(isUtc).toBe(isShownTwice(zoneOf(event), Date.parse(start)) || zoneOf(event) === 'UTC')
  }

  /** Whether another instant within a day has the same local time, which is looked for in steps of 30 minutes. */
  function isShownTwice(zone: string, instant: number): boolean {
    const steps = Array.from({ length: 97 }, (_, index) => (index - 48) * (HOUR / 2))
    const same = steps.filter((step) => shownAt(zone, instant + step) === shownAt(zone, instant))
    return same.length > 1
  }

  it('has lines of at most 75 octets of UTF-8, and no other line break than CR LF', () => {
    const property = fc.property(events, (event) => {
      const text = calendarOf([event])
      expect(text.endsWith('\r\n')).toBe(true)
      for (const line of text.slice(0, -2).split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line.isWellFormed()).toBe(true)
        expect(Array.from(line).every(isAllowed)).toBe(true)
        expect(line).not.toMatch(/[\u2028\u2029]/)
      }
    })
    fc.assert(property, { numRuns: amount({ commit: 80, nightly: 1_000 }) })
  })
})

/** The lines of a calendar of one event that begin with a name. */
function linesOf(event: Event, name: string): string[] {
  return calendarOf([event])
    .split('\r\n')
    .filter((line) => line.startsWith(name))
}

describe('a calendar', () => {
  it('is the one of the contract', () => {
    const example = exampleOf('EventCalendar') as string
    expect(calendarOf(PAGE.results).replaceAll('\r\n', '\n')).toBe(example)
  })

  it.each([
    ['2024-03-14', '2024-03-14', ['20240314', '20240315']],
    ['2024-02-28', '2024-02-28', ['20240228', '20240229']],
    ['2024-02-28', '2024-02-29', ['20240228', '20240301']],
    // There is no later day.
    ['2024-03-14', '9999-12-31', ['20240314', '99991231']],
    ['9999-12-30', '9999-12-31', ['99991230', '99991231']],
    ['9999-12-31', '9999-12-31', ['99991231', undefined]],
  ])('has an all-day event in Tokyo from %s to %s on these days', (first, last, [start, end]) => {
    const event = eventAt('35.6812,139.7671', {
      is_all_day_event: true,
      start_time: `${first}T00:00:00Z`,
      end_time: `${last}T23:59:59Z`,
    })
    expect(linesOf(event, 'DTSTART;')).toEqual([`DTSTART;VALUE=DATE:${start}`])
    expect(linesOf(event, 'DTEND')).toEqual(end === undefined ? [] : [`DTEND;VALUE=DATE:${end}`])
    expect(linesOf(event, 'BEGIN:VTIMEZONE')).toEqual([])
  })

  // The years that the contract allows. Clocks had offsets with seconds once.
  it.each([
    ['56.1533,10.2141', '1000-06-01T00:00:00Z', ';TZID=Europe/Copenhagen:10000601T005328'],
    ['40.7128,-74.006', '1000-01-01T00:00:00Z', ';TZID=America/New_York:09991231T190358'],
    ['35.6812,139.7671', '9999-12-31T23:59:59.999999Z', ':99991231T235959Z'],
    ['56.1533,10.2141', '9999-12-31T22:59:59.999999Z', ';TZID=Europe/Copenhagen:99991231T235959'],
    ['', '2024-03-14T09:00:00Z', ':20240314T090000Z'],
  ] as const)('has the time at %s of %s', (place, time, shown) => {
    const event = eventAt(place, { start_time: time, end_time: time })
    expect(linesOf(event, 'DTSTART').at(-1)).toBe(`DTSTART${shown}`)
    expect(linesOf(event, 'DTEND')).toEqual([])
  })

  const PLACES = {
    own: { geolocation: '35.6812,139.7671', city: 'Tokyo', country: 'JP' },
    ofVenue: { geolocation: '56.1533,10.2141', city: 'Aarhus', country: 'DK' },
    none: { geolocation: '', city: '', country: '' },
  } as const

  it.each([
    ['own', 'ofVenue', ';TZID=Asia/Tokyo:20240314T180000', '35.6812;139.7671', 'Tokyo\\, Japan'],
    ['own', 'none', ';TZID=Asia/Tokyo:20240314T180000', '35.6812;139.7671', 'Tokyo\\, Japan'],
    [
      'none',
      'ofVenue',
      ';TZID=Europe/Copenhagen:20240314T100000',
      '56.1533;10.2141',
      'Aarhus\\, Denmark',
    ],
    ['none', 'none', ':20240314T090000Z', undefined, undefined],
  ] as const)(
    'has the place %s of an event before that of its venue, %s, in each line',
    (own, ofVenue, time, geo, city) => {
      const { country: code, ...place } = PLACES[ofVenue]
      const country = { ...EVENT.venue.country, code }
      const event = {
        ...EVENT,
        address: '',
        ...PLACES[own],
        venue: { ...EVENT.venue, ...place, country },
      }
      expect(linesOf(event, 'DTSTART').at(-1)).toBe(`DTSTART${time}`)
      expect(linesOf(event, 'GEO')).toEqual(geo === undefined ? [] : [`GEO:${geo}`])
      expect(linesOf(event, 'LOCATION')).toEqual([
        `LOCATION:${['Kunsthal Nord', city].filter(Boolean).join('\\, ')}`,
      ])
    },
  )

  it.each([
    [{ is_online_only: true }, 'Kunsthal Nord (online)', 0],
    [
      { address: 'Kunsthal Nord, Hall 3; left' },
      'Kunsthal Nord\\, Hall 3\\; left\\, Aarhus\\, Denmark',
      1,
    ],
  ])('has the place of %j', (values, place, geo) => {
    const event = { ...EVENT, ...values }
    expect(linesOf(event, 'LOCATION')).toEqual([`LOCATION:${place}`])
    expect(linesOf(event, 'GEO')).toHaveLength(geo)
  })

  it('marks a cancelled event for programs that show its status, and for those that show only its title', () => {
    const lines = (event: Event) => [...linesOf(event, 'STATUS'), ...linesOf(event, 'SUMMARY')]
    expect(lines(EVENT)).toEqual([`SUMMARY:${EVENT.title}`])
    expect(lines({ ...EVENT, is_cancelled: true })).toEqual([
      'STATUS:CANCELLED',
      `SUMMARY:Cancelled: ${EVENT.title}`,
    ])
  })

  it('says which events it has', () => {
    const description = (results: readonly Event[], query: string) =>
      new ICAL.Component(ICAL.parse(calendarOf(results, query)) as unknown[]).getFirstPropertyValue(
        'description',
      )
    expect(description(PAGE.results, 'offset=7&format=ics')).toBe('Events 8 to 8 of 700.')
    expect(description([], 'offset=7&format=ics')).toBe('No events.')
  })

  it('has a component also without events, as RFC 5545 requires', () => {
    expect(calendarOf([])).toContain('BEGIN:VTIMEZONE\r\nTZID:UTC\r\nBEGIN:STANDARD\r\n')
    expect(parsed(calendarOf([]))).toEqual([])
  })
})
