import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { httpRequest, stableHeaders, type RequestOptions } from '../support/http-request.ts'
import { cachedService, type CachedService } from '../cache/cached-service.ts'

const test = useService()
let service: CachedService

beforeAll(async () => {
  for (let index = 0; index < 5; index += 1) await makeVenue(test.db)
  service = await cachedService(test.db)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  return () => service.app.close()
})

const ENCODINGS = ['br', 'gzip'] as const
const LIST = '/api/v1/venues/'
const LONG: readonly (readonly [string, string])[] = [
  [LIST, '*/*'],
  [LIST, 'text/html'],
  ['/', 'text/html'],
  ['/docs', 'text/html'],
  ['/docs/guide', 'text/html'],
  ['/openapi/v1.yaml', '*/*'],
  ['/openapi/v1.json', '*/*'],
]

const cases = LONG.flatMap(([url, accept]) =>
  ENCODINGS.map((encoding) => ({ url, accept, encoding })),
)

describe.each(cases)('$url as $accept in $encoding', ({ url, accept, encoding }) => {
  const get = (options: RequestOptions = {}) =>
    httpRequest(service.app, url, {
      ...options,
      headers: { accept, 'accept-encoding': encoding, ...options.headers },
    })
  const plain = () => get({ headers: { 'accept-encoding': 'identity' } })

  it('has the same content in fewer bytes, each time', async () => {
    const whole = await plain()
    for (let index = 0; index < 4; index += 1) {
      const response = await get()
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers['content-length']).toBe(String(response.bytes.length))
      expect(response.text).toBe(whole.text)
      expect(response.bytes.length).toBeLessThan(whole.bytes.length * 0.6)
    }
  })

  it('has its own entity tag, which gives 304', async () => {
    const whole = await plain()
    const { headers } = await get()
    const { etag = '' } = headers
    expect(etag).toBe(`${whole.headers['etag']?.slice(0, -1)}-${encoding}"`)
    for (const known of [etag, `"x", W/${etag}`, '*']) {
      const again = await get({ headers: { 'if-none-match': known } })
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
      expect(again.headers).not.toHaveProperty('content-encoding')
      expect(again.headers).not.toHaveProperty('content-type')
      expect(again.headers).not.toHaveProperty('content-length')
    }
  })

  it('meets If-Match by its own entity tag only', async () => {
    const [whole, { headers }] = [await plain(), await get()]
    const ifMatch = async ({ etag = '' }: typeof headers) =>
      (await get({ headers: { 'if-match': etag } })).status
    expect([await ifMatch(headers), await ifMatch(whole.headers)]).toEqual([200, 412])
  })

  it('is not matched by the entity tag of another encoding', async () => {
    const { headers } = await get()
    const options = { 'accept-encoding': 'identity', 'if-none-match': headers['etag'] ?? '' }
    expect(await get({ headers: options })).toMatchObject({ status: 200 })
  })

  it('has the same headers for HEAD', async () => {
    const whole = await get()
    const head = await get({ method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(stableHeaders(head)).toEqual(stableHeaders(whole))
  })
})

it.each(ENCODINGS)('a snapshot in %s has the same headers for HEAD', async (encoding) => {
  const get = (method: string) =>
    httpRequest(test.app, '/api/v1/events/snapshot/', {
      method,
      headers: { 'accept-encoding': encoding },
    })
  const [whole, head] = [await get('GET'), await get('HEAD')]
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-encoding': encoding } })
  const { 'transfer-encoding': _, ...headers } = stableHeaders(whole)
  expect(stableHeaders(head)).toEqual(headers)
})

describe('the service does not encode', () => {
  const encoded = { headers: { 'accept-encoding': 'gzip, br' } }

  it('a short response, unless the client rejects identity', async () => {
    const url = `${LIST}?limit=1&offset=1000`
    const plain = await httpRequest(service.app, url, encoded)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const rejecting = { 'accept-encoding': 'gzip, identity;q=0' }
    const short = await httpRequest(service.app, url, { headers: rejecting })
    expect(short).toMatchObject({ text: plain.text, headers: { 'content-encoding': 'gzip' } })
  })

  it('the results of a batch, of which a client waits for each', async () => {
    const { key } = await makeApiKey(test.db)
    const { statusCode, headers } = await test.app.inject({
      method: 'POST',
      url: '/api/v1/events/batch/',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-ndjson',
        'accept-encoding': 'gzip, br',
      },
      body: '{"id":1}',
    })
    expect(statusCode).toBe(200)
    expect(headers).not.toHaveProperty('content-encoding')
  })

  it('a problem', async () => {
    const headers = { 'accept-encoding': 'gzip, identity;q=0' }
    const response = await httpRequest(service.app, `${LIST}?limit=x`, { headers })
    expect(response.status).toBe(400)
    expect(response.headers).not.toHaveProperty('content-encoding')
  })

  it('a response for a client that accepts no encoding, though an encoded one is cached', async () => {
    for (let index = 0; index < 3; index += 1) await httpRequest(service.app, LIST, encoded)
    const plain = await httpRequest(service.app, LIST)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(plain.text)).toMatchObject({ results: expect.any(Array) as unknown })
  })
})

it.each([LIST, '/nothing', '/docs', '/openapi/v1.json', '/media/placeholder.svg'])(
  '%s has Vary: Accept-Encoding, encoded or not',
  async (url) => {
    for (const encoding of ['identity', ...ENCODINGS]) {
      const { headers } = await httpRequest(service.app, url, {
        headers: { 'accept-encoding': encoding },
      })
      expect(headers['vary']).toBe('Accept, Accept-Encoding')
    }
  },
)

describe('a record that was read with an encoding', () => {
  it.each(ENCODINGS)('can be updated with its entity tag: %s', async (encoding) => {
    const { key, userId } = await makeApiKey(test.db)
    const { id } = await makeEvent(test.db, { author_id: userId })
    const url = `/api/v1/events/${id}/`
    const read = await httpRequest(test.app, url, { headers: { 'accept-encoding': encoding } })
    expect(read.headers['content-encoding']).toBe(encoding)
    const change = (title: string) =>
      test.app.inject({
        method: 'PATCH',
        url,
        headers: {
          authorization: `Bearer ${key}`,
          'if-match': read.headers['etag'] ?? '',
          'content-type': 'application/merge-patch+json',
          'accept-encoding': encoding,
          'if-none-match': '"another"',
        },
        body: JSON.stringify({ title }),
      })
    const changed = await change('Southern Light')
    expect(changed).toMatchObject({ statusCode: 200, headers: { 'content-encoding': encoding } })
    const again = await httpRequest(test.app, url, { headers: { 'accept-encoding': encoding } })
    expect(changed.headers['etag']).toBe(again.headers['etag'])
    expect((await change('Another Light')).statusCode).toBe(412)
  })
})
