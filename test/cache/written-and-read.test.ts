import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { ask, type Asked } from './ask.ts'

// The service as it runs, with the freshness that its own database tells.

const test = useService()

beforeAll(async () => {
  await makeEvent(test.db)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
})

const URL = '/api/v1/events/'
const told = (url: string, asked?: Asked) => ask(test.app, url, asked)

async function countTold(): Promise<unknown> {
  return (JSON.parse((await told(URL)).text) as { count: unknown }).count
}

describe('what another writes', () => {
  it('is read at once, however often the page was asked for before', async () => {
    for (let count = 1; count < 20; count += 1) {
      expect([await countTold(), await countTold(), await countTold()]).toEqual([
        count,
        count,
        count,
      ])
      await makeEvent(test.db)
    }
  })

  it('is read by who had the page, and is told of no change until then', async () => {
    const { etag = '' } = (await told(URL)).headers
    const known = { headers: { 'if-none-match': etag } }
    for (let index = 0; index < 3; index += 1) expect((await told(URL, known)).status).toBe(304)
    await makeEvent(test.db)
    expect((await told(URL, known)).status).toBe(200)
  })
})

describe('what one key may see', () => {
  it('is never told to another, nor to nobody', async () => {
    const author = await makeApiKey(test.db)
    const other = await makeApiKey(test.db)
    const { id } = await makeEvent(test.db, {
      author_id: author.userId,
      publish_status: 'draft',
      published_at: null,
    })
    const as = async (headers: Asked['headers'] = {}) =>
      (await told(`${URL}${id}/`, { headers })).status
    for (let index = 0; index < 4; index += 1) {
      expect(await as({ authorization: `Bearer ${author.key}` })).toBe(200)
      expect(await as({ authorization: `Bearer ${other.key}` })).toBe(404)
      expect(await as()).toBe(404)
    }
  })
})
