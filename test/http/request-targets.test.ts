import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendRaw, sendRawOnce, listenOnFreePort, request } from './raw-http.ts'

const LIST = '/api/v1/events/'

const test = useService()
let port: number

beforeAll(async () => {
  await makeEvent(test.db)
  await makeEvent(test.db)
  port = await listenOnFreePort(test.app)
})

describe('a request target', () => {
  it.each([
    'http://evil.example',
    'HTTPS://user:pw@evil.example:1',
    'http://[::1]:3000',
    'http://',
  ])('A10 in absolute form is read as its path, with any host: %s', async (origin) => {
    const path = `${LIST}?limit=1&offset=1`
    const [plain, absolute] = await Promise.all(
      [path, `${origin}${path}`].map((target) => sendRawOnce(port, request(`GET ${target}`))),
    )
    expect(absolute?.status).toBe(200)
    expect(absolute?.text).toBe(plain?.text)
    expect(absolute?.headers['allow']).toBe(plain?.headers['allow'])
  })

  it('A10 in absolute form is validated like any other', async () => {
    const put = await sendRawOnce(port, request(`PUT http://evil.example${LIST}`))
    expect(put.status).toBe(405)
    expect(put.headers['allow']).toBe('GET, POST, HEAD, OPTIONS')
    const unknown = await sendRawOnce(port, request(`GET http://evil.example${LIST}?x=1`))
    expect(unknown.status).toBe(400)
    expect(JSON.stringify([put, unknown])).not.toContain('evil')
  })

  it('A10 in absolute form may lack a path', async () => {
    const page = request('GET http://evil.example', ['Accept: text/html'])
    expect((await sendRawOnce(port, page)).status).toBe(200)
    const query = await sendRawOnce(port, request('GET http://evil.example?x=1'))
    expect(query.status).toBe(400)
  })

  it('A10 of another scheme gets 400 or 404', async () => {
    for (const target of [`ftp://a${LIST}`, `javascript://a${LIST}`, `httpx://a${LIST}`]) {
      expect([400, 404], target).toContain(
        (await sendRawOnce(port, request(`GET ${target}`))).status,
      )
    }
  })

  it('A17 OPTIONS * lists the methods of the whole service', async () => {
    const { status, headers, text } = await sendRawOnce(port, request('OPTIONS *'))
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS')
  })

  it('A17 GET * gets 404', async () => {
    expect((await sendRawOnce(port, request('GET *'))).status).toBe(404)
  })
})

describe('Expect, Upgrade and the methods of proxies', () => {
  it.each(['foo', '200-ok'])(
    'A17 Expect: %s gets 417, and the connection stays open',
    async (expectation) => {
      const headers = `Host: a\r\nExpect: ${expectation}\r\n`
      const expecting = `GET ${LIST} HTTP/1.1\r\n${headers}\r\n`
      const responses = await sendRaw(port, `${expecting}${request(`GET ${LIST}`)}`)
      expect(responses.map(({ status }) => status)).toEqual([417, 200])
      expect(responses[0]?.json()).toMatchObject({ code: 'expectation_failed', status: 417 })
      expect(responses[0]?.headers['content-type']).toBe('application/problem+json')
    },
  )

  it('A17 Expect: 100-continue with another expectation gets 417 and no 100', async () => {
    const headers = ['Expect: 100-continue, foo', 'Content-Length: 5']
    const response = await sendRawOnce(port, request(`POST ${LIST}`, headers))
    expect(response.status).toBe(417)
  })

  it('A17 Expect is ignored in HTTP/1.0', async () => {
    const response = await sendRawOnce(port, `GET ${LIST} HTTP/1.0\r\nExpect: foo\r\n\r\n`)
    expect(response.status).toBe(200)
  })

  it.each(['h2c', 'websocket'])('A17 Upgrade: %s is ignored', async (protocol) => {
    const headers = ['Connection: Upgrade', `Upgrade: ${protocol}`, 'HTTP2-Settings: AAMAAABk']
    const { status, json } = await sendRawOnce(port, request(`GET ${LIST}`, headers))
    expect(status).toBe(200)
    expect(json()).toMatchObject({ count: 2 })
  })

  it('A17 CONNECT closes the connection', async () => {
    const tunnel = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'
    expect(await sendRaw(port, tunnel)).toEqual([])
  })

  it('A17 TRACE gets 405, which does not repeat the request', async () => {
    const response = await sendRawOnce(port, request(`TRACE ${LIST}`, ['X-Secret: hush']))
    expect(response.status).toBe(405)
    expect(response.headers['allow']).toBe('GET, POST, HEAD, OPTIONS')
    expect(JSON.stringify(response)).not.toContain('hush')
  })
})

describe('a path outside the contract', () => {
  const remedy = ' The paths of the API begin with /api/v1/.'

  it.each([
    ...['/api', '/api/', '/api/v2/events/', '/openapi/', '/.env', '/api/v1/../'].map((path) => ({
      path,
      says: '',
    })),
    ...['/events/', '/events', '/artists/1/marketplace-artworks/?limit=1'].map((path) => ({
      path,
      says: remedy,
    })),
    { path: '/sitemap/nothing.xml', says: '' },
  ])('B13 $path gets a 404 problem, which says what a base URL lacks', async ({ path, says }) => {
    const response = await sendRawOnce(port, request(`GET ${path}`))
    expect(response.status).toBe(404)
    expect(response.json()).toMatchObject({
      code: 'not_found',
      detail: `There is nothing at this path.${says}`,
    })
  })

  it.each(['/api/v1/events/../../docs', '/api/v1/events/%2e%2e/', '/api/v1/venues/..%2fevents/'])(
    'B13 %s is not resolved',
    async (path) => {
      expect((await sendRawOnce(port, request(`GET ${path}`))).status).toBe(404)
    },
  )
})

describe('several requests on one connection', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

  it('A20 get their responses in the order of the requests', async () => {
    const paths = [LIST, '/docs', '/nothing', `${LIST}?limit=x`, '/api/v1/venues/', LIST]
    const bytes = paths.map(get).join('') + request('OPTIONS *')
    const responses = await sendRaw(port, bytes)
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 400, 200, 200, 204])
  })

  it('A20 the body of a GET is ignored', async () => {
    const body = get('/docs')
    const bytes = `GET ${LIST} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const responses = await sendRaw(port, bytes + request(`GET ${LIST}`))
    expect(responses.map(({ status, json }) => [status, json()['count']])).toEqual([
      [200, 2],
      [200, 2],
    ])
  })
})
