import { describe, expect, it } from 'vitest'
import { staleResponses } from './parts/stale-responses.ts'
import { tinyServer } from './tiny-server.ts'

describe('staleResponses', () => {
  it('names each service that lacks the write', async () => {
    const serve = (title: string) =>
      tinyServer((request, response) => {
        response.statusCode = request.url === '/gone' ? 404 : 200
        response.end(`{"title":"${title}"}`)
      })
    const [fresh, old] = [await serve('new'), await serve('old')]
    const has = '"title":"new"'
    const expectations = [
      { path: '/there', status: 200, has },
      { path: '/gone', status: 404, has: '' },
    ]
    expect(await staleResponses([fresh], expectations)).toEqual([])
    expect(await staleResponses([fresh, old], expectations)).toEqual([
      `${old}/there responds with 200 without ${has}`,
    ])
    expect(await staleResponses([fresh], [{ path: '/gone', status: 200, has: '' }])).toHaveLength(1)
  })
})
