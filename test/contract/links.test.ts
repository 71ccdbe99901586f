import { DEFAULT_LIMIT } from './document.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { urlsOf } from '../../src/server/listen.ts'
import { testApp, useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeUser } from '../support/make-user.ts'
import { makeVenue } from '../support/make-venue.ts'
import { send, sendUnvalidated } from '../support/send.ts'

const test = useService()
const COUNT = 40

beforeAll(async () => {
  const gallery_id = (await makeGallery(test.db)).id
  const author_id = (await makeUser(test.db)).id
  const venue_id = (await makeVenue(test.db)).id
  for (let number = 0; number < COUNT; number += 1) {
    await makeArtwork(test.db, { gallery_id })
    await makeEvent(test.db, { author_id, venue_id })
  }
})

interface Links {
  readonly next: string | null
  readonly previous: string | null
}

describe.each([
  ['/marketplace-artworks/', '-price_usd'],
  ['/events/', 'end_time'],
])('the links of %s', (list, ordering) => {
  const base = `https://art.example/api/v1${list}`
  const links = async (query: string): Promise<Links> => {
    const { next, previous } = await test.get(`${list}${query}`)
    return { next, previous } as Links
  }

  it('have limit and offset even when the request has none, and nothing else', async () => {
    expect(await links('')).toEqual({
      next: `${base}?limit=${DEFAULT_LIMIT}&offset=${DEFAULT_LIMIT}`,
      previous: null,
    })
  })

  it('repeat format and ordering, with the names in alphabetical order', async () => {
    expect(await links(`?ordering=${ordering}&offset=20&limit=10&format=api`)).toEqual({
      next: `${base}?format=api&limit=10&offset=30&ordering=${ordering}`,
      previous: `${base}?format=api&limit=10&offset=10&ordering=${ordering}`,
    })
  })

  it('repeat format json as well', async () => {
    expect(await links('?format=json')).toMatchObject({
      next: `${base}?format=json&limit=${DEFAULT_LIMIT}&offset=${DEFAULT_LIMIT}`,
    })
  })

  it('repeat an ordering that is the default one, when the request gave it', async () => {
    const given = list === '/events/' ? '-start_time' : '-order_date'
    expect((await links(`?ordering=${given}`)).next).toContain(`&ordering=${given}`)
  })

  it.each([
    [0, 10, 10, null],
    [5, 10, 15, 0],
    [9, 10, 19, 0],
    [10, 10, 20, 0],
    [11, 10, 21, 1],
    [29, 10, 39, 19],
    [30, 10, null, 20],
    [39, 1, null, 38],
    [39, 100, null, 0],
    [40, 10, null, 30],
    [45, 10, null, 35],
    [1_000, 10, null, 990],
    [2_147_483_647, 100, null, 2_147_483_547],
    [0, 40, null, null],
    [0, 39, 39, null],
    [0, 100, null, null],
  ])('offset %d, limit %d: next %s, previous %s', async (offset, limit, next, previous) => {
    const link = (to: number | null) => (to === null ? null : `${base}?limit=${limit}&offset=${to}`)
    expect(await links(`?offset=${offset}&limit=${limit}`)).toEqual({
      next: link(next),
      previous: link(previous),
    })
  })

  it('B8 are absent at or past the end, where the page is empty and the count complete', async () => {
    for (const offset of [COUNT, COUNT + 1, 2_147_483_647]) {
      const page = await test.get(`${list}?offset=${offset}`)
      expect(page).toMatchObject({ count: COUNT, next: null, results: [] })
    }
  })

  it('begin with the configured public URL and its path', async () => {
    const app = await testApp(test, { publicUrl: 'http://shop.example:8080/art' })
    const response = await send(app, { path: list })
    await app.close()
    expect(response.json()['next']).toBe(
      `http://shop.example:8080/art/api/v1${list}?limit=${DEFAULT_LIMIT}&offset=${DEFAULT_LIMIT}`,
    )
  })
})

it('the links of a service at an IPv6 address have that address', async () => {
  const address = { host: '::1', publicUrl: undefined, mediaUrl: undefined }
  const app = await testApp(test, { publicUrl: urlsOf(address, 3000).public })
  const page = await sendUnvalidated(app, { path: '/events/?limit=1' })
  const problem = await sendUnvalidated(app, { path: '/events/999999999/' })
  await app.close()
  expect([page.status, problem.status]).toEqual([200, 404])
  expect(page.json()['next']).toBe('http://[::1]:3000/api/v1/events/?limit=1&offset=1')
  expect(problem.json()['type']).toBe('http://[::1]:3000/docs/problems/not_found')
})
