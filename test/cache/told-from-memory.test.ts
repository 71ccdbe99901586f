import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { ask, lasting, type Asked } from './ask.ts'
import { keptService, type KeptService } from './kept-service.ts'

const test = useDatabase()
const url = '/api/v1/venues/'
let service: KeptService
let venueId: number

beforeAll(async () => {
  venueId = (await makeVenue(test.db)).id
  for (let index = 0; index < 5; index += 1) await makeVenue(test.db)
})

beforeEach(async () => {
  service = await keptService(test.db)
  return () => service.app.close()
})

const told = (asked?: Asked, at = url) => ask(service.app, at, asked)

/** Asks as often as it takes. */
async function keep(asked?: Asked, at = url) {
  await told(asked, at)
  const answer = await told(asked, at)
  service.dispatched.length = 0
  return answer
}

function signal() {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}

/** Changes what everybody reads, as the service on any process would. */
async function rename(name: string): Promise<void> {
  await test.db.updateTable('venues').set({ name }).where('id', '=', venueId).execute()
  service.freshness.actual += 1
}

describe('what is asked for often', () => {
  it('is told from memory from the third time on, the same to the byte', async () => {
    const first = await told()
    const second = await told()
    expect(service.dispatched).toHaveLength(2)
    const third = await told()
    expect(service.dispatched).toHaveLength(2)
    for (const other of [second, third]) {
      expect(other).toMatchObject({ status: 200, text: first.text })
      expect(lasting(other)).toEqual(lasting(first))
    }
    expect(third.headers['content-length']).toBe(String(third.bytes.length))
  })

  it('has an id of its own and a line in the log all the same', async () => {
    const ids: unknown[] = []
    for (let index = 0; index < 4; index += 1) ids.push((await told()).headers['x-request-id'])
    expect(service.dispatched).toHaveLength(2)
    expect(new Set(ids).size).toBe(4)
    const linesOf = () => service.log.filter(({ msg }) => msg === 'request')
    await expect.poll(linesOf).toHaveLength(4)
    const lines = linesOf()
    expect(lines.map(({ requestId }) => requestId)).toEqual(ids)
    const line = { operationId: 'listVenues', method: 'GET', status: 200 }
    expect(lines).toMatchObject([line, line, line, line])
  })

  it('is told so to HEAD, without the body', async () => {
    const get = await keep()
    const head = await told({ method: 'HEAD' })
    expect(service.dispatched).toEqual([])
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(lasting(head)).toEqual(lasting(get))
  })

  it('is kept for GET when HEAD asks', async () => {
    await keep({ method: 'HEAD' })
    const { status, text } = await told()
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ count: 6 })])
    expect(service.dispatched).toEqual([])
  })

  it('is a page and JSON, each by itself', async () => {
    const json = await keep()
    const page = await keep({ headers: { accept: 'text/html' } })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await told()).text).toBe(json.text)
    expect((await told({ headers: { accept: 'text/html' } })).text).toBe(page.text)
    expect(service.dispatched).toEqual([])
  })
})

describe('a write', () => {
  it('is seen by whoever reads after it', async () => {
    await keep()
    for (const name of ['Nordhavn', 'Sydhavn', 'Nordhavn']) {
      await rename(name)
      expect((await told()).text).toContain(name)
      const again = await keep()
      expect(again.text).toContain(name)
      expect((await told()).text).toBe(again.text)
      expect(service.dispatched).toEqual([])
    }
  })

  it('is seen by all of many who ask at once', async () => {
    await keep()
    await rename('Østhavn')
    const all = await Promise.all(Array.from({ length: 40 }, () => told()))
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
    expect(all[0]?.text).toContain('Østhavn')
  })

  it('while an answer is made is not hidden by that answer', async () => {
    await told()
    const made = signal()
    const whole = signal()
    service.beforeKeeping = () => {
      made.give()
      return whole.given
    }
    const before = told()
    await made.given
    await rename('Vesthavn')
    whole.give()
    expect((await before).text).not.toContain('Vesthavn')
    service.beforeKeeping = undefined
    expect((await told()).text).toContain('Vesthavn')
  })

  it('is looked for by every reader', async () => {
    await keep()
    await Promise.all([told(), told(), told({ method: 'HEAD' })])
    expect(service.freshness.checks).toBe(3)
  })
})

