import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { eventBody } from '../writes/event-requests.ts'
import {
  sendRaw,
  sendRawOnce,
  listenOnFreePort,
  openSocket,
  request,
  type RawResponse,
} from './raw-http.ts'

const LIST = '/api/v1/events/'

const test = useService()
let port: number
let key: string
let venue: number

beforeAll(async () => {
  await makeEvent(test.db)
  key = (await makeApiKey(test.db)).key
  venue = (await makeVenue(test.db)).id
  port = await listenOnFreePort(test.app)
})

const authorized = () => `Authorization: Bearer ${key}`

/** A POST of an event; the body is sent unchanged. */
function post(headers: readonly string[], body: string): string {
  return request(`POST ${LIST}`, [authorized(), ...headers], body)
}

function lengthOf(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}`
}

async function eventCount(): Promise<number> {
  const { length } = await test.db.selectFrom('events').select('id').execute()
  return length
}

/** Both ends of a new connection; the client sends `bytes` and does not read. */
async function connectionOf(bytes: string): Promise<{ client: Socket; connection: Socket }> {
  const accepted = once(test.app.server, 'connection')
  const client = openSocket(port).pause()
  client.write(bytes)
  const [connection] = (await accepted) as [Socket]
  return { client, connection }
}

const JSON_TYPE = 'Content-Type: application/json'

function expectProblem(response: RawResponse, status: number, code: string): void {
  expect(response.status).toBe(status)
  expect(response.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(response.text)),
    connection: 'close',
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(response.json()).toMatchObject({
    status,
    code,
    type: `https://art.example/docs/problems/${code}`,
    instance: `urn:uuid:${response.headers['x-request-id']}`,
  })
}

describe('size limits', () => {
  const long = 'x'.repeat(17_000)

  it('A1 a URL over 16 KiB gets 414, and the connection is closed', async () => {
    const response = await sendRawOnce(port, request(`GET /?${long}`))
    expectProblem(response, 414, 'uri_too_long')
  })

  it.each([`X: ${long}`, `${long}: x`, `Authorization: Bearer ${long}`, `Cookie: ${long}`])(
    'A1 a header block over 16 KiB gets 431, and the connection is closed: %.10s',
    async (header) => {
      const response = await sendRawOnce(port, request('GET /docs', [header]))
      expectProblem(response, 431, 'header_fields_too_large')
    },
  )

  it('A1 the response reaches a client that is still sending', async () => {
    const bytes = request('GET /docs', [`X: ${'x'.repeat(3_000_000)}`])
    expectProblem(await sendRawOnce(port, bytes), 431, 'header_fields_too_large')
  })

  it('A1 bytes after the response are discarded for a moment', async () => {
    const { client, connection } = await connectionOf(`GET /docs HTTP/1.1\r\nX: ${long}`)
    await expect.poll(() => connection.writableEnded).toBe(true)
    client.write(long)
    await expect.poll(() => connection.bytesRead).toBeGreaterThan(2 * long.length)
    await nextTurn()
    expect(connection.destroyed).toBe(false)
    client.destroy()
  })

  it('A1 the connection of a client that never closes its side is closed', async () => {
    const { client, connection } = await connectionOf('nonsense\r\n\r\n')
    await expect.poll(() => connection.destroyed).toBe(true)
    client.destroy()
  })

  it.each([99, 2_498, 5_000])(
    'A2 %d headers besides Host and Connection get 431',
    async (count) => {
      const headers = Array.from({ length: count }, (_, index) => `${index.toString(36)}:`)
      const response = await sendRawOnce(port, request(`GET ${LIST}`, headers))
      expectProblem(response, 431, 'header_fields_too_large')
    },
  )

  it.each(['Accept', 'Accept-Encoding', 'Content-Type', 'If-None-Match', 'X-Forwarded-For'])(
    'A1 a list header over 1 KiB gets 431, and the connection is closed: %s',
    async (name) => {
      const lines = [`${name}: ${'a,'.repeat(256)}`, `${name}: ${'a,'.repeat(257)}`]
      const header = name === 'Content-Type' ? [`${name}: ${'a,'.repeat(513)}`] : lines
      for (const path of [LIST, '/docs', '/nothing', '/%zz']) {
        const response = await sendRawOnce(port, request(`GET ${path}`, header))
        expectProblem(response, 431, 'header_fields_too_large')
        expect(response.json()['detail']).toBe(`The header ${name} is longer than 1024 bytes.`)
      }
    },
  )

  it('A2 100 headers are accepted', async () => {
    const headers = Array.from({ length: 98 }, (_, index) => `x${index}: 1`)
    expect((await sendRawOnce(port, request(`GET ${LIST}`, headers))).status).toBe(200)
  })

  it('A11 a body over 256 KiB gets 413 by its length, before it is sent', async () => {
    const response = await sendRawOnce(port, post([JSON_TYPE, 'Content-Length: 262145'], ''))
    expectProblem(response, 413, 'content_too_large')
  })

  it('A11 a chunked body over 256 KiB gets 413 before it ends', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const response = await sendRawOnce(
      port,
      post([JSON_TYPE, 'Transfer-Encoding: chunked'], chunk.repeat(5)),
    )
    expectProblem(response, 413, 'content_too_large')
  })

  it('A11 Expect: 100-continue with a body over 256 KiB gets 413 and no 100', async () => {
    const headers = [JSON_TYPE, 'Content-Length: 262145', 'Expect: 100-continue']
    const response = await sendRawOnce(port, post(headers, ''))
    expectProblem(response, 413, 'content_too_large')
  })

  it('A11 Expect: 100-continue with a body of 256 KiB gets 100', async () => {
    const body = eventBody(venue).padEnd(262_144)
    const headers = ['Content-Type: application/json', lengthOf(body), 'Expect: 100-Continue']
    const responses = await sendRaw(port, post(headers, body))
    expect(responses.map(({ status }) => status)).toEqual([100, 201])
  })

  it('A11 Expect: 100-continue with a longer batch gets 100, in any case of its type', async () => {
    const body = ' '.repeat(262_145)
    const headers = [authorized(), lengthOf(body), 'Expect: 100-continue']
    const line = `POST ${LIST}batch/`
    const batch = request(line, [...headers, 'Content-Type: Application/X-NDJSON'], body)
    const client = openSocket(port)
    client.write(batch)
    const [bytes] = (await once(client, 'data')) as [Buffer]
    client.destroy()
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 100 /)
  })
})

