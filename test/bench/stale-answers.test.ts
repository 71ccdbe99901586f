import { describe, expect, it } from 'vitest'
import { staleAnswers } from './parts/stale-answers.ts'
import { tinyServer } from './tiny-server.ts'

describe('stale answers', () => {
  it('name every service that lacks the write', async () => {
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
    expect(await staleAnswers([fresh], expectations)).toEqual([])
    expect(await staleAnswers([fresh, old], expectations)).toEqual([
      `${old}/there answers 200 without ${has}`,
    ])
    expect(await staleAnswers([fresh], [{ path: '/gone', status: 200, has: '' }])).toHaveLength(1)
  })
})
