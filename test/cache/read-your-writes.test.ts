import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { httpRequest, type RequestOptions } from '../support/http-request.ts'

// The whole service, with the data version of its own database.

const test = useService()

beforeAll(async () => {
  await makeEvent(test.db)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
})

const URL = '/api/v1/events/'
const get = (url: string, options?: RequestOptions) => httpRequest(test.app, url, options)

async function readCount(): Promise<unknown> {
  return (JSON.parse((await get(URL)).text) as { count: unknown }).count
}

describe('a write', () => {
  it('is visible in the next response, however often the page was cached', async () => {
    for (let count = 1; count < 20; count += 1) {
      expect([await readCount(), await readCount(), await readCount()]).toEqual([
        count,
        count,
        count,
      ])
      await makeEvent(test.db)
    }
  })

  it('ends the 304 responses to a conditional request', async () => {
    const { etag = '' } = (await get(URL)).headers
    const known = { headers: { 'if-none-match': etag } }
    for (let index = 0; index < 3; index += 1) expect((await get(URL, known)).status).toBe(304)
    await makeEvent(test.db)
    expect((await get(URL, known)).status).toBe(200)
  })
})

describe('a draft', () => {
  it('is never sent to another key, nor to anonymous clients', async () => {
    const author = await makeApiKey(test.db)
    const other = await makeApiKey(test.db)
    const { id } = await makeEvent(test.db, {
      author_id: author.userId,
      publish_status: 'draft',
      published_at: null,
    })
    const as = async (headers: RequestOptions['headers'] = {}) =>
      (await get(`${URL}${id}/`, { headers })).status
    for (let index = 0; index < 4; index += 1) {
      expect(await as({ authorization: `Bearer ${author.key}` })).toBe(200)
      expect(await as({ authorization: `Bearer ${other.key}` })).toBe(404)
      expect(await as()).toBe(404)
    }
  })
})
