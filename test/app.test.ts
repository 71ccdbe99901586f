import { beforeAll, describe, expect, it } from 'vitest'
import { listenOnFreePort, openSocket, request, sendRawOnce } from './http/raw-http.ts'
import { testApp, useService } from './support/app.ts'
import { captureLog } from './support/captured-log.ts'
import { makeApiKey } from './support/make-api-key.ts'
import { makeEvent } from './support/make-event.ts'
import { makeVenue } from './support/make-venue.ts'
import { sendUnvalidated } from './support/send.ts'
import { eventBody, posting } from './writes/event-requests.ts'

const test = useService()
let port: number

beforeAll(async () => {
  await makeEvent(test.db)
  port = await listenOnFreePort(test.app)
})

describe('every response', () => {
  it('has a unique id, which a client cannot choose', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
    const ids = await Promise.all(
      ['/api/v1/events/', '/api/v1/events/', '/docs', '/nothing'].map(
        async (url) => (await test.send({ url, headers })).headers['x-request-id'],
      ),
    )
    expect(new Set(ids).size).toBe(4)
    expect(ids.join()).not.toContain('mine')
  })

  it('is the same if a GET has a body', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await test.send({ path: '/events/', headers, body: '{"broken' })
    expect(response.json()).toMatchObject({ count: 1 })
  })
})

describe('invalid bytes after a complete request', () => {
  it('do not change its response', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const { id } = await makeEvent(test.db, { author_id: userId })
    const response = await sendRawOnce(
      port,
      `DELETE /api/v1/events/${id}/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        'If-Match: *\r\n\r\nX\r\n\r\n',
    )
    expect(response.status).toBe(204)
  })
})

describe('a body', () => {
  it.each(['DELETE', 'OPTIONS'])('is ignored by %s', async (method) => {
    const headers = { 'content-type': 'garbage', 'if-match': '*' }
    const body = 'x'.repeat(300_000)
    const response = await test.send({ path: '/events/1/', method, headers, body })
    expect(response.status).toBe(method === 'DELETE' ? 401 : 200)
  })

  it('that is too short is not logged as an error', async () => {
    const app = await testApp(test, { logLevel: 'info' })
    const log = captureLog(app)
    openSocket(await listenOnFreePort(app)).end(
      'POST /api/v1/events/ HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{}',
    )
    await expect.poll(() => log.some(({ status }) => status === 400)).toBe(true)
    await app.close()
    expect(log.every(({ level }) => Number(level) <= 30)).toBe(true)
  })
})

describe('a header with a single value', () => {
  it.each([
    ['Authorization', 'Bearer a', 'Bearer b'],
    ['Content-Type', 'application/json', 'text/plain'],
    ['Idempotency-Key', 'a', 'b'],
  ])('is rejected when it is repeated: %s', async (name, first, second) => {
    const headers = [`${name}: ${first}`, `${name.toLowerCase()}: ${second}`]
    const response = await sendRawOnce(port, request('GET /api/v1/events/', headers))
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({ errors: [{ detail: 'It is given more than once.' }] })
  })
})

describe('the log', () => {
  it('has one entry for each request, with the operation and without the URL', async () => {
    const app = await testApp(test, { logLevel: 'info' })
    const log = captureLog(app)
    const response = await sendUnvalidated(app, {
      path: '/events/?limit=5&secret=jane@example.com',
    })
    await sendUnvalidated(app, { path: '/events/1/' })
    await app.close()
    expect(log).toHaveLength(2)
    expect(log[0]).toMatchObject({
      requestId: response.headers['x-request-id'],
      operationId: 'listEvents',
      method: 'GET',
      status: 400,
      durationMs: expect.any(Number),
    })
    expect(log[1]).toMatchObject({ operationId: 'retrieveEvent', status: 200 })
    expect(JSON.stringify(log)).not.toMatch(/secret|jane|limit=5/)
  })

  it('contains the operation of a repeated response', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    const post = posting(key, eventBody(id), 'the same')
    const app = await testApp(test, { logLevel: 'info' })
    const log = captureLog(app)
    await sendUnvalidated(app, post)
    await sendUnvalidated(app, post)
    await app.close()
    const line = { operationId: 'createEvent', status: 201 }
    expect(log).toMatchObject([line, line])
  })
})
