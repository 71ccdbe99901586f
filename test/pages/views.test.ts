import { beforeAll, describe, expect, it } from 'vitest'
import {
  document,
  isJsonRead,
  itemOf,
  NAMED_LISTS,
  needsKey,
  operations,
} from '../contract/document.ts'
import { makeFullRecords } from '../contract/full-records.ts'
import { listenOnFreePort, request, sendRawOnce } from '../http/raw-http.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { createHtmlViews } from '../../src/pages/views.tsx'
import { Problem, problemBody } from '../../src/problems/problem.ts'
import { PUBLIC_URL, testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { sendUnvalidated, type Sent } from '../support/send.ts'
import { tagsOf, textOf } from './html.ts'

const test = useService()
const ACCEPT = { accept: 'text/html' }
const ACCEPT_LINE = 'Accept: text/html'
let port: number
/** Of the only owner of keys. */
let authorization: string

beforeAll(async () => {
  const { key, userId } = await makeApiKey(test.db)
  await makeApiKey(test.db, { owner_id: userId })
  authorization = `Bearer ${key}`
  // A use of the key would change the page that shows it.
  await test.db.updateTable('api_keys').set({ last_used_at: '2099-07-01T08:00:00Z' }).execute()
  await makeFullRecords(test.db)
  await settleFeeds(test.db)
  port = await listenOnFreePort(test.app)
})

const getPage = (path: string, sent: Sent = {}) =>
  sendUnvalidated(test.app, { path, ...sent, headers: { ...ACCEPT, ...sent.headers } })

/** Of all GET operations that need no scope, except the index, whose view shows no body. */
const VIEWS = operations
  .filter((operation) => isJsonRead(operation) && operation.template !== '/')
  .filter(({ responses }) => !('403' in responses))
  .map((operation) => ({
    path: operation.template.replace('{id}', '1'),
    isPrivate: needsKey(operation),
  }))

/** The paths that only write, with their methods. */
const WITHOUT_GET = [...new Set(operations.map(({ template }) => template))]
  .map((template) => operations.filter((each) => each.template === template))
  .filter((all) => all.every(({ method }) => method !== 'GET'))
  .map((all) => [all[0]?.template ?? '', all.map(({ method }) => method).join(', ')] as const)

describe.each(VIEWS)('the view of $path', ({ path, isPrivate }) => {
  const headersOf = () => (isPrivate ? { authorization } : undefined)
  const getView = (at: string, sent: Sent = {}) =>
    sendUnvalidated(test.app, {
      path: at,
      ...sent,
      headers: { ...ACCEPT, ...headersOf(), ...sent.headers },
    })
  const getJson = () => test.send({ path, headers: { ...headersOf() } })

  it('has a policy that allows only this service, and pictures', async () => {
    const { headers, text } = await getView(path)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; " +
        "img-src 'self' https://media.example https:; form-action 'self'; base-uri 'none'; " +
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

  it('has its own entity tag, which gives 304', async () => {
    const json = await getJson()
    const page = await getView(path)
    expect(page.status).toBe(200)
    expect(page.headers['etag']).not.toBe(json.headers['etag'])
    expect(page.headers['cache-control']).toBe(json.headers['cache-control'])
    const again = await getView(path, { headers: { 'if-none-match': page.headers['etag'] ?? '' } })
    expect(again).toMatchObject({ status: 304, text: '' })
    const other = await getView(path, { headers: { 'if-none-match': json.headers['etag'] ?? '' } })
    expect(other.status).toBe(200)
  })

  it('is what an address with tracking parameters leads to, which JSON rejects', async () => {
    const ofAds = 'gad_source=1&gad_campaignid=22&gbraid=0A'
    const ofNews = 'mc_cid=1&utm_source=a%20b&utm_medium='
    for (const query of ['fbclid=IwY2xjawH', 'gclid', ofAds, ofNews]) {
      const { status, headers } = await getView(`${path}?format=api&${query}&_gl=1*a*_ga*d`)
      expect([status, headers['location']]).toEqual([303, `/api/v1${path}?format=api`])
      expect(headers['cache-control']).toBe('no-store')
      expect((await getView(`${path}?${query}&format=json`)).status).toBe(400)
      expect((await getView(`${path}?${query}`, { headers: { accept: '*/*' } })).status).toBe(400)
    }
    expect((await getView(`${path}?xfbclid=1`)).status).toBe(400)
  })

  it('has the same headers for HEAD', async () => {
    const get = await getView(path)
    const head = await getView(path, { method: 'HEAD' })
    for (const name of ['content-type', 'content-length', 'etag', 'allow']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
  })

  it('shows the request, and links the same record as JSON', async () => {
    const { text } = await getView(path)
    const key = isPrivate ? '-H "Authorization: Bearer $KEY" ' : ''
    expect(textOf(text)).toContain(
      `curl -H 'Accept: application/json' ${key}'https://art.example/api/v1${path}'`,
    )
    const link = tagsOf(text).find(({ attributes }) => attributes['href']?.includes('format=json'))
    const url = link?.attributes['href'] ?? ''
    const json = await sendUnvalidated(test.app, { url, headers: { ...headersOf() } })
    expect(json.headers['content-type']).toBe('application/json')
    expect(json.status).toBe(200)
    // Links repeat the parameters of their request.
    expect(JSON.parse(json.text.replace('&format=json', ''))).toEqual((await getJson()).json())
  })
})

/** Whether it is a text that readers see as it is: no time, no word of the contract and no placeholder. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !/^\d{4}-\d\d-\d\dT|^<[A-Z]+>$|^published$/.test(value)

/** The texts of records that pages show in another form or not at all, besides times. */
const NOT_AS_IT_IS = {
  '/marketplace-artworks/1/': [
    'slug',
    'units',
    'price_currency',
    'price_display',
    'min_price_currency',
    'max_price_currency',
    'price_eur',
    'price_usd_currency',
  ],
  // A search engine shows the summary.
  '/events/1/': ['country', 'slug', 'summary', 'price_currency'],
  '/venues/1/': ['slug'],
} as const

/** The fields of a schema with records of a list, and the path of the list. */
function embeddedIn(schema: string): { field: string; list: string }[] {
  const fields = Object.entries(document.components.schemas[schema]?.properties ?? {})
  const all = operations.filter(({ id }) => NAMED_LISTS.some((list) => list.id === id))
  return fields.flatMap(([field, property]) =>
    all
      .filter((list) => JSON.stringify(property).includes(`/schemas/${itemOf(list)}"`))
      .map(({ template: list }) => ({ field, list })),
  )
}

describe('the view of a record', () => {
  it.each(['/marketplace-artworks/1/', '/events/1/', '/venues/1/'])(
    'contains the complete JSON in the order of the contract: %s',
    async (path) => {
      const response = await test.send({ path })
      const { text } = await getPage(path)
      const [, json = ''] = /<pre data-copy="Copy the JSON"[^>]*>(.*?)<\/pre>/su.exec(text) ?? []
      expect(JSON.stringify(JSON.parse(textOf(json)))).toBe(response.text)
    },
  )

  it.each(Object.entries(NOT_AS_IT_IS))(
    'shows each text of the record: %s',
    async (path, notAsItIs) => {
      const record = await test.get(path)
      // The head has texts for search engines, and the end has the JSON.
      const [, visible = ''] =
        /(<main.*)The record and its request/su.exec((await getPage(path)).text) ?? []
      const attributes = tagsOf(visible).flatMap((tag) => Object.values(tag.attributes))
      const shown = [textOf(visible), ...attributes].join('\n')
      const missing = Object.entries(record).flatMap(([name, value]) =>
        isText(value) && !shown.includes(value.trim()) ? [name] : [],
      )
      const toDo = 'Show a new field in src/pages/views/, or name it in NOT_AS_IT_IS'
      expect(missing, toDo).toEqual(notAsItIs)
    },
  )

  it('of an artwork shows its facts', async () => {
    const text = textOf((await getPage('/marketplace-artworks/1/')).text)
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
    expect(text.split('The record and its request')[0]).not.toMatch(/undefined|null|NaN|\[object/)
  })

  it.each([
    ['/marketplace-artworks/1/', 'Artwork'],
    ['/events/1/', 'Event'],
  ])('links each embedded record that has an address: %s', async (path, schema) => {
    const record = await test.get(path)
    const embedded = embeddedIn(schema)
    expect(embedded.length).toBeGreaterThan(1)
    const hrefs = tagsOf((await getPage(path)).text).map(({ attributes }) => attributes['href'])
    for (const { field, list } of embedded) {
      for (const { id, name } of [record[field]].flat() as { id: number; name: string }[]) {
        expect(hrefs, `Link ${field} in src/pages/views/`).toContain(`/api/v1${list}${id}/`)
        expect(await test.get(`${list}${id}/`)).toMatchObject({ name })
      }
    }
  })

  it.each(['/marketplace-artworks/1/', '/events/1/', '/venues/1/'])(
    'shows no placeholders, ids or slugs: %s',
    async (path) => {
      const { text } = await getPage(path)
      const [visible = ''] = textOf(text).split('The record and its request')
      expect(visible).not.toMatch(/<(NAME|EMAIL|PHONE)>/)
      expect(text.match(/(?<=<dt>)(Id|Slug)(?=<)/g)).toBeNull()
    },
  )

  it('of an artwork lists only what is so', async () => {
    const termsOf = async (values: object) => {
      const { id } = await makeArtwork(test.db, values)
      return (await getPage(`/marketplace-artworks/${id}/`)).text.match(/(?<=<dt>)[^<]*/g)
    }
    const offers = { allow_instant_buy: true, allow_discounted_offers: true }
    expect(await termsOf(offers)).toEqual(expect.arrayContaining(['Buy now', 'Your offer']))
    for (const values of [{}, { ...offers, available_for_sale: 'sold' }]) {
      expect(await termsOf(values)).not.toContain('Buy now')
      expect(await termsOf(values)).not.toContain('Your offer')
    }
  })

  it('of an event links its venue and a map', async () => {
    const hrefs = tagsOf((await getPage('/events/1/')).text).map(
      ({ attributes }) => attributes['href'],
    )
    expect(hrefs).toContain(
      'https://www.openstreetmap.org/?mlat=56.1533&mlon=10.2141#map=16/56.1533/10.2141',
    )
    expect(hrefs).toContain('/api/v1/venues/1/')
    expect(hrefs).toContain('https://tickets.example/812')
  })
})

describe('the view of a private response', () => {
  it('is private to caches', async () => {
    const { key, userId } = await makeApiKey(test.db)
    await makeEvent(test.db, { author_id: userId, publish_status: 'draft', title: 'A draft' })
    const headers = { authorization: `Bearer ${key}` }
    const response = await getPage('/events/?publish_status=draft', { headers })
    expect(response.headers['cache-control']).toBe('private, no-cache')
    expect(textOf(response.text)).toContain('A draft')
    expect(textOf(response.text)).toContain('1 of 1, draft')
    const { id: gallery_id } = await makeGallery(test.db, { owner_id: userId })
    await makeArtwork(test.db, { gallery_id, is_active: false, title: 'An inactive one' })
    const { text } = await getPage('/marketplace-artworks/?is_active=false', { headers })
    expect(textOf(text)).toContain('An inactive one')
    expect(textOf(text)).toContain('1 of 1, inactive')
  })

  it('shows the request with $KEY instead of the key', async () => {
    const { key } = await makeApiKey(test.db)
    const { text } = await getPage('/events/', { headers: { authorization: `Bearer ${key}` } })
    expect(textOf(text)).toContain(`-H "Authorization: Bearer $KEY" 'https://art.example/api/v1/`)
    expect(textOf(text)).toContain('KEY is your API key.')
    expect(text).not.toContain(key)
    expect((await getPage('/events/')).text).not.toContain('KEY')
  })

  it('of a draft shows no publication date', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const headers = { authorization: `Bearer ${key}` }
    const termsOf = async (publish_status: string) => {
      const { id } = await makeEvent(test.db, { author_id: userId, publish_status })
      const { text } = await getPage(`/events/${id}/`, { headers })
      return text.match(/(?<=<dt>)[^<]*/g)
    }
    const terms = await termsOf('draft')
    expect(terms).toContain('Added')
    expect(terms).not.toContain('Published')
    expect(await termsOf('archived')).toContain('Published')
  })
})

describe('a service below a path prefix', () => {
  it('has the prefix in all links', async () => {
    const app = await testApp(test, { publicUrl: 'http://shop.example:8080/art' })
    for (const url of ['/', '/api/v1/events/', '/api/v1/events/1/', '/api/v1/events/?limit=x']) {
      const { text } = await sendUnvalidated(app, { url, headers: ACCEPT })
      const links = tagsOf(text).flatMap(({ attributes: { href, action, src } }) =>
        [href, action, src].filter((link) => link?.startsWith('/')),
      )
      expect(links.length).toBeGreaterThan(5)
      for (const link of links) expect(link).toMatch(/^\/art\//)
    }
    await app.close()
  })
})

describe('the view of a problem', () => {
  it('shows the errors of the request, and links the list', async () => {
    const { status, text } = await getPage('/events/?limit=1e1&colour=red')
    expect(status).toBe(400)
    const words = textOf(text)
    expect(words).toContain(
      'Per page (limit): "1e1" is not an integer from 1 to 100 in plain decimal digits.',
    )
    expect(words).toContain('colour: There is no such parameter.')
    const hrefs = tagsOf(text).map(({ attributes }) => attributes['href'])
    expect(hrefs).toContain('/docs/problems/invalid_request')
    expect(hrefs).toContain('/api/v1/events/')
  })

  it('has a field for each faulty parameter that there is, and keeps the others', async () => {
    const fieldsAt = async (path: string) => {
      const { text } = await getPage(path)
      const [, form = ''] = text.split('<div class="prose problem">')
      return tagsOf(form).flatMap(({ name, attributes: given }) =>
        name === 'input' ? [[given['name'], given['value'], given['type']]] : [],
      )
    }
    const query = 'limit=1e1&colour=red&q=a%22b&offset=18&at=x'
    expect(await fieldsAt(`/events/?${query}`)).toEqual([
      ['limit', '1e1', undefined],
      ['at', 'x', undefined],
      ['q', 'a"b', 'hidden'],
    ])
    expect(await fieldsAt('/events/?colour=red&q=a')).toEqual([])
  })

  it.each([
    ['/events/?city=a%26b&limit=1e1&when=upcoming', '/events/?city=a%26b&when=upcoming'],
    ['/events/?colour=red&q=%23', '/events/?q=%23'],
    ['/events/?city=a&city=b&q=c', '/events/?q=c'],
    ['/events/?near=Faro&radius_km=5', '/events/?radius_km=5'],
    ['/events/?limit=1e1', undefined],
    ['/events/facets/?color=red', '/events/facets/'],
    ['/venues/1/events/?limit=1e1', '/venues/1/events/'],
  ])('leads to the page of %s with the parameters that are valid', async (address, valid) => {
    const { status, text } = await getPage(address)
    expect(status).toBe(400)
    const [, link] =
      /<a href="\/api\/v1([^"]*)">To the page without what is invalid/.exec(text) ?? []
    expect(link?.replaceAll('&amp;', '&')).toBe(valid)
    if (valid !== undefined) expect((await getPage(valid)).status).toBe(200)
    // What a visitor searched for stays in the field.
    const field = tagsOf(text).find(({ attributes: { type } }) => type === 'search')
    const search = new URLSearchParams(address.split('?')[1]).get('q') ?? ''
    expect(field?.attributes['value']).toBe(search)
  })

  it.each([
    ['too_many_requests', true],
    ['overloaded', true],
    ['service_unavailable', true],
    ['internal_error', true],
    ['not_found', false],
    ['invalid_request', false],
  ] as const)('of %s leads to the same page again: %s', (code, isRepeated) => {
    const url = '/api/v1/events/?city=a%26b&when=upcoming'
    const problem = new Problem(code, 'For a moment.')
    const body = problemBody(problem, PUBLIC_URL, 'a', undefined)
    const html = createHtmlViews({ public: PUBLIC_URL, media: PUBLIC_URL }).problem({
      body,
      operation: undefined,
      url: `${PUBLIC_URL}${url}`,
    })
    const link = `<a href="${url.replaceAll('&', '&amp;')}">Try again</a>`
    expect(html.includes(link)).toBe(isRepeated)
  })

  it('says what a key is, and leads neither to the same problem nor to back-ticks', async () => {
    const { status, text } = await getPage('/api-keys/')
    expect(status).toBe(401)
    expect(textOf(text)).toContain('An API key is a secret')
    expect(textOf(text)).not.toContain('`')
    const hrefs = tagsOf(text).map(({ attributes }) => attributes['href'])
    expect(hrefs).toContain('/docs/guide#writing')
    expect(hrefs).not.toContain('/api/v1/api-keys/')
  })

  it.each(WITHOUT_GET)('says which methods %s has', async (path, methods) => {
    const { status, headers, text } = await getPage(path)
    expect(status).toBe(405)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(textOf(text)).toContain(`GET is not allowed here. Allowed: ${methods}, OPTIONS.`)
    const hrefs = tagsOf(text).map(({ attributes }) => attributes['href'])
    expect(hrefs).toContain('/docs/problems/method_not_allowed')
  })

  it('of a missing record links its list, of an unknown path the start page', async () => {
    const hrefs = async (url: string) =>
      tagsOf((await sendUnvalidated(test.app, { url, headers: ACCEPT })).text)
        .filter(({ name }) => name === 'a')
        .map(({ attributes }) => attributes['href'])
    const missing = await hrefs('/api/v1/venues/812/')
    expect(missing.filter((href) => href === '/api/v1/venues/')).toHaveLength(2)
    expect(missing.filter((href) => href === '/')).toHaveLength(2)
    expect((await hrefs('/nothing')).filter((href) => href === '/')).toHaveLength(3)
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
  ])('never links another host: %s', async (url) => {
    const { status, text: html } = await sendOverSocket(url, [ACCEPT_LINE])
    expect(status).toBeGreaterThan(199)
    expect(status).toBeLessThan(500)
    for (const { attributes } of html.startsWith('<') ? tagsOf(html) : []) {
      expect(attributes['href'] ?? '').not.toMatch(/elsewhere|^\/\//)
    }
  })

  it.each([
    ['/api/v1/events/%zz/', []],
    ['/%', []],
    ['/api/v1/events/', ['Host: b']],
    ['/docs/%zz', []],
  ])('is also shown for requests that reach no operation: %s %j', async (url, more) => {
    const { status, headers, text } = await sendOverSocket(url, [ACCEPT_LINE, ...more])
    expect(status).toBe(400)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(text).toContain('<h1>Invalid request</h1>')
  })

  it.each([
    ['/%', ['Accept: */*']],
    ['/%', []],
    ['/%zz?format=json', [ACCEPT_LINE]],
  ])('is JSON for programs: %s %j', async (url, lines) => {
    const { headers, json } = await sendOverSocket(url, lines)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(json()).toMatchObject({ code: 'invalid_request' })
  })

  it('has no body for HEAD', async () => {
    const { status, headers, text } = await sendOverSocket('/%', [ACCEPT_LINE], 'HEAD')
    expect([status, text]).toEqual([400, ''])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
  })
})

/** Over a raw connection, because no client library sends such requests. */
function sendOverSocket(url: string, headers: readonly string[], method = 'GET') {
  return sendRawOnce(port, request(`${method} ${url}`, headers))
}
