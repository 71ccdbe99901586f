import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { components } from '../../generated/v1.ts'
import { testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'
import { send, type Answer } from '../support/send.ts'

// Whatever is counted is counted anew for each answer: the next request after a write sees it, on
// this process and on any other.

const test = useService()
let others: FastifyInstance
let author: string
let admin: string

beforeAll(async () => {
  others = await testApp(test)
  author = `Bearer ${(await makeApiKey(test.db, { scopes: ['artworks:write', 'events:write'] })).key}`
  admin = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
})

afterAll(() => others.close())

type Json = Record<string, unknown>

/** Another process than the one that writes. */
async function get(path: string, authorization?: string): Promise<Json> {
  const headers = authorization === undefined ? {} : { authorization }
  const answer = await send(others, { path, headers })
  expect(answer.status, path).toBe(200)
  return answer.json()
}

async function countOf(path: string, authorization?: string): Promise<unknown> {
  return (await get(path, authorization))['count']
}

async function listed(path: string, id: number): Promise<Json | undefined> {
  const { results } = await get(`${path}?limit=100`)
  return (results as Json[]).find((record) => record['id'] === id)
}

async function post(path: string, body: object, headers: object = {}): Promise<Answer> {
  return test.send({
    method: 'POST',
    path,
    headers: { authorization: author, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

const STATES = ['draft', 'published'].flatMap((publish_status) =>
  [false, true].flatMap((is_active) =>
    ['sold', 'reserved', 'not for sale', 'available'].map((available_for_sale) => ({
      publish_status,
      is_active,
      available_for_sale,
    })),
  ),
)

describe('artworks', () => {
  let gallery: number
  let artist: number
  let venue: number
  let event: number

  beforeEach(async () => {
    await test.db.deleteFrom('artworks').execute()
    gallery = (await makeGallery(test.db)).id
    artist = (await makeArtist(test.db)).id
    venue = (await makeVenue(test.db, { gallery_id: gallery })).id
    event = (await makeEvent(test.db, { venue_id: venue })).id
  })

  const artwork = (values: object = {}) => ({
    title: 'Harbour at Dusk',
    artists: [artist],
    gallery,
    units: 'centimeter',
    category: 2,
    price_display: 'price on request',
    ...values,
  })

  /** What everybody is told of the gallery, the artist and the venue, wherever it is told. */
  async function told() {
    const { count, results } = await get('/marketplace-artworks/?limit=100')
    const artworks = results as components['schemas']['Artwork'][]
    const records = artworks.map(({ id }) => get(`/marketplace-artworks/${id}/`))
    expect(await Promise.all(records)).toEqual(artworks)
    const { venue: embedded } = (await get(`/events/${event}/`)) as { venue: Json }
    const ofGallery = [await listed('/galleries/', gallery), ...artworks.map((one) => one.gallery)]
    const ofArtist = [await listed('/artists/', artist), ...artworks.map((one) => one.artists[0])]
    const ofVenue = [await listed('/venues/', venue), await get(`/venues/${venue}/`), embedded]
    return {
      count,
      total_artworks: new Set(ofGallery.map((one) => one?.['total_artworks'])),
      has_artworks: new Set(ofArtist.map((one) => one?.['has_artworks'])),
      artworks_for_sale_count: new Set(ofVenue.map((one) => one?.['artworks_for_sale_count'])),
    }
  }

  const expected = (shown: number, forSale: number) => ({
    count: shown,
    total_artworks: new Set([shown]),
    has_artworks: new Set([shown > 0]),
    artworks_for_sale_count: new Set([forSale]),
  })

  it('of every state are counted where the public sees them, at once', async () => {
    let shown = 0
    let forSale = 0
    for (const state of STATES) {
      const answer = await post('/marketplace-artworks/', artwork(state))
      expect(answer.status).toBe(201)
      const isShown = state.publish_status === 'published' && state.is_active
      if (isShown) shown += 1
      if (isShown && state.available_for_sale === 'available') forSale += 1
      expect((answer.json()['gallery'] as Json)['total_artworks']).toBe(shown)
      expect((answer.json()['artists'] as Json[])[0]?.['has_artworks']).toBe(shown > 0)
      expect(await told(), JSON.stringify(state)).toEqual(expected(shown, forSale))
    }
    expect([shown, forSale]).toEqual([4, 1])
  })

  it('that are drafts are counted for whoever entered them', async () => {
    const { key } = await makeApiKey(test.db, { scopes: ['artworks:write'] })
    await post('/marketplace-artworks/', artwork({ publish_status: 'draft' }))
    await post('/marketplace-artworks/', artwork())
    const drafts = '/marketplace-artworks/?publish_status=draft'
    expect(await countOf(drafts, author)).toBe(1)
    expect(await countOf(drafts, admin)).toBe(1)
    expect(await countOf(drafts, `Bearer ${key}`)).toBe(0)
    expect(await countOf('/marketplace-artworks/', author)).toBe(1)
  })

  it('of others change nothing for a gallery, an artist and a venue', async () => {
    const other = { gallery: (await makeGallery(test.db)).id, artists: [] }
    await post('/marketplace-artworks/', artwork(other))
    expect(await listed('/galleries/', gallery)).toMatchObject({ total_artworks: 0 })
    expect(await listed('/galleries/', other.gallery)).toMatchObject({ total_artworks: 1 })
    expect(await listed('/artists/', artist)).toMatchObject({ has_artworks: false })
    expect(await get(`/venues/${venue}/`)).toMatchObject({ artworks_for_sale_count: 0 })
  })

  it('that are refused, or sent again by the same name, are not counted', async () => {
    const refused = await post('/marketplace-artworks/', artwork({ price_display: 'show price' }))
    expect(refused.status).toBe(422)
    expect(await told()).toEqual(expected(0, 0))
    for (let time = 0; time < 3; time += 1) {
      await post('/marketplace-artworks/', artwork(), { 'idempotency-key': 'only once' })
      expect(await told()).toEqual(expected(1, 1))
    }
  })

  it('that are posted at once are all counted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('/marketplace-artworks/', artwork())),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await told()).toEqual(expected(20, 20))
  })
})

describe('events', () => {
  const STATUSES = ['draft', 'published', 'archived'] as const
  type Status = (typeof STATUSES)[number]
  let venue: number

  beforeEach(async () => {
    await test.db.deleteFrom('events').execute()
    venue = (await makeVenue(test.db)).id
  })

  async function create(publish_status: Status): Promise<string> {
    const answer = await post('/events/', {
      title: 'Northern Light',
      category: 1,
      venue,
      start_time: '2026-03-14T09:00:00Z',
      end_time: '2026-06-30T16:00:00Z',
      publish_status,
    })
    expect(answer.status).toBe(201)
    return `/events/${String(answer.json()['id'])}/`
  }

  async function change(path: string, method: string, body?: object): Promise<number> {
    const headers = {
      authorization: author,
      'if-match': '*',
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = { method, path, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await test.send(sent)).status
  }

  /** The counts of drafts, published and archived events, as author and admin see them. */
  async function counts(): Promise<unknown[]> {
    const own = await Promise.all(
      STATUSES.map((status) => countOf(`/events/?publish_status=${status}`, author)),
    )
    const all = await Promise.all(
      STATUSES.map((status) => countOf(`/events/?publish_status=${status}`, admin)),
    )
    expect(all).toEqual(own)
    expect(await countOf('/events/?limit=100')).toBe(own[1])
    expect(await countOf('/events/?limit=1&offset=1')).toBe(own[1])
    return own
  }

  it('are counted in the state that they are in, at once', async () => {
    expect(await counts()).toEqual([0, 0, 0])
    const first = await create('draft')
    expect(await counts()).toEqual([1, 0, 0])
    await create('published')
    expect(await counts()).toEqual([1, 1, 0])
    expect(await change(first, 'PATCH', { publish_status: 'published' })).toBe(200)
    expect(await counts()).toEqual([0, 2, 0])
    expect(await change(first, 'PATCH', { publish_status: 'archived' })).toBe(200)
    expect(await counts()).toEqual([0, 1, 1])
    expect(await change(first, 'PATCH', { publish_status: 'draft' })).toBe(409)
    expect(await counts()).toEqual([0, 1, 1])
    expect(await change(first, 'PATCH', { publish_status: 'published' })).toBe(200)
    expect(await counts()).toEqual([0, 2, 0])
    expect(await change(first, 'PATCH', { title: 'Late Light' })).toBe(200)
    expect(await counts()).toEqual([0, 2, 0])
  })

  it.each(STATUSES)('that are %s and deleted are counted no more', async (status) => {
    await create('published')
    const path = await create(status === 'archived' ? 'published' : status)
    if (status === 'archived') await change(path, 'PATCH', { publish_status: status })
    const before = [0, 1, 0]
    before[STATUSES.indexOf(status)]! += 1
    expect(await counts()).toEqual(before)
    expect(await change(path, 'DELETE')).toBe(204)
    expect(await counts()).toEqual([0, 1, 0])
    expect(await change(path, 'DELETE')).toBe(404)
    expect(await counts()).toEqual([0, 1, 0])
  })

  it('of others are counted when they are published', async () => {
    await makeEvent(test.db)
    await makeEvent(test.db, { publish_status: 'draft' })
    expect(await countOf('/events/', author)).toBe(1)
    expect(await countOf('/events/?publish_status=draft', author)).toBe(0)
    expect(await countOf('/events/?publish_status=draft', admin)).toBe(1)
  })
})

describe('venues', () => {
  it('are counted at once, in the list and in the search by name', async () => {
    const all = Number(await countOf('/venues/'))
    expect((await post('/venues/', { name: 'Halle für Kunst' })).status).toBe(201)
    expect((await post('/venues/', { name: 'Nowhere', country: 'ZZ' })).status).toBe(422)
    expect(await countOf('/venues/')).toBe(all + 1)
    expect(await countOf('/venues/?name=HALLE%20FUR')).toBe(1)
    expect(await countOf('/venues/?name=nowhere')).toBe(0)
  })
})
