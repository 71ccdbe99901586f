import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejections } from '../../src/limits/rejections.ts'
import { createLimiter } from '../../src/limits/concurrency-limiter.ts'
import { shedRequests } from '../../src/limits/load-shedding.ts'
import { validate } from '../contract/validate.ts'
import { listenOnFreePort } from '../http/raw-http.ts'
import { API_URL, PUBLIC_URL, testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()
let app: FastifyInstance
let url: string
let isShedding = true
let isWritingFull = false
let recorded = 0

beforeAll(async () => {
  app = await testApp(test)
  const limiter = createLimiter({
    min: 1,
    initial: 1,
    max: 1,
    shortQueue: 0,
    maxQueueMs: 0,
    shortQueueWaitMs: 0,
    longQueueWaitMs: 0,
    isDown: () => false,
    onRejected: () => {},
  })
  shedRequests(
    app.server,
    {
      reads: limiter,
      writes: { ...limiter, isFull: () => isWritingFull },
      credentials: limiter,
      isShedding: () => isShedding,
      recordRejection: () => (recorded += 1),
      report: () => {},
      stop: () => {},
    },
    PUBLIC_URL,
  )
  url = `http://127.0.0.1:${await listenOnFreePort(app)}`
})
afterAll(() => app.close())

describe('a service that sheds load', () => {
  it.each([
    ['GET', '/events/?limit=3', 'GET, POST, HEAD, OPTIONS'],
    ['HEAD', '/events/', 'GET, POST, HEAD, OPTIONS'],
    ['GET', '/events/1', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
    ['GET', '/tags/', 'GET, POST, HEAD, OPTIONS'],
    ['GET', '/', 'GET, HEAD, OPTIONS'],
  ])('F21 rejects %s %s as documented, with a request id', async (method, path, allow) => {
    recorded = 0
    const response = await fetch(`${url}/api/v1${path}`, { method })
    const headers = Object.fromEntries(response.headers)
    expect(response.status).toBe(503)
    expect(headers).toMatchObject({ 'retry-after': '1', allow, 'cache-control': 'no-store' })
    const text = await response.text()
    if (method === 'GET') {
      expect(JSON.parse(text)).toEqual({
        type: `${PUBLIC_URL}/docs/problems/overloaded`,
        title: 'Overloaded',
        status: 503,
        detail: 'The service is overloaded. Try again in a moment.',
        instance: `urn:uuid:${headers['x-request-id']}`,
        code: 'overloaded',
      })
      expect(Number(headers['content-length'])).toBe(text.length)
    }
    const target = new URL(`${API_URL}${path}`)
    const received = {
      method,
      url: target.pathname + target.search,
      sent: {},
      status: 503,
      headers,
    }
    expect(validate({ ...received, text }).errors).toEqual([])
    expect(recorded).toBe(1)
  })

  it('gives each request its own id', async () => {
    const ids = [1, 2].map(async () => (await fetch(`${url}/api/v1/tags/`)).headers)
    const [one, two] = (await Promise.all(ids)).map((headers) => headers.get('x-request-id'))
    expect(one).not.toBe(two)
  })

  it.each([
    ['GET', '/api/v1/nothing/', 404],
    ['GET', '/nothing', 404],
    ['DELETE', '/api/v1/tags/', 405],
    ['OPTIONS', '/api/v1/tags/', 200],
    ['POST', '/api/v1/events/', 401],
    ['GET', '/openapi/v1.json', 200],
    ['GET', '/docs/problems/overloaded', 200],
  ])('F8 still handles %s %s', async (method, path, status) => {
    const response = await fetch(`${url}${path}`, { method })
    expect(response.status).toBe(status)
  })

  it('handles all requests again afterwards', async () => {
    isShedding = false
    const shed = rejections.shed
    expect((await fetch(`${url}/api/v1/tags/`)).status).toBe(200)
    expect(rejections.shed).toBe(shed)
    isShedding = true
  })
})

describe('a service whose write limiter is full', () => {
  const credential = { authorization: 'Bearer ak_nobody_looks_at_it' }
  beforeAll(() => {
    isShedding = false
    isWritingFull = true
  })
  afterAll(() => {
    isWritingFull = false
  })

  it.each([
    ['POST', '/events/'],
    ['POST', '/marketplace-artworks/'],
    ['PUT', '/events/1'],
    ['PATCH', '/events/1'],
    ['DELETE', '/events/1'],
  ])('F7 rejects %s %s before authentication', async (method, path) => {
    recorded = 0
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...credential, 'content-type': 'application/json' },
      ...(method !== 'DELETE' && { body: '{}' }),
    })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ code: 'overloaded' })
    expect(recorded).toBe(1)
  })

  it.each([
    ['POST', '/api/v1/events/', {}, 401],
    ['POST', '/api/v1/events/', { authorization: 'Bearer ' }, 401],
    ['POST', '/api/v1/', credential, 405],
    ['POST', '/api/v1/nothing/', credential, 404],
    ['GET', '/api/v1/tags/', {}, 200],
    ['GET', '/api/v1/tags/', credential, 401],
  ])('F8 still handles %s %s with %j', async (method, path, headers, status) => {
    const response = await fetch(`${url}${path}`, { method, headers })
    expect(response.status).toBe(status)
  })
})
