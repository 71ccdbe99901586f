import { beforeAll, describe, expect, it } from 'vitest'
import { defaultHeaders } from '../../src/http/security-headers.ts'
import { testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendUnvalidated } from '../support/send.ts'
import { sendRawOnce, listenOnFreePort } from './raw-http.ts'

const test = useService()
let key: string

beforeAll(async () => {
  await makeEvent(test.db)
  key = (await makeApiKey(test.db)).key
})

const POLICY = "default-src 'none'; frame-ancestors 'none'"

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Allow, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id',
}

describe('the security headers of every response', () => {
  it.each([
    ['GET', '/api/v1/events/', 200],
    ['HEAD', '/api/v1/events/1/', 200],
    ['OPTIONS', '/api/v1/events/', 200],
    ['POST', '/api/v1/events/', 401],
    ['DELETE', '/api/v1/events/', 405],
    ['GET', '/api/v1/events/?limit=x', 400],
    ['GET', '/api/v1/events/0/', 404],
    ['GET', '/nothing', 404],
    ['GET', '/%zz', 400],
    ['GET', '/openapi/v1.json', 200],
    ['GET', '/media/placeholder.svg', 200],
    ['GET', '/docs/static/swagger-ui.css', 200],
  ])('are sent for %s %s', async (method, url, status) => {
    const response = await sendUnvalidated(test.app, { method, url })
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject(EVERYWHERE)
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  it('are sent when the request cannot be parsed', async () => {
    const app = await testApp(test)
    const { headers } = await sendRawOnce(await listenOnFreePort(app), 'nonsense\r\n\r\n')
    await app.close()
    expect(headers).toMatchObject({ ...EVERYWHERE, 'content-security-policy': POLICY })
  })

  it('are sent with 304', async () => {
    const url = '/api/v1/events/1/'
    const { etag = '' } = (await test.send({ url })).headers
    const { status, headers } = await test.send({ url, headers: { 'if-none-match': etag } })
    expect(status).toBe(304)
    expect(headers).toMatchObject({ ...EVERYWHERE, 'content-security-policy': POLICY })
  })

  // A browser replaces the headers of its cached page with those of a 304 (RFC 9111, section 3.2).
  it.each(['/', '/docs', '/docs/guide', '/docs/problems/not_found', '/api/v1/events/'])(
    'contain the same policy with 304 as with 200: %s',
    async (url) => {
      const accept = 'text/html'
      for (const encoding of ['identity', 'gzip']) {
        const base = { accept, 'accept-encoding': encoding }
        const page = await sendUnvalidated(test.app, { url, headers: base })
        const known = { ...base, 'if-none-match': page.headers['etag'] ?? '' }
        const again = await sendUnvalidated(test.app, { url, headers: known })
        expect([page.status, again.status]).toEqual([200, 304])
        const policy = page.headers['content-security-policy']
        expect(policy).toMatch(/style-src 'self'.*frame-ancestors 'none'/)
        expect(again.headers['content-security-policy']).toBe(policy)
        expect(again.headers).not.toHaveProperty('content-type')
      }
    },
  )

  it('require https only when the public address is https', () => {
    expect(defaultHeaders('https://art.example')).toHaveProperty('strict-transport-security')
    expect(defaultHeaders('http://art.example')).not.toHaveProperty('strict-transport-security')
  })
})

describe('CORS', () => {
  const preflight = (method: string, headers = 'if-none-match') => ({
    origin: 'https://partner.example',
    'access-control-request-method': method,
    'access-control-request-headers': headers,
  })

  it.each(['/api/v1/events/', '/api/v1/events/1/', '/openapi/v1.json', '/nothing'])(
    'allows reads of %s in a preflight response',
    async (url) => {
      const { status, headers, text } = await test.send({
        method: 'OPTIONS',
        url,
        headers: preflight('GET'),
      })
      expect({ status, text }).toEqual({ status: 204, text: '' })
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': 'If-None-Match, Last-Event-ID, Traceparent, Tracestate',
        'access-control-max-age': '86400',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'does not allow %s or credentials',
    async (method) => {
      const headers = preflight(method, 'authorization')
      const response = await test.send({ method: 'OPTIONS', path: '/events/', headers })
      expect(response.headers['access-control-allow-methods']).not.toContain(method)
      expect(response.headers['access-control-allow-headers']).not.toMatch(/authorization|\*/i)
    },
  )

  it.each([
    ['no preflight header', {}],
    ['Origin alone', { origin: 'https://partner.example' }],
    ['the method alone', { 'access-control-request-method': 'GET' }],
  ])('treats OPTIONS as an ordinary request with %s', async (_, headers) => {
    const response = await test.send({ method: 'OPTIONS', path: '/events/', headers })
    expect(response.status).toBe(200)
    expect(response.json()).toMatchObject({ parses: ['application/json'] })
  })

  it('sends the same headers for every origin, also with a key', async () => {
    for (const origin of ['https://partner.example', 'null']) {
      const headers = { origin, authorization: `Bearer ${key}` }
      const response = await test.send({ path: '/events/', headers })
      expect(response.headers).toMatchObject(EVERYWHERE)
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })
})