describe('malformed HTTP', () => {
  const host = 'Host: a\r\n'
  const twoLengths = `Content-Length: 4\r\nContent-Length: 5\r\n`

  it.each([
    [
      'a length and chunks',
      `POST ${LIST} HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `POST ${LIST} HTTP/1.1\r\n${host}${twoLengths}\r\nabcde`],
    ['an invalid length', `POST ${LIST} HTTP/1.1\r\n${host}Content-Length: +4\r\n\r\nabcd`],
    [
      'a coding after chunked',
      `POST ${LIST} HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a coding before chunked',
      `POST ${LIST} HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a chunk without a size',
      `POST ${LIST} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n`,
    ],
    [
      'a coding under HTTP/1.0',
      `POST ${LIST} HTTP/1.0\r\n${host}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a folded header', `GET ${LIST} HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
    ['U+0000 in a header', `GET ${LIST} HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
    ['a space before the colon', `GET ${LIST} HTTP/1.1\r\n${host}Content-Length : 3\r\n\r\n`],
    ['bare line feeds', `GET ${LIST} HTTP/1.1\nHost: a\n\n`],
    ['a bare carriage return', `GET ${LIST} HTTP/1.1\r\n${host}X: a\rY: b\r\n\r\n`],
    ['no request line', 'nonsense\r\n\r\n'],
    ['an unknown version', `GET ${LIST} HTTP/3.7\r\n${host}\r\n`],
    ['a space in the address', `GET ${LIST}?a b HTTP/1.1\r\n${host}\r\n`],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('A8 %s gets 400, the connection is closed, nothing is written', async (_, bytes) => {
    const before = await eventCount()
    expectProblem(await sendRawOnce(port, bytes), 400, 'invalid_request')
    expect(await eventCount()).toBe(before)
  })

  it.each(['FOO', 'BREW', 'get', 'UPDATE'])(
    'A18 the method %s, which Node does not know, gets 405 with the allowed methods, or 404',
    async (method) => {
      const response = await sendRawOnce(port, `${method} ${LIST} HTTP/1.1\r\n${host}\r\n`)
      expectProblem(response, 405, 'method_not_allowed')
      expect(response.headers['allow']).toBe('GET, POST, HEAD, OPTIONS')
      const nowhere = await sendRawOnce(port, `${method} /api/v1/nothing/ HTTP/1.1\r\n${host}\r\n`)
      expectProblem(nowhere, 404, 'not_found')
    },
  )

  it('A8 a TLS hello gets 400, and the connection is closed', async () => {
    const hello = Buffer.from('16030100c8010000c40303', 'hex')
    expectProblem(await sendRawOnce(port, hello), 400, 'invalid_request')
  })

  it('A8 bytes after a request with two lengths are not read as a request', async () => {
    const smuggled = `GET /docs HTTP/1.1\r\n${host}\r\n`
    const bytes = `POST ${LIST} HTTP/1.1\r\n${host}${twoLengths}\r\nabcd${smuggled}`
    expectProblem(await sendRawOnce(port, bytes), 400, 'invalid_request')
  })

  it('A12 a body shorter than its length gets 400, and nothing is written', async () => {
    const before = await eventCount()
    const body = eventBody(venue)
    const headers = ['Content-Type: application/json', `Content-Length: ${body.length + 1}`]
    const response = await sendRawOnce(port, post(headers, body), 'ends')
    expect(response.status).toBe(400)
    expect(await eventCount()).toBe(before)
  })
})

describe('Host and the headers of proxies', () => {
  it('A9 HTTP/1.1 without Host gets 400', async () => {
    expectProblem(await sendRawOnce(port, `GET ${LIST} HTTP/1.1\r\n\r\n`), 400, 'invalid_request')
  })

  it('A9 two Host headers get 400', async () => {
    const response = await sendRawOnce(port, request(`GET ${LIST}`, ['Host: b']))
    expect(response.status).toBe(400)
    expect(response.json()['errors']).toEqual([
      { parameter: 'Host', detail: 'It is given more than once.' },
    ])
  })

  it.each(['a b', 'a/b', 'user@a', 'a:port', 'a:80:80', '[::1', 'a?b', 'ä', '<a>'])(
    'A9 an invalid Host gets 400: %s',
    async (host) => {
      const response = await sendRawOnce(port, `GET ${LIST} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      expect(response.status).toBe(400)
      expect(response.json()['errors']).toMatchObject([{ parameter: 'Host' }])
    },
  )

  it.each(['', 'a', 'A.example.:80', 'a:', '192.0.2.1:3000', '[2001:db8::1]:80', 'b%C3%BCcher'])(
    'A9 any valid Host is accepted: "%s"',
    async (host) => {
      const own = `GET ${LIST}?limit=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      expect((await sendRawOnce(port, own)).status).toBe(200)
    },
  )

  it('A9 HTTP/1.0 needs no Host, and gets the same links', async () => {
    const response = await sendRawOnce(port, `GET ${LIST}?limit=1&offset=1 HTTP/1.0\r\n\r\n`)
    expect(response.status).toBe(200)
    expect(response.json()['previous']).toBe('https://art.example/api/v1/events/?limit=1&offset=0')
  })

  it.each([`GET ${LIST}`, `GET ${LIST} HTTP/2.0\r\nHost: a`, `GET ${LIST} HTTP/0.9\r\nHost: a`])(
    'A9 another version of HTTP gets 400: %j',
    async (head) => {
      expectProblem(await sendRawOnce(port, `${head}\r\n\r\n`), 400, 'invalid_request')
    },
  )

  it.each([
    'Host: evil.example',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: javascript',
    'X-Forwarded-For: 203.0.113.9',
    'X-Forwarded-Port: 1',
    'X-Forwarded-Prefix: /evil',
    'X-Original-URL: /evil',
    'X-Rewrite-URL: /evil',
    'Forwarded: for=203.0.113.9;host=evil.example;proto=evil',
  ])('A10 "%s" does not change the response', async (header) => {
    const own = header.startsWith('Host') ? header : `Host: a\r\n${header}`
    const get = (headers: string) =>
      sendRawOnce(
        port,
        `GET ${LIST}?limit=1&offset=1 HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`,
      )
    const [plain, spoofed] = await Promise.all([get('Host: a'), get(own)])
    expect(spoofed.text).toBe(plain.text)
    expect(Object.keys(spoofed.headers)).toEqual(Object.keys(plain.headers))
    expect(JSON.stringify(spoofed)).not.toContain('evil')
  })
})
