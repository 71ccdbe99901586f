import { validate } from '@openactive/data-model-validator'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteOldDeletions } from '../../src/feed/feed-queries.ts'
import { rpdePageOf } from '../../src/feed/rpde.ts'
import { testApp, URLS, useService } from '../support/app.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeEventImage } from '../support/make-images.ts'
import { makeVenue } from '../support/make-venue.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { RpdeCopy } from './rpde-copy.ts'

const test = useService()
const copyOf = (limit?: number) => new RpdeCopy((path) => test.send({ path }), limit)
const statusOf = async (path: string) => (await test.send({ path })).status

async function remove(id: number): Promise<void> {
  await sql`DELETE FROM events WHERE id = ${id}`.execute(test.db)
  await settleFeeds(test.db)
}

beforeAll(async () => {
  for (let no = 0; no < 7; no += 1) await makeEvent(test.db)
  await settleFeeds(test.db)
  const { id } = await makeEvent(test.db)
  await settleFeeds(test.db)
  await remove(id)
})

describe('the feed', () => {
  it('counts as one more request for each 100 items of a page', async () => {
    await sql`INSERT INTO feed_entries (list, id, no) SELECT 'events', 1000000 + no, no FROM generate_series(1, 250) AS no`.execute(
      test.db,
    )
    const counted: number[] = []
    const sources = {
      db: test.db,
      currentRecord: () => Promise.resolve(undefined),
      feedFormats: new Map(),
      urls: URLS,
      charge: (requests: number) => counted.push(requests),
    }
    const query = { afterChangeNumber: 0, startChangeNumber: 0 }
    const feed = { list: 'events', kind: 'Event', dataOf: () => ({}) } as const
    for (const limit of [99, 100, 250]) {
      await rpdePageOf(feed, { query: { ...query, limit }, given: {} }, sources)
    }
    expect(counted).toEqual([0, 1, 2])
    await sql`DELETE FROM feed_entries WHERE id > 1000000`.execute(test.db)
  })

  it('has what the record has, in the language of schema.org', async () => {
    const venue = await makeVenue(test.db, { city: 'Skagen' })
    const picture = await makeEventImage(test.db, { full_size: '/events/7.jpg' })
    const rich = await makeEvent(test.db, {
      venue_id: venue.id,
      featured_image_id: picture.id,
      title: 'Köln "日本"',
      content: 'Forty paintings.',
      start_time: '2024-03-14T09:00:00.750Z',
      city: '',
      latitude: '57.5',
      longitude: '10.25',
      price: '12.50',
      buy_tickets_url: 'https://tickets.example/',
      external_url: 'https://show.example/',
    })
    const bare = await makeEvent(test.db, {
      venue_id: venue.id,
      is_all_day_event: true,
      is_end_time_unknown: true,
      is_online_only: true,
      is_paid_art_fair: true,
      is_cancelled: true,
    })
    await settleFeeds(test.db)
    const copy = copyOf()
    await copy.catchUp()
    const api = 'https://art.example/api/v1'
    const [richId, bareId] = [rich, bare].map(({ id }) => `${api}/events/${id}/`)
    const place = `${api}/venues/${venue.id}/`
    expect(copy.events.get(rich.id)).toEqual({
      '@context': 'https://schema.org/',
      '@type': 'Event',
      '@id': richId,
      name: 'Köln "日本"',
      url: 'https://show.example/',
      description: 'Forty paintings.',
      startDate: '2024-03-14T09:00:00Z',
      endDate: '2024-06-30T16:00:00Z',
      location: {
        '@type': 'Place',
        '@id': place,
        name: 'Kunsthal Nord',
        url: place,
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Havnegade 4',
          addressLocality: 'Skagen',
          addressCountry: 'DK',
        },
        geo: { '@type': 'GeoCoordinates', latitude: 57.5, longitude: 10.25 },
      },
      image: [{ '@type': 'ImageObject', url: 'https://media.example/events/7.jpg' }],
      keywords: expect.stringMatching(/./),
      isAccessibleForFree: false,
      offers: [
        { '@type': 'Offer', price: 12.5, priceCurrency: 'EUR', url: 'https://tickets.example/' },
      ],
    })
    expect(copy.events.get(bare.id)).toEqual({
      '@context': 'https://schema.org/',
      '@type': 'Event',
      '@id': bareId,
      name: 'Northern Light',
      url: bareId,
      description: expect.stringContaining('Northern Light: '),
      startDate: '2024-03-14',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventCancelled',
      location: {
        '@type': 'VirtualLocation',
        '@id': `${bareId}#location`,
        name: 'Kunsthal Nord',
        url: bareId,
      },
      keywords: expect.stringMatching(/./),
      isAccessibleForFree: false,
    })
    // OpenActive's model of an Event also requires an activity and an organizer. The rest must be as the model has it.
    const event = { ...copy.events.get(rich.id), '@context': ['https://openactive.io/'] }
    const errors = await validate(event, { loadRemoteJson: false })
    const absent = ['missing_required_field', 'dates_must_have_duration']
    const failures = errors.filter(
      ({ severity, type, path }) =>
        severity === 'failure' && !absent.includes(type) && path !== '$.keywords',
    )
    expect(failures).toEqual([])
  })

  it('names the terms of the data, which the operator sets', async () => {
    const page = await test.get('/events/rpde/')
    expect(page['license']).toBe('https://art.example/docs/guide/copies#licence')
    const dataLicenseUrl = 'https://creativecommons.org/licenses/by/4.0/'
    const app = await testApp(test, { dataLicenseUrl })
    const response = await app.inject('/api/v1/events/rpde/')
    await app.close()
    expect(response.json()).toMatchObject({ license: dataLicenseUrl })
  })
})

describe('a change number', () => {
  it('is that of a place, whatever is written meanwhile', async () => {
    const copy = copyOf(2)
    const { items } = await copy.readPage()
    const first = items.map(({ id }) => id)
    await sql`UPDATE events SET title = 'Moved' WHERE id = ANY (${first})`.execute(test.db)
    await settleFeeds(test.db)
    const numbers = await copy.catchUp()
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const id of first) expect(copy.events.get(id)?.name).toBe('Moved')
    expect(await copy.catchUp()).toEqual([])
  })

  it('outlives a start of the database server, also before the next change', async () => {
    const before = copyOf()
    await before.catchUp()
    await sql`UPDATE feeds SET server = 'another', written_by = pg_current_xact_id()`.execute(
      test.db,
    )
    await settleFeeds(test.db)
    expect(await before.catchUp()).toEqual([])
    const after = copyOf(2)
    await after.catchUp()
    expect(after.events).toEqual(before.events)
  })

  it('expires when a deletion after it was removed, unless its client began later', async () => {
    const { id } = await makeEvent(test.db)
    await settleFeeds(test.db)
    const before = copyOf()
    await before.catchUp()
    await remove(id)
    const during = copyOf(1)
    await during.readPage()
    await sql`UPDATE feed_entries SET changed_at = now() - interval '31 days' WHERE digest IS NULL`.execute(
      test.db,
    )
    await test.db.transaction().execute(async (trx) => {
      while (await deleteOldDeletions(trx, 30));
    })
    expect(await statusOf(before.next)).toBe(410)
    const after = copyOf()
    await after.catchUp()
    await during.catchUp()
    expect(during.events).toEqual(after.events)
    expect(await statusOf(after.next)).toBe(200)
    // A number alone does not tell when its client began.
    const bare = during.next.replace(/&startChangeNumber=\d+/, '')
    expect(await statusOf(bare)).toBe(during.next === bare ? 200 : 410)
  })
})
