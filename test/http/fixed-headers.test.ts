import { beforeAll, describe, expect, it } from 'vitest'
import { defaultHeaders } from '../../src/http/security-headers.ts'
import { testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendUnjudged } from '../support/send.ts'
import { exchangeOne, listenAnywhere, request } from './raw-exchange.ts'

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

describe('what every answer says', () => {
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
  ])('%s %s: nothing of it may run, and any page may read it', async (method, url, status) => {
    const answer = await sendUnjudged(test.app, { method, url })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(EVERYWHERE)
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  it('stands with what never becomes a request as well', async () => {
    const app = await testApp(test)
    const { headers } = await exchangeOne(await listenAnywhere(app), 'nonsense\r\n\r\n')
    await app.close()
    expect(headers).toMatchObject({ ...EVERYWHERE, 'content-security-policy': POLICY })
  })

  it('stands with a 304', async () => {
    const url = '/api/v1/events/1/'
    const { etag = '' } = (await test.send({ url })).headers
    const { status, headers } = await test.send({ url, headers: { 'if-none-match': etag } })
    expect(status).toBe(304)
    expect(headers).toMatchObject({ ...EVERYWHERE, 'content-security-policy': POLICY })
  })

  // A browser takes the headers of a 304 for those of the page that it has (RFC 9111, section 3.2).
  it.each(['/', '/docs', '/docs/guide', '/docs/problems/not_found', '/api/v1/events/'])(
    'is the policy of the page, with 304 as with 200: %s',
    async (url) => {
      const accept = 'text/html'
      for (const encoding of ['identity', 'gzip']) {
        const asking = { accept, 'accept-encoding': encoding }
        const page = await sendUnjudged(test.app, { url, headers: asking })
        const known = { ...asking, 'if-none-match': page.headers['etag'] ?? '' }
        const again = await sendUnjudged(test.app, { url, headers: known })
        expect([page.status, again.status]).toEqual([200, 304])
        const policy = page.headers['content-security-policy']
        expect(policy).toMatch(/style-src 'self'.*frame-ancestors 'none'/)
        expect(again.headers['content-security-policy']).toBe(policy)
        expect(again.headers).not.toHaveProperty('content-type')
      }
    },
  )

  it('insists on https only where the service is there', () => {
    expect(defaultHeaders('https://art.example')).toHaveProperty('strict-transport-security')
    expect(defaultHeaders('http://art.example')).not.toHaveProperty('strict-transport-security')
  })
})

describe('a program in a browser', () => {
  const preflight = (method: string, headers = 'if-none-match') => ({
    origin: 'https://partner.example',
    'access-control-request-method': method,
    'access-control-request-headers': headers,
  })

  it.each(['/api/v1/events/', '/api/v1/events/1/', '/openapi/v1.json', '/nothing'])(
    'may read %s, after a preflight as well',
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
        'access-control-allow-headers': 'If-None-Match, Traceparent, Tracestate',
        'access-control-max-age': '86400',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('may not %s, nor show a key', async (method) => {
    const headers = preflight(method, 'authorization')
    const answer = await test.send({ method: 'OPTIONS', path: '/events/', headers })
    expect(answer.headers['access-control-allow-methods']).not.toContain(method)
    expect(answer.headers['access-control-allow-headers']).not.toMatch(/authorization|\*/i)
  })

  it.each([
    ['no header of a preflight', {}],
    ['Origin alone', { origin: 'https://partner.example' }],
    ['the method alone', { 'access-control-request-method': 'GET' }],
  ])('leaves OPTIONS to the contract with %s', async (_, headers) => {
    const answer = await test.send({ method: 'OPTIONS', path: '/events/', headers })
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ parses: ['application/json'] })
  })

  it('is told the same whatever its origin, also with a key', async () => {
    for (const origin of ['https://partner.example', 'null']) {
      const headers = { origin, authorization: `Bearer ${key}` }
      const answer = await test.send({ path: '/events/', headers })
      expect(answer.headers).toMatchObject(EVERYWHERE)
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })
})

describe("a client's address", () => {
  async function addressOf(trustedProxies: string[], forwarded: string): Promise<unknown> {
    const app = await testApp(test, { trustedProxies })
    let seen: unknown
    app.addHook('onRequest', async ({ ip }) => {
      seen = ip
    })
    const header = `X-Forwarded-For: ${forwarded}`
    const answer = await exchangeOne(await listenAnywhere(app), request('GET /docs', [header]))
    await app.close()
    expect(answer.status).toBe(200)
    return seen
  }

  it.each([
    ['nobody is trusted', [], '203.0.113.9', '127.0.0.1'],
    ['another proxy is trusted', ['10.0.0.0/8'], '203.0.113.9', '127.0.0.1'],
    ['the proxy is trusted', ['127.0.0.0/8'], '203.0.113.9', '203.0.113.9'],
    ['the client wrote some of it', ['127.0.0.1'], '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    [
      'two proxies are trusted',
      ['127.0.0.1', '10.0.0.0/8'],
      '203.0.113.9, 10.1.2.3',
      '203.0.113.9',
    ],
  ])('A10 is that of the first who is not trusted: %s', async (_, trusted, forwarded, address) => {
    expect(await addressOf(trusted, forwarded)).toBe(address)
  })
})
