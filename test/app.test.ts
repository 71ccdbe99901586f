import { connect as connectSocket, type AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, useService } from './support/app.ts'
import { captureLog } from './support/captured-log.ts'
import { makeApiKey } from './support/make-api-key.ts'
import { makeEvent } from './support/make-event.ts'
import { makeVenue } from './support/make-venue.ts'
import { sendUnjudged } from './support/send.ts'
import { eventBody, posting } from './writes/event-requests.ts'

const test = useService()
let port: number

beforeAll(async () => {
  await makeEvent(test.db)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  port = (test.app.server.address() as AddressInfo).port
})

/** Sends bytes as they are and gives back everything that comes until the connection is closed. */
function overSocket(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => (received += text))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
    socket.setTimeout(60_000, () => socket.destroy())
    socket.write(bytes)
  })
}

function readAnswer(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf(': ')
      return [field.slice(0, at).toLowerCase(), field.slice(at + 2)]
    }),
  )
  return { line, headers, body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>) }
}

describe('every answer', () => {
  it('has an id of its own, a UUID, which a client cannot choose', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
    const ids = await Promise.all(
      ['/api/v1/events/', '/api/v1/events/', '/docs', '/nothing'].map(
        async (url) => (await test.send({ url, headers })).headers['x-request-id'],
      ),
    )
    expect(new Set(ids).size).toBe(4)
    expect(ids.join()).not.toContain('mine')
  })

  it('is given with a body in the request as without', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await test.send({ path: '/events/', headers, body: '{"broken' })
    expect(answer.json()).toMatchObject({ count: 1 })
  })
})

describe('what is not HTTP enough to become a request', () => {
  it.each([
    ['no request line', 'nonsense\r\n\r\n', 400, 'invalid_request'],
    ['an unknown method', 'FOO /docs HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    ['no Host', 'GET /docs HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    [
      'two lengths',
      'GET /docs HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'headers without end',
      `GET /docs HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'header_fields_too_large',
    ],
  ])(
    '%s is answered with a problem, and the connection is closed',
    async (_, bytes, status, code) => {
      const { line, headers, body } = readAnswer(await overSocket(bytes))
      expect(line).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`))
      expect(headers).toMatchObject({
        'content-type': 'application/problem+json',
        connection: 'close',
        vary: 'Accept, Accept-Encoding',
      })
      expect(body).toMatchObject({
        status,
        code,
        type: `https://art.example/docs/problems/${code}`,
        instance: `urn:uuid:${headers['x-request-id']}`,
      })
      expect(headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(body))))
    },
  )
})

describe('what cannot be read after a complete request', () => {
  it('takes nothing away from its answer: what was done is not told as refused', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const { id } = await makeEvent(test.db, { author_id: userId })
    const received = await overSocket(
      `DELETE /api/v1/events/${id}/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        'If-Match: *\r\n\r\nX\r\n\r\n',
    )
    expect(received).toMatch(/^HTTP\/1\.1 204 /)
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

describe('a body', () => {
  it.each(['DELETE', 'OPTIONS'])('is not looked at where %s takes none', async (method) => {
    const headers = { 'content-type': 'garbage', 'if-match': '*' }
    const body = 'x'.repeat(300_000)
    const answer = await test.send({ path: '/events/1/', method, headers, body })
    expect(answer.status).toBe(method === 'DELETE' ? 401 : 200)
  })

  it('that ends before its length is no error of the service', async () => {
    const app = await testApp(test, { logLevel: 'info' })
    const log = captureLog(app)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connectSocket((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.end('POST /api/v1/events/ HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{}')
    await expect.poll(() => log.some(({ status }) => status === 400)).toBe(true)
    await app.close()
    expect(log.every(({ level }) => Number(level) <= 30)).toBe(true)
  })
})

describe('a header that has one meaning', () => {
  it.each([
    ['Authorization', 'Bearer a', 'Bearer b'],
    ['Content-Type', 'application/json', 'text/plain'],
    ['Host', 'a', 'b'],
    ['Idempotency-Key', 'a', 'b'],
  ])('is refused when it is given twice: %s', async (name, first, second) => {
    const own = name === 'Host' ? '' : 'Host: a\r\n'
    const received = await overSocket(
      `GET /api/v1/events/ HTTP/1.1\r\n${own}${name}: ${first}\r\n${name.toLowerCase()}: ${second}\r\n` +
        'Connection: close\r\n\r\n',
    )
    const { line, body } = readAnswer(received)
    expect(line).toMatch(/^HTTP\/1\.1 400 /)
    expect(body).toMatchObject({ errors: [{ detail: 'It is given more than once.' }] })
  })
})

describe('the log', () => {
  it('has one line a request, with the operation and without the address', async () => {
    const app = await testApp(test, { logLevel: 'info' })
    const log = captureLog(app)
    const answer = await sendUnjudged(app, { path: '/events/?limit=5&secret=jane@example.com' })
    await sendUnjudged(app, { path: '/events/1/' })
    await app.close()
    expect(log).toHaveLength(2)
    expect(log[0]).toMatchObject({
      requestId: answer.headers['x-request-id'],
      operationId: 'listEvents',
      method: 'GET',
      status: 400,
      durationMs: expect.any(Number),
    })
    expect(log[1]).toMatchObject({ operationId: 'retrieveEvent', status: 200 })
    expect(JSON.stringify(log)).not.toMatch(/secret|jane|limit=5/)
  })

  it('names the operation of an answer that is given again', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    const post = posting(key, eventBody(id), 'the same')
    const app = await testApp(test, { logLevel: 'info' })
    const log = captureLog(app)
    await sendUnjudged(app, post)
    await sendUnjudged(app, post)
    await app.close()
    const line = { operationId: 'createEvent', status: 201 }
    expect(log).toMatchObject([line, line])
  })
})
