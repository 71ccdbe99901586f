import { connect, type AddressInfo } from 'node:net'
import { text as textOfStream } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../contract/document.ts'
import { makeFullArtwork, makeFullEvent, makeFullVenue } from '../contract/full-records.ts'
import { testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendUnjudged, type Sent } from '../support/send.ts'
import { tagsOf, textOf } from './html.ts'

const test = useService()
const ACCEPT = { accept: 'text/html' }

beforeAll(async () => {
  await makeFullArtwork(test.db)
  await makeFullEvent(test.db)
  await makeFullVenue(test.db)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
})

const ask = (path: string, sent: Sent = {}) =>
  sendUnjudged(test.app, { path, ...sent, headers: { ...ACCEPT, ...sent.headers } })

/** Of all operations that read, but for the start, which shows no body. */
const PATHS = operations
  .filter(({ method, template }) => method === 'GET' && template !== '/')
  .map(({ template }) => template.replace('{id}', '1'))

describe.each(PATHS)('the page at %s', (path) => {
  it('may load nothing but from this service, and pictures of the media host', async () => {
    const { headers, text } = await ask(path)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; " +
        "img-src 'self' https://media.example; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'",
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      vary: 'Accept, Accept-Encoding',
    })
    const tags = tagsOf(text)
    for (const { attributes } of tags) expect(attributes).not.toHaveProperty('style')
    expect(tags.filter(({ name }) => name === 'style')).toEqual([])
    expect(tags.filter(({ name }) => name === 'h1')).toHaveLength(1)
  })

  it('has a tag of its own, and is not sent again to whoever has it', async () => {
    const json = await test.send({ path })
    const page = await ask(path)
    expect(page.headers['etag']).not.toBe(json.headers['etag'])
    expect(page.headers['cache-control']).toBe(json.headers['cache-control'])
    const again = await ask(path, { headers: { 'if-none-match': page.headers['etag'] ?? '' } })
    expect(again).toMatchObject({ status: 304, text: '' })
    const other = await ask(path, { headers: { 'if-none-match': json.headers['etag'] ?? '' } })
    expect(other.status).toBe(200)
  })

  it('answers HEAD with the same headers', async () => {
    const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })]
    for (const name of ['content-type', 'content-length', 'etag', 'allow']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
  })

  it('shows the request, and leads to the same as JSON', async () => {
    const { text } = await ask(path)
    expect(textOf(text)).toContain(
      `curl -H 'Accept: application/json' 'https://art.example/api/v1${path}'`,
    )
    const link = tagsOf(text).find(({ attributes }) => attributes['href']?.includes('format=json'))
    const json = await sendUnjudged(test.app, { url: link?.attributes['href'] ?? '' })
    expect(json.headers['content-type']).toBe('application/json')
    expect(json.json()).toEqual(await test.get(path))
  })
})

