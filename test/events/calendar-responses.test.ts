import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { NESTED_LISTS, type NestedList } from '../../src/lists/list.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import type { Answer } from '../support/send.ts'

const test = useService()
const NESTED = Object.values<NestedList>(NESTED_LISTS).filter(({ of }) => of === 'events')
const EVENTS = 130
const AT_VENUE = 3
let venueId: number
let author: { readonly userId: string; readonly authorization: string }

beforeAll(async () => {
  const { db } = test
  const { key, userId } = await makeApiKey(db)
  author = { userId, authorization: `Bearer ${key}` }
  venueId = (await makeVenue(db, { name: 'Kunsthal Süd' })).id
  const other = (await makeVenue(db)).id
  for (let made = 0; made < EVENTS; made += 1) {
    await makeEvent(db, {
      venue_id: made < AT_VENUE ? venueId : other,
      author_id: userId,
      updated_at: made < AT_VENUE ? '2024-03-01T08:00:00Z' : '2024-02-01T08:00:00Z',
    })
  }
  await makeEvent(db, { author_id: userId, venue_id: venueId, publish_status: 'draft' })
})

function calendarOf({ text }: Answer): ICAL.Component {
  return new ICAL.Component(ICAL.parse(text) as unknown[])
}

function uidsOf(calendar: ICAL.Component): unknown[] {
  return calendar.getAllSubcomponents('vevent').map((each) => each.getFirstPropertyValue('uid'))
}

/** The ids of the events of a list in JSON, as `UID` has them. */
async function listedUids(path: string): Promise<string[]> {
  const { results } = (await test.get(path)) as { results: readonly { readonly id: number }[] }
  return results.map(({ id }) => `event-${id}@art.example`)
}

describe('a calendar', () => {
  it.each([
    ['/events/', 100, `Events 1 to 100 of ${EVENTS}.`],
    ['/events/?limit=2&offset=7&ordering=end_time', 2, `Events 8 to 9 of ${EVENTS}.`],
    ['/events/?offset=120', 10, `Events 121 to ${EVENTS} of ${EVENTS}.`],
    ['/events/?updated_after=2024-02-15T00:00:00Z', AT_VENUE, 'Events 1 to 3 of 3.'],
  ])('of %s has its first %i events, and says so', async (path, size, description) => {
    const sign = path.includes('?') ? '&' : '?'
    const calendar = calendarOf(await test.send({ path: `${path}${sign}format=ics` }))
    const listed = await listedUids(path.includes('limit') ? path : `${path}${sign}limit=100`)
    expect(listed).toHaveLength(size)
    expect(uidsOf(calendar)).toEqual(listed)
    expect(calendar.getFirstPropertyValue('description')).toBe(description)
  })

  it.each(NESTED)('of $path has its events and the name of its record', async (nested) => {
    const { results } = await test.get(`/events/?venue=${venueId}`)
    const [event] = results as [Readonly<Record<string, { id: number; name: string }>>]
    const { id = 0, name = '' } = event[nested.filter] ?? {}
    const path = `${nested.path.replace('{id}', String(id))}?limit=100`
    const calendar = calendarOf(await test.send({ path, headers: { accept: 'text/calendar' } }))
    expect(uidsOf(calendar)).toEqual(await listedUids(path))
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(`Events: ${name}`)
  })

  it.each([
    ['starts_after=2020-01-01', 'Events'],
    ['category=2147483647', 'Events'],
    [
      'near=47.55,7.58&radius_km=20&country=CH&city=Basel&when=past&q=a+b',
      'Events: a b · Basel · Switzerland · within 20 km of 47.55,7.58 · past',
    ],
    ['near=47.55,7.58', 'Events: near 47.55,7.58'],
    ['venue=VENUE', 'Events: Kunsthal Süd'],
    ['venue=VENUE,2147483647', 'Events'],
  ])('by %s has the name "%s"', async (parameters, name) => {
    const path = `/events/?format=ics&${parameters.replace('VENUE', String(venueId))}`
    const calendar = calendarOf(await test.send({ path }))
    // ical.js does not know the property.
    expect(String(calendar.getFirstPropertyValue('name')).replaceAll('\\,', ',')).toBe(name)
  })

  it('of drafts is for their author', async () => {
    const path = '/events/?publish_status=draft&format=ics'
    expect(await test.send({ path })).toMatchObject({ status: 401 })
    const { authorization } = author
    const response = await test.send({ path, headers: { authorization } })
    expect(uidsOf(calendarOf(response))).toHaveLength(1)
    expect(response.headers['cache-control']).toBe('private, no-cache')
    const { key } = await makeApiKey(test.db)
    const others = await test.send({ path, headers: { authorization: `Bearer ${key}` } })
    expect(uidsOf(calendarOf(others))).toEqual([])
  })

  it('is sent again only when it has changed, with the ETag of its own', async () => {
    const path = '/events/?format=ics'
    const { headers } = await test.send({ path })
    const json = await test.send({ path: '/events/?limit=100' })
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: json.headers['vary'] })
    expect(headers['etag']).not.toBe(json.headers['etag'])
    const known = { 'if-none-match': headers['etag'] ?? '' }
    expect(await test.send({ path, headers: known })).toMatchObject({ status: 304, text: '' })
    await makeEvent(test.db, { venue_id: venueId, author_id: author.userId })
    expect(await test.send({ path, headers: known })).toMatchObject({ status: 200 })
  })

  it('gets problems as JSON does', async () => {
    const headers = { accept: 'text/calendar' }
    const missing = await test.send({ path: '/venues/2147483647/events/', headers })
    expect([missing.status, missing.json()['code']]).toEqual([404, 'not_found'])
    const invalid = await test.send({ path: '/events/?format=ics&limit=101' })
    expect([invalid.status, invalid.json()['code']]).toEqual([400, 'invalid_request'])
  })
})
