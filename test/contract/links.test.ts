import { DEFAULT_LIMIT } from './document.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { urlsOf } from '../../src/server/listen.ts'
import { testApp, useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendUnvalidated } from '../support/send.ts'

// The places of links are in test/lists/page.test.ts.

const test = useService()

beforeAll(async () => {
  for (let number = 0; number <= DEFAULT_LIMIT; number += 1) {
    await makeArtwork(test.db)
    await makeEvent(test.db)
  }
})

describe.each([
  ['/marketplace-artworks/', '-order_date'],
  ['/events/', '-start_time'],
])('the links of %s', (list, usual) => {
  const place = `limit=${DEFAULT_LIMIT}&offset=${DEFAULT_LIMIT}`

  it.each([
    ['', place],
    ['?format=json', `format=json&${place}`],
    [`?ordering=${usual}&format=api`, `format=api&${place}&ordering=${usual}`],
  ])('have limit and offset, and what the request gave: "%s"', async (given, query) => {
    const { next } = await test.get(`${list}${given}`)
    expect(next).toBe(`https://art.example/api/v1${list}?${query}`)
  })

  it.each([1, 2, 2_147_483_647 - DEFAULT_LIMIT])(
    'B8 end %i records past the first page, where the page is empty and the count complete',
    async (past) => {
      const page = await test.get(`${list}?offset=${DEFAULT_LIMIT + past}`)
      expect(page).toMatchObject({ count: DEFAULT_LIMIT + 1, next: null, results: [] })
    },
  )
})

it.each([
  'http://shop.example:8080/art',
  urlsOf({ host: '::1', publicUrl: undefined, mediaUrl: undefined }, 3000).public,
])('the links of a service begin with its public URL, %s', async (publicUrl) => {
  const app = await testApp(test, { publicUrl })
  const page = await sendUnvalidated(app, { path: '/events/?limit=1' })
  const problem = await sendUnvalidated(app, { path: '/events/999999999/' })
  await app.close()
  expect([page.status, problem.status]).toEqual([200, 404])
  expect(page.json()['next']).toBe(`${publicUrl}/api/v1/events/?limit=1&offset=1`)
  expect(problem.json()['type']).toBe(`${publicUrl}/docs/problems/not_found`)
})
