import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { ask, lasting, type Asked } from './ask.ts'
import { keptService, type KeptService } from './kept-service.ts'

const test = useService()
let service: KeptService

beforeAll(async () => {
  for (let index = 0; index < 5; index += 1) await makeVenue(test.db)
  service = await keptService(test.db)
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
  const told = (asked: Asked = {}) =>
    ask(service.app, url, {
      ...asked,
      headers: { accept, 'accept-encoding': encoding, ...asked.headers },
    })
  const plain = () => told({ headers: { 'accept-encoding': 'identity' } })

  it('says the same, in fewer bytes, each time', async () => {
    const whole = await plain()
    for (let index = 0; index < 4; index += 1) {
      const answer = await told()
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
      expect(answer.text).toBe(whole.text)
      expect(answer.bytes.length).toBeLessThan(whole.bytes.length * 0.6)
    }
  })

  it('has a tag of its own, with which it is not sent again', async () => {
    const whole = await plain()
    const { headers } = await told()
    const { etag = '' } = headers
    expect(etag).toBe(`${whole.headers['etag']?.slice(0, -1)}-${encoding}"`)
    for (const known of [etag, `"x", W/${etag}`]) {
      const again = await told({ headers: { 'if-none-match': known } })
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
      expect(again.headers).not.toHaveProperty('content-encoding')
      expect(again.headers).not.toHaveProperty('content-type')
      expect(again.headers).not.toHaveProperty('content-length')
    }
  })

  it('is another form than the others, whose tags do not name it', async () => {
    const { headers } = await told()
    const asked = { 'accept-encoding': 'identity', 'if-none-match': headers['etag'] ?? '' }
    expect(await told({ headers: asked })).toMatchObject({ status: 200 })
  })

  it('has the same headers for HEAD', async () => {
    const get = await told()
    const head = await told({ method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(lasting(head)).toEqual(lasting(get))
  })
})

describe('what is not encoded', () => {
  const encoded = { headers: { 'accept-encoding': 'gzip, br' } }

  it('is what is short, unless its plain form is refused', async () => {
    const url = `${LIST}?limit=1&offset=1000`
    const plain = await ask(service.app, url, encoded)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const refused = { 'accept-encoding': 'gzip, identity;q=0' }
    const short = await ask(service.app, url, { headers: refused })
    expect(short).toMatchObject({ text: plain.text, headers: { 'content-encoding': 'gzip' } })
  })

  it('is a problem', async () => {
    const headers = { 'accept-encoding': 'gzip, identity;q=0' }
    const answer = await ask(service.app, `${LIST}?limit=x`, { headers })
    expect(answer.status).toBe(400)
    expect(answer.headers).not.toHaveProperty('content-encoding')
  })

  it('is what was encoded for another', async () => {
    for (let index = 0; index < 3; index += 1) await ask(service.app, LIST, encoded)
    const plain = await ask(service.app, LIST)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(plain.text)).toMatchObject({ results: expect.any(Array) as unknown })
  })
})

it.each([LIST, '/nothing', '/docs', '/openapi/v1.json', '/media/placeholder.svg'])(
  '%s says that it depends on what encodings are taken, encoded or not',
  async (url) => {
    for (const encoding of ['identity', ...ENCODINGS]) {
      const { headers } = await ask(service.app, url, { headers: { 'accept-encoding': encoding } })
      expect(headers['vary']).toBe('Accept, Accept-Encoding')
    }
  },
)

describe('a record that was read in an encoding', () => {
  it.each(ENCODINGS)('can be changed by its tag: %s', async (encoding) => {
    const { key, userId } = await makeApiKey(test.db)
    const { id } = await makeEvent(test.db, { author_id: userId })
    const url = `/api/v1/events/${id}/`
    const read = await ask(test.app, url, { headers: { 'accept-encoding': encoding } })
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
    const again = await ask(test.app, url, { headers: { 'accept-encoding': encoding } })
    expect(changed.headers['etag']).toBe(again.headers['etag'])
    expect((await change('Another Light')).statusCode).toBe(412)
  })
})
