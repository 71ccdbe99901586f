import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeEvent } from '../support/make-event.ts'
import { exchange, exchangeOne, listenAnywhere, request } from './raw-exchange.ts'

const LIST = '/api/v1/events/'

const test = useService()
let port: number

beforeAll(async () => {
  await makeEvent(test.db)
  await makeEvent(test.db)
  port = await listenAnywhere(test.app)
})

describe('a request target', () => {
  it.each([
    'http://evil.example',
    'HTTPS://user:pw@evil.example:1',
    'http://[::1]:3000',
    'http://',
  ])('A10 in absolute form is read as its path, whatever the host: %s', async (origin) => {
    const path = `${LIST}?limit=1&offset=1`
    const [plain, absolute] = await Promise.all(
      [path, `${origin}${path}`].map((target) => exchangeOne(port, request(`GET ${target}`))),
    )
    expect(absolute?.status).toBe(200)
    expect(absolute?.text).toBe(plain?.text)
    expect(absolute?.headers['allow']).toBe(plain?.headers['allow'])
  })

  it('A10 in absolute form is judged as every other', async () => {
    const put = await exchangeOne(port, request(`PUT http://evil.example${LIST}`))
    expect(put.status).toBe(405)
    expect(put.headers['allow']).toBe('GET, POST, HEAD, OPTIONS')
    const unknown = await exchangeOne(port, request(`GET http://evil.example${LIST}?x=1`))
    expect(unknown.status).toBe(400)
    expect(JSON.stringify([put, unknown])).not.toContain('evil')
  })

  it('A10 in absolute form may lack a path', async () => {
    const page = request('GET http://evil.example', ['Accept: text/html'])
    expect((await exchangeOne(port, page)).status).toBe(200)
    const query = await exchangeOne(port, request('GET http://evil.example?x=1'))
    expect(query.status).toBe(400)
  })

  it('A10 of another scheme leads nowhere', async () => {
    for (const target of [`ftp://a${LIST}`, `javascript://a${LIST}`, `httpx://a${LIST}`]) {
      expect([400, 404], target).toContain(
        (await exchangeOne(port, request(`GET ${target}`))).status,
      )
    }
  })

  it('A17 OPTIONS * tells the methods of the whole service', async () => {
    const { status, headers, text } = await exchangeOne(port, request('OPTIONS *'))
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS')
  })

  it('A17 * is nothing that can be read', async () => {
    expect((await exchangeOne(port, request('GET *'))).status).toBe(404)
  })
})

describe('what is asked for beside an answer', () => {
  it.each(['foo', '200-ok'])(
    'A17 Expect: %s is 417, and the connection goes on',
    async (expectation) => {
      const headers = `Host: a\r\nExpect: ${expectation}\r\n`
      const asking = `GET ${LIST} HTTP/1.1\r\n${headers}\r\n`
      const answers = await exchange(port, `${asking}${request(`GET ${LIST}`)}`)
      expect(answers.map(({ status }) => status)).toEqual([417, 200])
      expect(answers[0]?.json()).toMatchObject({ code: 'expectation_failed', status: 417 })
      expect(answers[0]?.headers['content-type']).toBe('application/problem+json')
    },
  )

  it('A17 Expect: 100-continue with anything else is 417, and nothing is asked for', async () => {
    const headers = ['Expect: 100-continue, foo', 'Content-Length: 5']
    const answer = await exchangeOne(port, request(`POST ${LIST}`, headers))
    expect(answer.status).toBe(417)
  })

  it('A17 Expect is not heeded in HTTP/1.0', async () => {
    const answer = await exchangeOne(port, `GET ${LIST} HTTP/1.0\r\nExpect: foo\r\n\r\n`)
    expect(answer.status).toBe(200)
  })

  it.each(['h2c', 'websocket'])('A17 Upgrade: %s is not taken up', async (protocol) => {
    const headers = ['Connection: Upgrade', `Upgrade: ${protocol}`, 'HTTP2-Settings: AAMAAABk']
    const { status, json } = await exchangeOne(port, request(`GET ${LIST}`, headers))
    expect(status).toBe(200)
    expect(json()).toMatchObject({ count: 2 })
  })

  it('A17 CONNECT is answered by closing', async () => {
    const tunnel = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'
    expect(await exchange(port, tunnel)).toEqual([])
  })

  it('A17 TRACE is 405, and repeats nothing of the request', async () => {
    const answer = await exchangeOne(port, request(`TRACE ${LIST}`, ['X-Secret: hush']))
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe('GET, POST, HEAD, OPTIONS')
    expect(JSON.stringify(answer)).not.toContain('hush')
  })
})

describe('a path that is none of the contract', () => {
  it.each(['/api/', '/api/v2/events/', '/events/', '/.env', '/api/v1/../'])(
    'B13 %s is a problem of 404',
    async (path) => {
      const answer = await exchangeOne(port, request(`GET ${path}`))
      expect(answer.status).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'not_found' })
    },
  )

  it.each(['/api/v1/events/../../docs', '/api/v1/events/%2e%2e/', '/api/v1/venues/..%2fevents/'])(
    'B13 %s is not resolved',
    async (path) => {
      expect((await exchangeOne(port, request(`GET ${path}`))).status).toBe(404)
    },
  )
})

describe('several requests on one connection', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

  it('A20 are answered in the order of the requests', async () => {
    const paths = [LIST, '/docs', '/nothing', `${LIST}?limit=x`, '/api/v1/venues/', LIST]
    const bytes = paths.map(get).join('') + request('OPTIONS *')
    const answers = await exchange(port, bytes)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400, 200, 200, 204])
  })

  it('A20 a body of GET is passed over', async () => {
    const body = get('/docs')
    const bytes = `GET ${LIST} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const answers = await exchange(port, bytes + request(`GET ${LIST}`))
    expect(answers.map(({ status, json }) => [status, json()['count']])).toEqual([
      [200, 2],
      [200, 2],
    ])
  })
})
