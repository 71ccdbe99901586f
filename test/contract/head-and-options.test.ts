import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { shareOf } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { hasCalendar, isJsonRead, paths, readPaths } from './document.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import type { Answer } from '../support/send.ts'
import { makeFullRecords } from './full-records.ts'
import { readHeaders } from './read-headers.ts'
import { validate } from './validate.ts'

const test = useService()
let ids: Readonly<Record<string, number>>
let headersOf: Awaited<ReturnType<typeof readHeaders>>
let origin: string

beforeAll(async () => {
  ids = await makeFullRecords(test.db)
  headersOf = await readHeaders(test.db)
  // A GET and a HEAD read one state.
  await settleFeeds(test.db)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
})

/** Over a connection, because Node drops the body of a response to HEAD. */
async function fetchPlain(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const url = `/api/v1${path}`
  // `fetch` accepts every encoding and hides the length of the encoded body.
  const plain = { 'accept-encoding': 'identity', ...headers }
  const response = await fetch(`${origin}${url}`, { method, headers: plain })
  const text = await response.text()
  const received = {
    method,
    url,
    sent: headers,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  }
  expect(validate(received).errors, `${method} ${url}`).toEqual([])
  return received
}

/** The path of an existing record. */
function instance(template: string): string {
  return template.replace('{id}', String(ids[template] ?? ''))
}

const QUERIES = ['?limit=abc', '?format=json', '?format=ics', '?x=1']

describe.each(readPaths)('HEAD $template', (read) => {
  const { template } = read
  const turn = readPaths.indexOf(read) % QUERIES.length

  it.each(['', ...shareOf(QUERIES, turn, { of: QUERIES.length })])(
    'A19 has the status and headers of GET, query "%s"',
    async (query) => {
      const path = `${instance(template)}${query}`
      let get = await fetchPlain('GET', path, headersOf(template))
      const head = await fetchPlain('HEAD', path, headersOf(template))
      // Facets are counted anew after a minute, which can be between the two.
      if (get.headers['etag'] !== head.headers['etag']) {
        get = await fetchPlain('GET', path, headersOf(template))
      }
      expect(head.status).toBe(get.status)
      expect(head.text).toBe('')
      expect(comparable(head.headers)).toEqual(comparable(get.headers))
      // A problem repeats the request's id, which has the same length every time.
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)))
    },
  )

  it('A19 gets 304 as GET does for a matching ETag', async () => {
    const path = instance(template)
    const getKnown = async () => {
      const { headers } = await fetchPlain('HEAD', path, headersOf(template))
      const known = { ...headersOf(template), 'if-none-match': headers['etag'] ?? '' }
      return { known, get: await fetchPlain('GET', path, known) }
    }
    let { known, get } = await getKnown()
    // As above.
    if (get.status === 200) ({ known, get } = await getKnown())
    const head = await fetchPlain('HEAD', path, known)
    expect([get.status, head.status]).toEqual([304, 304])
    expect(get.headers['etag']).toBe(known['if-none-match'])
    expect(comparable(head.headers)).toEqual(comparable(get.headers))
  })

  it('A19 gets 406 and 404 as GET does', async () => {
    const rejected = await fetchPlain('HEAD', instance(template), {
      ...headersOf(template),
      accept: 'image/png',
    })
    expect(rejected).toMatchObject({ status: 406, text: '' })
    const missing = await fetchPlain('HEAD', '/events/0/')
    expect(missing).toMatchObject({ status: 404, text: '' })
  })
})

describe('HEAD of a stream of events', () => {
  it('gets its headers, without waiting for its end', async () => {
    const headers = { accept: 'text/event-stream' }
    const head = await fetchPlain('HEAD', '/events/changes/', headers)
    expect(head).toMatchObject({ status: 200, text: '' })
    const get = await test.send({ path: '/events/changes/', headers })
    expect(head.headers).toMatchObject(comparable(get.headers))
  })
})

describe.each(paths)('OPTIONS $template', ({ template, allow, operations }) => {
  it('gets 200 with Allow and a description of the resource', async () => {
    const received = await test.send({ path: instance(template), method: 'OPTIONS' })
    expect(received.status).toBe(200)
    expect(received.headers).toMatchObject({ allow, 'content-type': 'application/json' })
    const body = received.json()
    expect(Object.keys(body)).toEqual(['name', 'description', 'renders', 'parses'])
    expect(body['name']).toMatch(/\w/)
    expect(body['description']).toMatch(/\w.*\.$/)
    expect(body['description']).not.toContain('api.art-marketplace.example')
    const isRead = operations.some(isJsonRead)
    const hasResponse = operations.some(({ method }) => method !== 'DELETE')
    const areLines = /\/(batch|snapshot)\/$/.test(template)
    const written = hasResponse ? [areLines ? 'application/x-ndjson' : 'application/json'] : []
    const events = template.endsWith('/changes/') ? ['text/event-stream'] : []
    const calendar = operations.some(hasCalendar) ? ['text/calendar'] : []
    const others = ['application/json', ...events, ...calendar, 'text/html']
    const renders = isRead ? others : written
    expect(body['renders']).toEqual(renders)
    const takesBodies = operations.some(({ requestBody }) => requestBody !== undefined)
    expect((body['parses'] as string[]).length > 0).toBe(takesBodies)
    // Each of these names is taken (unsupported-bodies.test.ts).
    if (template.endsWith('/batch/')) expect(body['parses']).toContain('application/jsonl')
  })

  it('gets the same without the trailing slash', async () => {
    const path = instance(template)
    const withSlash = await test.send({ path, method: 'OPTIONS' })
    const without = await test.send({ path: path.slice(0, -1), method: 'OPTIONS' })
    expect(without.text).toBe(withSlash.text)
  })
})

describe('OPTIONS of an unknown path', () => {
  it('gets 404', async () => {
    const received = await test.send({ path: '/users/', method: 'OPTIONS' })
    expect(received.status).toBe(404)
  })
})

const OF_ONE_REQUEST = new Set([
  'x-request-id',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

/** Without the headers of one request or one connection. */
function comparable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_REQUEST.has(name)))
}
