import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { httpRequest, stableHeaders, type RequestOptions } from '../support/http-request.ts'
import { cachedService, type CachedService } from './cached-service.ts'

const test = useDatabase()
const url = '/api/v1/venues/'
let service: CachedService
let venueId: number

beforeAll(async () => {
  venueId = (await makeVenue(test.db)).id
  for (let index = 0; index < 5; index += 1) await makeVenue(test.db)
})

beforeEach(async () => {
  service = await cachedService(test.db)
  return () => service.app.close()
})

const get = (options?: RequestOptions, at = url) => httpRequest(service.app, at, options)

/** Requests the URL as often as admission takes. */
async function store(options?: RequestOptions, at = url) {
  await get(options, at)
  const response = await get(options, at)
  service.dispatched.length = 0
  return response
}

function signal() {
  let send = (): void => {}
  const sent = new Promise<void>((resolve) => (send = resolve))
  return { sent, send: () => send() }
}

/** Changes public data, as another process would. */
async function rename(name: string): Promise<void> {
  await test.db.updateTable('venues').set({ name }).where('id', '=', venueId).execute()
  service.dataVersion.actual += 1
}

describe('a popular response', () => {
  it('is served from the cache from the third request on, byte for byte', async () => {
    const first = await get()
    const second = await get()
    expect(service.dispatched).toHaveLength(2)
    const third = await get()
    expect(service.dispatched).toHaveLength(2)
    for (const other of [second, third]) {
      expect(other).toMatchObject({ status: 200, text: first.text })
      expect(stableHeaders(other)).toEqual(stableHeaders(first))
    }
    expect(third.headers['content-length']).toBe(String(third.bytes.length))
  })

  it('has its own request id and log line each time', async () => {
    const ids: unknown[] = []
    for (let index = 0; index < 4; index += 1) ids.push((await get()).headers['x-request-id'])
    expect(service.dispatched).toHaveLength(2)
    expect(new Set(ids).size).toBe(4)
    const linesOf = () => service.log.filter(({ msg }) => msg === 'request')
    await expect.poll(linesOf).toHaveLength(4)
    const lines = linesOf()
    expect(lines.map(({ requestId }) => requestId)).toEqual(ids)
    const line = { operationId: 'listVenues', method: 'GET', status: 200 }
    expect(lines).toMatchObject([line, line, line, line])
  })

  it('is served to HEAD, without the body', async () => {
    const whole = await store()
    const head = await get({ method: 'HEAD' })
    expect(service.dispatched).toEqual([])
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(stableHeaders(head)).toEqual(stableHeaders(whole))
  })

  it('is stored for GET when HEAD requests it', async () => {
    await store({ method: 'HEAD' })
    const { status, text } = await get()
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ count: 6 })])
    expect(service.dispatched).toEqual([])
  })

  it('is cached as HTML and as JSON separately', async () => {
    const json = await store()
    const page = await store({ headers: { accept: 'text/html' } })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await get()).text).toBe(json.text)
    expect((await get({ headers: { accept: 'text/html' } })).text).toBe(page.text)
    expect(service.dispatched).toEqual([])
  })
})

describe('a write', () => {
  it('is visible to the next request', async () => {
    await store()
    for (const name of ['Nordhavn', 'Sydhavn', 'Nordhavn']) {
      await rename(name)
      expect((await get()).text).toContain(name)
      const again = await store()
      expect(again.text).toContain(name)
      expect((await get()).text).toBe(again.text)
      expect(service.dispatched).toEqual([])
    }
  })

  it('is visible to all concurrent requests', async () => {
    await store()
    await rename('Østhavn')
    const all = await Promise.all(Array.from({ length: 40 }, () => get()))
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
    expect(all[0]?.text).toContain('Østhavn')
  })

  it('is not hidden by a response that was built before it', async () => {
    await get()
    const built = signal()
    const renamed = signal()
    service.beforeStoring = () => {
      built.send()
      return renamed.sent
    }
    const before = get()
    await built.sent
    await rename('Vesthavn')
    renamed.send()
    expect((await before).text).not.toContain('Vesthavn')
    service.beforeStoring = undefined
    expect((await get()).text).toContain('Vesthavn')
  })

  it('is found because each request revalidates', async () => {
    await store()
    await Promise.all([get(), get(), get({ method: 'HEAD' })])
    expect(service.dataVersion.checks).toBe(3)
  })
})

