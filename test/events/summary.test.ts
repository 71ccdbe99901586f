import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { components } from '../../generated/v1.ts'
import { documentRefresh } from '../../src/read-model/documents/document-refresh.ts'
import { refreshAll } from '../../src/read-model/documents/refresh-task.ts'
import { documentValidator } from '../../src/read-model/documents/validate-document.ts'
import { DOCUMENTS, resources } from '../../src/resources.ts'
import { FeedCopy } from '../feed/feed-copy.ts'
import { plainBodies } from '../read-model/reference-responses.ts'
import { amount } from '../support/amount.ts'
import { URLS, useService } from '../support/app.ts'
import { finish } from '../support/finish.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { sendUnvalidated } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { beginnings, CHANGES, lasting, ZONES, type Place } from './local-times.ts'

type Event = components['schemas']['Event']

const test = useService()

const EVENT = {
  is_all_day_event: false,
  title: 'Northern Light',
  start_time: '2024-03-14T09:00:00Z',
  end_time: '9999-12-31T00:00:00Z',
  address: 'Havnegade 4',
}

async function summary(values: Partial<typeof EVENT>): Promise<unknown> {
  const venue = await makeVenue(test.db, { name: 'Kunsthal Nord' })
  const { id } = await makeEvent(test.db, { ...EVENT, ...values, venue_id: venue.id })
  return (await test.get(`/events/${id}/`))['summary']
}

describe('the summary of an event', () => {
  it('has no character that turns the direction of writing', async () => {
    const title = '\u202eNorthern\u2066 Light\u2069'
    const address = '\u2067Havnegade 4'
    expect(await summary({ title, address })).toMatch(
      /^Northern Light: .+ event from 14 March 2024 to 31 December 9999 at Kunsthal Nord, Havnegade 4\.$/,
    )
  })

  it.each([
    ['2024-12-31T22:59:59.999999Z', '31 December 2024'],
    ['2024-12-31T23:00:00Z', '1 January 2025'],
    ['1000-02-09T12:00:00Z', '9 February 1000'],
  ])('writes the day of %s as %s, in Aarhus', async (start_time, day) => {
    expect(await summary({ start_time })).toContain(` from ${day} to `)
  })

  it.each([
    ['within a day', '2027-01-10T09:00:00Z', '2027-01-10T17:00:00Z', 'on 10 January 2027'],
    [
      'from midnight to midnight',
      '2027-01-09T23:00:00Z',
      '2027-01-10T23:00:00Z',
      'on 10 January 2027',
    ],
    [
      'until midnight',
      '2027-01-09T17:00:00Z',
      '2027-01-10T23:00:00Z',
      'from 9 January 2027 to 10 January 2027',
    ],
    [
      'until a second after it',
      '2027-01-10T09:00:00Z',
      '2027-01-10T23:00:01Z',
      'from 10 January 2027 to 11 January 2027',
    ],
    ['at midnight alone', '2027-01-10T23:00:00Z', '2027-01-10T23:00:00Z', 'on 11 January 2027'],
  ])('%s, in Aarhus: %s to %s are %s', async (_name, start_time, end_time, days) => {
    expect(await summary({ start_time, end_time })).toContain(` event ${days} at `)
  })

  it('includes the last day of an all-day event, which has no time of day', async () => {
    const times = { start_time: '2027-01-10T00:00:00Z', end_time: '2027-01-11T00:00:00Z' }
    expect(await summary({ ...times, is_all_day_event: true })).toContain(
      ' event from 10 January 2027 to 11 January 2027 at ',
    )
  })

  it('has the last day of all in the year 10000 where that has begun', async () => {
    const end_time = '9999-12-31T23:30:00Z'
    expect(await summary({ end_time })).toContain(' to 1 January 10000 at ')
  })
})

const refresh = documentRefresh({ ...DOCUMENTS.events, urls: URLS }, documentValidator(resources))

/** The documents of all public events are stored, so that the next change must remove those that it outdates. */
async function storeDocuments(): Promise<void> {
  await refresh.begin?.(test.db)
  await finish(refreshAll(test.db, refresh))
  const { stored } = await test.db
    .selectFrom('event_documents')
    .select(({ fn }) => fn.countAll<string>().as('stored'))
    .executeTakeFirstOrThrow()
  expect(Number(stored)).toBeGreaterThan(0)
}

function coordinates(place: Place | ''): { latitude: string | null; longitude: string | null } {
  const [latitude, longitude] = place.split(',')
  return { latitude: latitude || null, longitude: longitude ?? null }
}

/** A venue and an event, each with a place or not. */
const drawn = fc.record({
  beginning: beginnings,
  lasting,
  own: fc.constantFrom('' as const, ...CHANGES.map(([place]) => place)),
  is_all_day_event: fc.boolean(),
})