describe('If-None-Match', () => {
  it.each<[string, (etag: string) => string]>([
    ['the tag', (etag) => etag],
    ['it as a weak one', (etag) => `W/${etag}`],
    ['it among others', (etag) => `"x", ${etag}, W/"y"`],
    ['a star', () => '*'],
  ])('with %s is told 304, from memory and not', async (_, header) => {
    const { headers } = await told()
    const known = { headers: { 'if-none-match': header(headers['etag'] ?? '') } }
    const { 'content-type': __, 'content-length': ___, ...expected } = lasting(await told())
    const answers = [await told(known), await told({ ...known, method: 'HEAD' })]
    expect(service.dispatched).toHaveLength(2)
    service.freshness.actual += 1
    answers.push(await told(known))
    expect(service.dispatched).toHaveLength(3)
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 304, text: '' })
      // Of what is not sent neither length nor type is told.
      expect(lasting(answer)).toEqual(expected)
    }
  })

  it.each(['"x"', 'W/"x", "y"', 'garbage', ''])('with %s is told all', async (header) => {
    await keep()
    const { status, text } = await told({ headers: { 'if-none-match': header } })
    expect([status, text.length > 100]).toEqual([200, true])
    expect(service.dispatched).toEqual([])
  })

  it('keeps the whole answer, when it is asked for with it', async () => {
    const { headers } = await told({}, `${url}?limit=3`)
    const known = { headers: { 'if-none-match': headers['etag'] ?? '' } }
    expect((await keep(known, `${url}?limit=3`)).status).toBe(304)
    expect((await told({}, `${url}?limit=3`)).status).toBe(200)
    expect(service.dispatched).toEqual([])
  })

  it('has the new answer after a change', async () => {
    const { headers } = await keep()
    await rename('Frihavn')
    const { status, text } = await told({ headers: { 'if-none-match': headers['etag'] ?? '' } })
    expect([status, text.includes('Frihavn')]).toEqual([200, true])
  })
})

describe('what is not kept', () => {
  it.each([
    ['/api/v1/venues/0/', 404],
    ['/api/v1/venues/?limit=x', 400],
    ['/api/v1/nothing/', 404],
    ['/nothing', 404],
  ])('is a problem: %s', async (at, status) => {
    for (let index = 0; index < 4; index += 1) expect((await told({}, at)).status).toBe(status)
    expect(service.dispatched).toHaveLength(4)
  })

  it('is what cannot be acceptable', async () => {
    await keep()
    const asked = { headers: { accept: 'image/png' } }
    for (let index = 0; index < 4; index += 1) expect((await told(asked)).status).toBe(406)
  })

  it('is what a credential is shown for, right or wrong', async () => {
    const { key } = await makeApiKey(test.db)
    await keep()
    for (let index = 0; index < 4; index += 1) {
      await told({ headers: { authorization: `Bearer ${key}` } })
      await told({ headers: { authorization: 'Bearer wrong' } })
    }
    expect(service.dispatched).toHaveLength(8)
    expect(service.freshness.checks).toBe(0)
  })

  it('is the answer to OPTIONS', async () => {
    for (let index = 0; index < 3; index += 1) await told({ method: 'OPTIONS' })
    expect(service.dispatched).toHaveLength(3)
  })

  it('is looked at no longer where it cannot be known whether it holds', async () => {
    const { text } = await keep()
    service.freshness.failure = new Error('The database is away')
    expect((await told()).text).toBe(text)
    expect(service.dispatched).toHaveLength(1)
  })

  it('is judged by its head as ever, though its answer is kept', async () => {
    await keep()
    expect((await told({ headers: { 'content-type': ['a', 'b'] } })).status).toBe(400)
  })
})
