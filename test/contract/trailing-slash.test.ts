import { DEFAULT_LIMIT } from './document.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeFullArtwork, makeFullEvent } from './full-records.ts'

const test = useService()
let records: readonly string[]

beforeAll(async () => {
  records = [
    `/marketplace-artworks/${await makeFullArtwork(test.db)}`,
    `/events/${await makeFullEvent(test.db)}`,
  ]
})

describe('a path without its trailing slash', () => {
  it('gets the same response, with the slash in its links', async () => {
    for (const path of ['/marketplace-artworks', '/events', ...records]) {
      const query = records.includes(path) ? '?format=api' : '?limit=1&offset=1&format=api'
      const without = await test.send({ path: `${path}${query}` })
      const withSlash = await test.send({ path: `${path}/${query}` })
      expect(without.status).toBe(200)
      expect(without.text).toBe(withSlash.text)
    }
    const page = await test.get('/events?offset=1')
    expect(page['previous']).toBe(
      `https://art.example/api/v1/events/?limit=${DEFAULT_LIMIT}&offset=0`,
    )
  })

  it('gets the same response at the index', async () => {
    expect((await test.send({ path: '' })).text).toBe((await test.send({ path: '/' })).text)
  })

  it('B13 is the only other spelling', async () => {
    expect(await test.send({ path: '/events//' })).toMatchObject({ status: 404 })
  })
})
