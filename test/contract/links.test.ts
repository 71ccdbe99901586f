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