describe('If-None-Match', () => {
  it.each<[string, (etag: string) => string]>([
    ['the entity tag', (etag) => etag],
    ['a weak tag', (etag) => `W/${etag}`],
    ['a list of tags', (etag) => `"x", ${etag}, W/"y"`],
    ['an asterisk', () => '*'],
  ])('with %s gives 304, from the cache and without it', async (_, header) => {
    const { headers } = await get()
    const conditional = { headers: { 'if-none-match': header(headers['etag'] ?? '') } }
    const { 'content-type': __, 'content-length': ___, ...expected } = stableHeaders(await get())
    const responses = [await get(conditional), await get({ ...conditional, method: 'HEAD' })]
    expect(service.dispatched).toHaveLength(2)
    service.dataVersion.actual += 1
    responses.push(await get(conditional))
    expect(service.dispatched).toHaveLength(3)
    for (const response of responses) {
      expect(response).toMatchObject({ status: 304, text: '' })
      // RFC 9110, section 15.4.5: no content headers.
      expect(stableHeaders(response)).toEqual(expected)
    }
  })

  it.each(['"x"', 'W/"x", "y"', 'garbage'])('with %s gives the whole response', async (header) => {
    await store()
    const { status, text } = await get({ headers: { 'if-none-match': header } })
    expect([status, text.length > 100]).toEqual([200, true])
    expect(service.dispatched).toEqual([])
  })

  it('stores the whole response when the request is conditional', async () => {
    const { headers } = await get({}, `${url}?limit=3`)
    const conditional = { headers: { 'if-none-match': headers['etag'] ?? '' } }
    expect((await store(conditional, `${url}?limit=3`)).status).toBe(304)
    expect((await get({}, `${url}?limit=3`)).status).toBe(200)
    expect(service.dispatched).toEqual([])
  })

  it('gives the new response after a change', async () => {
    const { headers } = await store()
    await rename('Frihavn')
    const { status, text } = await get({ headers: { 'if-none-match': headers['etag'] ?? '' } })
    expect([status, text.includes('Frihavn')]).toEqual([200, true])
  })
})

describe('the cache', () => {
  it.each([
    ['/api/v1/venues/0/', 404],
    ['/api/v1/venues/?limit=x', 400],
    ['/api/v1/nothing/', 404],
    ['/nothing', 404],
  ])('stores no problem: %s', async (at, status) => {
    for (let index = 0; index < 4; index += 1) expect((await get({}, at)).status).toBe(status)
    expect(service.dispatched).toHaveLength(4)
  })

  it('responds 406 when no content type is acceptable', async () => {
    await store()
    const options = { headers: { accept: 'image/png' } }
    for (let index = 0; index < 4; index += 1) expect((await get(options)).status).toBe(406)
  })

  it('stores no response to a request with a credential, valid or not', async () => {
    const { key } = await makeApiKey(test.db)
    await store()
    for (let index = 0; index < 4; index += 1) {
      await get({ headers: { authorization: `Bearer ${key}` } })
      await get({ headers: { authorization: 'Bearer wrong' } })
    }
    expect(service.dispatched).toHaveLength(8)
    expect(service.dataVersion.checks).toBe(0)
  })

  it('stores no response to OPTIONS', async () => {
    for (let index = 0; index < 3; index += 1) await get({ method: 'OPTIONS' })
    expect(service.dispatched).toHaveLength(3)
  })

  it('is skipped when revalidation fails', async () => {
    const { text } = await store()
    service.dataVersion.failure = new Error('The database is down')
    expect((await get()).text).toBe(text)
    expect(service.dispatched).toHaveLength(1)
  })

  it('does not skip the checks of request headers', async () => {
    await store()
    expect((await get({ headers: { 'content-type': ['a', 'b'] } })).status).toBe(400)
  })
})
