import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { paths } from './document.ts'
import type { Answer } from '../support/send.ts'
import { makeFullArtwork, makeFullEvent, makeFullVenue } from './full-records.ts'
import { judge } from './judge.ts'

const test = useService()
let ids: Readonly<Record<string, number>>
let origin: string

beforeAll(async () => {
  ids = {
    '/marketplace-artworks/{id}/': await makeFullArtwork(test.db),
    '/events/{id}/': await makeFullEvent(test.db),
    '/venues/{id}/': await makeFullVenue(test.db),
  }
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
})

/** Over a real connection: it is Node that drops the body, and a client that notices one. */
async function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const url = `/api/v1${path}`
  // `fetch` would take any encoding, and not tell the length of what it decodes.
  const plain = { 'accept-encoding': 'identity', ...headers }
  const response = await fetch(`${origin}${url}`, { method, headers: plain })
  const text = await response.text()
  const answer = {
    method,
    url,
    sent: headers,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  }
  expect(judge(answer).faults, `${method} ${url}`).toEqual([])
  return answer
}

/** The path of a record that is there. */
function instance(template: string): string {
  return template.replace('{id}', String(ids[template] ?? ''))
}

const readable = paths.filter(({ allow }) => allow.startsWith('GET'))

describe.each(readable)('HEAD $template', ({ template }) => {
  it.each(['', '?limit=abc', '?format=json', '?x=1'])(
    'A19 answers as GET does, query "%s"',
    async (query) => {
      const path = `${instance(template)}${query}`
      const get = await ask('GET', path)
      const head = await ask('HEAD', path)
      expect(head.status).toBe(get.status)
      expect(head.text).toBe('')
      expect(comparable(head.headers)).toEqual(comparable(get.headers))
      // A problem repeats the request's id, which has the same length every time.
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)))
    },
  )

  it('A19 answers 304 as GET does, to whoever has the ETag', async () => {
    const path = instance(template)
    const { headers } = await ask('HEAD', path)
    const known = { 'if-none-match': headers['etag'] ?? '' }
    const get = await ask('GET', path, known)
    const head = await ask('HEAD', path, known)
    expect([get.status, head.status]).toEqual([304, 304])
    expect(get.headers['etag']).toBe(headers['etag'])
    expect(comparable(head.headers)).toEqual(comparable(get.headers))
  })

  it('A19 answers 406 and 404 as GET does', async () => {
    const refused = await ask('HEAD', instance(template), { accept: 'image/png' })
    expect(refused).toMatchObject({ status: 406, text: '' })
    const missing = await ask('HEAD', '/events/0/')
    expect(missing).toMatchObject({ status: 404, text: '' })
  })
})

describe.each(paths)('OPTIONS $template', ({ template, allow, operations }) => {
  it('answers 200 with Allow and a description of the resource', async () => {
    const answer = await test.send({ path: instance(template), method: 'OPTIONS' })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ allow, 'content-type': 'application/json' })
    const body = answer.json()
    expect(Object.keys(body)).toEqual(['name', 'description', 'renders', 'parses'])
    expect(body['name']).toMatch(/\w/)
    expect(body['description']).toMatch(/\w.*\.$/)
    expect(body['renders']).toEqual(['application/json', 'text/html'])
    const takesBodies = operations.some(({ method }) => /^(POST|PUT|PATCH)$/.test(method))
    expect((body['parses'] as string[]).length > 0).toBe(takesBodies)
  })

  it('does so with and without the last slash', async () => {
    const path = instance(template)
    const withSlash = await test.send({ path, method: 'OPTIONS' })
    const without = await test.send({ path: path.slice(0, -1), method: 'OPTIONS' })
    expect(without.text).toBe(withSlash.text)
  })
})

describe('OPTIONS of a path that is not there', () => {
  it('answers 404', async () => {
    const answer = await test.send({ path: '/users/', method: 'OPTIONS' })
    expect(answer.status).toBe(404)
  })
})

const OF_ONE_EXCHANGE = new Set(['x-request-id', 'date', 'connection', 'keep-alive'])

/** Without what belongs to one request or one connection. */
function comparable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_EXCHANGE.has(name)))
}