describe('the page of a record', () => {
  it.each(['/marketplace-artworks/1/', '/events/1/', '/venues/1/'])(
    'has its JSON, whole and in the order of the contract: %s',
    async (path) => {
      const json = await test.send({ path })
      const { text } = await ask(path)
      const [, shown = ''] = /<pre data-copy="Copy the JSON"[^>]*>(.*?)<\/pre>/su.exec(text) ?? []
      expect(JSON.stringify(JSON.parse(textOf(shown)))).toBe(json.text)
    },
  )

  it('of an artwork says what there is to say', async () => {
    const text = textOf((await ask('/marketplace-artworks/1/')).text)
    for (const words of [
      '60.5 × 80 × 2.5 cm',
      '€2,400',
      'Oil on canvas',
      '12 Quay Street',
      '1987',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).toContain('7 May 2024, 09:30 UTC')
    expect(text.split('This record as JSON')[0]).not.toMatch(/undefined|null|NaN|\[object/)
  })

  it.each([
    [
      '/marketplace-artworks/1/',
      [
        ['artists', 'artists'],
        ['gallery', 'galleries'],
        ['category', 'artwork-categories'],
        ['tags', 'tags'],
      ],
    ],
    ['/events/1/', [['category', 'event-categories']]],
  ] as const)('leads from the names in it to their lists: %s', async (path, embedded) => {
    const record = await test.get(path)
    const hrefs = tagsOf((await ask(path)).text).map(({ attributes }) => attributes['href'])
    for (const [field, collection] of embedded) {
      for (const { name } of [record[field]].flat() as { name: string }[]) {
        const query = new URLSearchParams({ name }).toString()
        expect(hrefs).toContain(`/api/v1/${collection}/?${query}`)
        const list = await test.get(`/${collection}/?${query}`)
        expect(list['results']).toContainEqual(expect.objectContaining({ name }))
      }
    }
  })

  it.each(['/marketplace-artworks/1/', '/events/1/', '/venues/1/'])(
    'says nothing that only programs can use: %s',
    async (path) => {
      const { text } = await ask(path)
      const [forPeople = ''] = textOf(text).split('This record as JSON')
      expect(forPeople).not.toMatch(/<(NAME|EMAIL|PHONE)>/)
      expect(text.match(/(?<=<dt>)(Id|Slug)(?=<)/g)).toBeNull()
    },
  )

  it('of an event links its venue and a map', async () => {
    const hrefs = tagsOf((await ask('/events/1/')).text).map(({ attributes }) => attributes['href'])
    expect(hrefs).toContain(
      'https://www.openstreetmap.org/?mlat=56.1533&mlon=10.2141#map=16/56.1533/10.2141',
    )
    expect(hrefs).toContain('/api/v1/venues/1/')
    expect(hrefs).toContain('https://tickets.example/812')
  })
})

describe('the page of what only its author sees', () => {
  it('is kept by nobody else', async () => {
    const { key, userId } = await makeApiKey(test.db)
    await makeEvent(test.db, { author_id: userId, publish_status: 'draft', title: 'A draft' })
    const headers = { authorization: `Bearer ${key}` }
    const answer = await ask('/events/?publish_status=draft', { headers })
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(textOf(answer.text)).toContain('A draft')
    expect(textOf(answer.text)).toContain('1–1 of 1, draft')
  })

  it('has the request with the place of a key, and not the key', async () => {
    const { key } = await makeApiKey(test.db)
    const { text } = await ask('/events/', { headers: { authorization: `Bearer ${key}` } })
    expect(textOf(text)).toContain(`-H "Authorization: Bearer $KEY" 'https://art.example/api/v1/`)
    expect(textOf(text)).toContain('KEY is your API key.')
    expect(text).not.toContain(key)
    expect((await ask('/events/')).text).not.toContain('KEY')
  })

  it('says nothing of a publication', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const headers = { authorization: `Bearer ${key}` }
    const termsOf = async (publish_status: string) => {
      const { id } = await makeEvent(test.db, { author_id: userId, publish_status })
      const { text } = await ask(`/events/${id}/`, { headers })
      return text.match(/(?<=<dt>)[^<]*/g)
    }
    const terms = await termsOf('draft')
    expect(terms).toContain('Created')
    expect(terms).not.toContain('Published')
    expect(await termsOf('archived')).toContain('Published')
  })
})

describe('a service that is reached below a path', () => {
  it('has all its links there', async () => {
    const app = await testApp(test, { publicUrl: 'http://shop.example:8080/art' })
    for (const url of ['/', '/api/v1/events/', '/api/v1/events/1/', '/api/v1/events/?limit=x']) {
      const { text } = await sendUnjudged(app, { url, headers: ACCEPT })
      const links = tagsOf(text).flatMap(({ attributes: { href, action, src } }) =>
        [href, action, src].filter((link) => link?.startsWith('/')),
      )
      expect(links.length).toBeGreaterThan(5)
      for (const link of links) expect(link).toMatch(/^\/art\//)
    }
    await app.close()
  })
})

describe('the page of a problem', () => {
  it('says what is wrong with the request, and leads back', async () => {
    const { status, text } = await ask('/events/?limit=1e1&colour=red')
    expect(status).toBe(400)
    const words = textOf(text)
    expect(words).toContain('limit: "1e1" is not an integer from 1 to 100 in plain decimal digits.')
    expect(words).toContain('colour: There is no such parameter.')
    const hrefs = tagsOf(text).map(({ attributes }) => attributes['href'])
    expect(hrefs).toContain('/docs/problems/invalid_request')
    expect(hrefs).toContain('/api/v1/events/')
  })

  it('leads to the list of what is not there, and to the start where there is no list', async () => {
    const hrefs = async (url: string) =>
      tagsOf((await sendUnjudged(test.app, { url, headers: ACCEPT })).text)
        .filter(({ name }) => name === 'a')
        .map(({ attributes }) => attributes['href'])
    const missing = await hrefs('/api/v1/venues/812/')
    expect(missing.filter((href) => href === '/api/v1/venues/')).toHaveLength(2)
    expect(missing.filter((href) => href === '/')).toHaveLength(1)
    expect((await hrefs('/nothing')).filter((href) => href === '/')).toHaveLength(2)
  })

  it.each([
    '//elsewhere.example/x',
    '/%zz',
    '/\\',
    '/a:b@c',
    '/api/v1//',
    '/?',
    '/[::1',
    ':x',
    '*',
  ])('is made whatever was asked for: %s', async (url) => {
    const { status, text: html } = await askOverSocket(url, ACCEPT_LINE)
    expect(status).toBeGreaterThan(199)
    expect(status).toBeLessThan(500)
    for (const { attributes } of html.startsWith('<') ? tagsOf(html) : []) {
      expect(attributes['href'] ?? '').not.toMatch(/elsewhere|^\/\//)
    }
  })

  it.each([
    ['/api/v1/events/%zz/', ''],
    ['/%', ''],
    ['/api/v1/events/', 'Host: b\r\n'],
    ['/docs/%zz', ''],
  ])('is made of what reaches no operation: %s %j', async (url, header) => {
    const { status, head, text } = await askOverSocket(url, `${ACCEPT_LINE}${header}`)
    expect(status).toBe(400)
    expect(head).toContain('content-type: text/html; charset=utf-8')
    expect(head).toContain("content-security-policy: default-src 'none'")
    expect(text).toContain('<h1>Invalid request</h1>')
  })

  it.each([
    ['/%', 'Accept: */*\r\n'],
    ['/%', ''],
    ['/%zz?format=json', ACCEPT_LINE],
  ])('is not made for programs: %s %j', async (url, header) => {
    const { head, text } = await askOverSocket(url, header)
    expect(head).toContain('content-type: application/problem+json')
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_request' })
  })

  it('is not sent where HEAD asks', async () => {
    const { status, head, text } = await askOverSocket('/%', ACCEPT_LINE, 'HEAD')
    expect([status, text]).toEqual([400, ''])
    expect(head).toContain('content-type: text/html; charset=utf-8')
  })
})

const ACCEPT_LINE = 'Accept: text/html\r\n'

interface SocketAnswer {
  readonly status: number
  readonly head: string
  readonly text: string
}

/** Over a real connection, as no client library sends such requests. */
async function askOverSocket(url: string, headers: string, method = 'GET'): Promise<SocketAnswer> {
  const { port } = test.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`${method} ${url} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`)
  const [head = '', ...body] = (await textOfStream(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, text: body.join('\r\n\r\n') }
}