/** The days by `Intl`: an event that ends at midnight ends on the day before. */
function daysOf(event: Event): string[] {
  const { venue, geolocation, is_all_day_event: isAllDay } = event
  const place = (geolocation || venue.geolocation) as Place
  const timeZone = isAllDay ? 'UTC' : (ZONES[place] ?? 'UTC')
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone })
  const [start, end] = [Date.parse(event.start_time), Date.parse(event.end_time)]
  const last = isAllDay ? end : Math.max(start, end - 1)
  return [...new Set([start, last].map((time) => format.format(time)))]
}

async function summariesAt(path: string): Promise<Map<number, string>> {
  const { results } = (await test.get(path)) as { results: Pick<Event, 'id' | 'summary'>[] }
  return new Map(results.map(({ id, summary: text }) => [id, text]))
}

function summariesIn(records: ReadonlyMap<number, string>): Map<number, string> {
  return new Map([...records].map(([id, text]) => [id, (JSON.parse(text) as Event).summary]))
}

const inOrder = (summaries: ReadonlyMap<number, string>) =>
  [...summaries].toSorted(([one], [other]) => one - other)

const copyOfEvents = () => new FeedCopy('events', (path) => test.send({ path }))

describe('the days of a summary', () => {
  it('are those that the people of the place say, in every form', async () => {
    for (let round = 0; round < amount({ commit: 1, nightly: 8 }); round += 1) {
      await test.db.deleteFrom('events').execute()
      for (const { beginning, lasting: duration, own, is_all_day_event } of fc.sample(drawn, 90)) {
        const [place, start] = beginning
        const [start_time, end_time] = [start, start + duration].map((time) =>
          new Date(time).toISOString(),
        ) as [string, string]
        const venue = await makeVenue(test.db, coordinates(place))
        const times = { start_time, end_time, is_all_day_event }
        await makeEvent(test.db, { ...times, ...coordinates(own), venue_id: venue.id })
      }
      await requireSame()
    }
  })

  async function requireSame(): Promise<void> {
    const { records } = await plainBodies(test.db, 'events')
    const events = [...records.values()].map((text) => JSON.parse(text) as Event)
    expect(events.length).toBe(90)
    const expected = new Map<number, string>()
    for (const event of events) {
      const days = daysOf(event)
      const text = days.length === 1 ? `on ${days[0]}` : `from ${days.join(' to ')}`
      expect(event.summary).toContain(` event ${text} at `)
      expected.set(event.id, event.summary)
      const page = await sendUnvalidated(test.app, {
        path: `/events/${event.id}/`,
        headers: { accept: 'text/html' },
      })
      for (const day of days) expect(page.text).toMatch(new RegExp(`<time [^>]*>${day}\\b`))
    }
    // Built, stored, and cached.
    for (let time = 0; time < 3; time += 1) {
      for (const path of ['/events/?limit=100', '/events/sparse/?limit=100&fields=summary']) {
        expect(inOrder(await summariesAt(path)), path).toEqual(inOrder(expected))
      }
      if (time === 0) await storeDocuments()
    }
    await settleFeeds(test.db)
    const [changes, snapshot] = [copyOfEvents(), copyOfEvents()]
    await changes.catchUp()
    await snapshot.readSnapshot(events[40]?.id ?? 0)
    for (const copy of [changes, snapshot]) {
      expect(inOrder(summariesIn(copy.records))).toEqual(inOrder(expected))
    }
  }

  it('move with the venue, in the next response and in the changes', async () => {
    const venue = await makeVenue(test.db)
    const times = { start_time: '2024-03-14T23:30:00Z', end_time: '2024-06-30T02:30:00Z' }
    const { id } = await makeEvent(test.db, { ...times, venue_id: venue.id })
    await settleFeeds(test.db)
    const copy = copyOfEvents()
    await copy.catchUp()
    const move = async (place: Place | ''): Promise<string> => {
      await storeDocuments()
      await test.db
        .updateTable('venues')
        .set(coordinates(place))
        .where('id', '=', venue.id)
        .execute()
      const event = (await test.get(`/events/${id}/`)) as Event
      expect((await summariesAt(`/events/?ids=${id}`)).get(id)).toBe(event.summary)
      await settleFeeds(test.db)
      expect(await copy.catchUp()).toEqual([id])
      expect(summariesIn(copy.records).get(id)).toBe(event.summary)
      return event.summary
    }
    expect(await move('40.7128,-74.006')).toContain('from 14 March 2024 to 29 June 2024')
    expect(await move('35.6812,139.7671')).toContain('from 15 March 2024 to 30 June 2024')
    expect(await move('')).toContain('from 14 March 2024 to 30 June 2024')
  })
})
