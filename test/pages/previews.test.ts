import { beforeAll, describe, expect, it } from 'vitest'
import { placeholderUrl } from '../../src/json-sql/picture-url.ts'
import { MARKDOWN_PAGES } from '../../src/pages/docs/markdown-pages.ts'
import { isJsonRead, needsKey, operations } from '../contract/document.ts'
import { makeFullRecords } from '../contract/full-records.ts'
import { PUBLIC_URL, useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { sendUnvalidated } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { tagsOf, textOf } from './html.ts'
import { schemaOrgErrors } from './schema-org.ts'

const test = useService()
const MAX_BYTES = 100_000

const HOSTILE = '</script><!-- <script>" \\u003c & \u2028'

beforeAll(async () => {
  await makeFullRecords(test.db)
  await settleFeeds(test.db)
})

/** All public pages. */
const PAGES = [
  ...operations
    .filter((operation) => isJsonRead(operation) && !needsKey(operation))
    .map(({ template }) => (template === '/' ? '/' : `/api/v1${template.replace('{id}', '1')}`)),
  ...MARKDOWN_PAGES.map(({ path }) => path),
  '/docs',
  '/docs/problems',
  '/docs/problems/not_found',
  '/docs/deprecations',
]

const pageAt = async (url: string) => {
  const { status, text } = await sendUnvalidated(test.app, {
    url,
    headers: { accept: 'text/html' },
  })
  expect(status, url).toBe(200)
  return text
}

interface Data {
  readonly '@type': string
  readonly itemListElement?: { readonly name: string; readonly item?: string }[]
  readonly [name: string]: unknown
}

/** The data of a page, by their types. */
function dataIn(html: string): Record<string, Data> {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  const data = Array.from(scripts, ([, json = '']) => JSON.parse(json) as Data)
  return Object.fromEntries(data.map((each) => [each['@type'], each]))
}

const headOf = (html: string): Record<string, string> => {
  const tags = tagsOf(html.replaceAll(/<script type.*?<\/script>/gs, ''))
  const named = tags.map(({ attributes: { property, name, content = '' } }) => [
    property ?? name ?? '',
    content,
  ])
  const canonical = tags.find(({ attributes }) => attributes['rel'] === 'canonical')
  return { ...Object.fromEntries(named), canonical: canonical?.attributes['href'] ?? '' }
}

describe.each(PAGES)('the page %s', (url) => {
  it('has less than 100 KB', async () => {
    expect(Buffer.byteLength(await pageAt(url))).toBeLessThan(MAX_BYTES)
  })

  it('has valid schema.org data', async () => {
    for (const data of Object.values(dataIn(await pageAt(url)))) {
      expect(await schemaOrgErrors(data)).toEqual([])
    }
  })

  it('says what it is', async () => {
    const html = await pageAt(url)
    const { description = '', 'og:description': shared } = headOf(html)
    expect(description).toMatch(/^[^`\n]{1,300}(?<!:)$/u)
    expect(shared).toBe(description)
    if (!MARKDOWN_PAGES.some(({ path }) => path === url)) return
    const text = textOf(html)
    const words = description.match(/[\p{L}\p{N}]+/gu) ?? []
    expect(words.filter((word) => !text.includes(word))).toEqual([])
  })

  it('names the address that leads to it', async () => {
    const { canonical = '', 'og:url': address, 'og:title': title } = headOf(await pageAt(url))
    expect(canonical).toBe(`${PUBLIC_URL}${url}`)
    expect(address).toBe(canonical)
    expect(title).not.toBe('')
  })

  it('has breadcrumbs that lead to pages, and the same ones as data', async () => {
    const html = await pageAt(url)
    const [, crumbs = ''] = /<nav class="crumbs"[^>]*>(.*?)<\/nav>/su.exec(html) ?? []
    const links = tagsOf(crumbs).flatMap(({ attributes }) => attributes['href'] ?? [])
    const names = [...crumbs.matchAll(/<bdi>(.*?)<\/bdi>/gsu)].map(([, name = '']) => textOf(name))
    if (url === '/') {
      expect(crumbs).toBe('')
      return
    }
    expect(links[0]).toBe('/')
    expect(names).toHaveLength(links.length + 1)
    for (const link of links) {
      await pageAt(link)
      if (url.startsWith('/api/')) expect(url.startsWith(link)).toBe(true)
    }
    const items = dataIn(html)['BreadcrumbList']?.itemListElement ?? []
    expect(items.map(({ name }) => name)).toEqual(names)
    expect(items.map(({ item }) => item)).toEqual([
      ...links.map((link) => `${PUBLIC_URL}${link}`),
      undefined,
    ])
  })
})

describe('the head of a list', () => {
  it.each([
    '/api/v1/marketplace-artworks/?city=Copenhagen&limit=3',
    '/api/v1/marketplace-artworks/facets/?city=Copenhagen',
    '/api/v1/events/facets/?country=DK&when=past',
  ])('has the address of what it shows: %s', async (url) => {
    const { canonical, 'og:url': address } = headOf(await pageAt(`${url}&format=api`))
    expect([canonical, address]).toEqual([`${PUBLIC_URL}${url}`, `${PUBLIC_URL}${url}`])
  })

  it.each(['marketplace-artworks', 'events', 'venues', 'tags', 'event-categories'])(
    'says what there is: %s',
    async (collection) => {
      const { count, results } = await test.get(`/${collection}/`)
      const [first] = results as { readonly title?: string; readonly name?: string }[]
      const head = headOf(await pageAt(`/api/v1/${collection}/`))
      expect(head['description']).toContain(` of ${String(count)}: ${first?.title ?? first?.name}`)
      expect(head['og:description']).toBe(head['description'])
    },
  )

  it.each([
    ['/', 'marketplace-artworks'],
    ...['marketplace-artworks', 'events', 'artists', 'galleries'].map((collection) => [
      `/api/v1/${collection}/`,
      collection,
    ]),
  ])('has the first picture of its records: %s', async (page, collection) => {
    const body = JSON.stringify(await test.get(`/${collection}/`))
    const picture = headOf(await pageAt(page))['og:image']
    expect(picture).toMatch(/^https:/)
    expect(picture).not.toBe(placeholderUrl({ public: PUBLIC_URL }))
    expect(body).toContain(JSON.stringify(picture))
  })
})

describe('the head of a record', () => {
  it.each(['artists', 'galleries', 'venues'])(
    'of %s has its picture and what there is to say of it',
    async (collection) => {
      const record = (await test.get(`/${collection}/1/`)) as Record<string, string> & {
        featured_image?: { image: string | { full_size: string } }
      }
      const picture = record.featured_image?.image
      const { summary, description, city } = record
      const head = headOf(await pageAt(`/api/v1/${collection}/1/`))
      expect(head['og:title']?.startsWith(String(record['name']))).toBe(true)
      expect(head['og:image']).toBe(typeof picture === 'object' ? picture.full_size : picture)
      expect(head['og:image']).toMatch(/^https:/)
      expect(head['og:description']).toContain(summary || description || city)
      expect(head['description']).toBe(head['og:description'])
    },
  )

  it('without words of its own names what is on the page', async () => {
    const { id, name } = await makeTag(test.db)
    const { title } = await makeArtwork(test.db, { tags: [id], title: 'Fog' })
    expect(headOf(await pageAt(`/api/v1/tags/${id}/`))['description']).toBe(`${name}: ${title}`)
  })

  it('tells it from others with its title', async () => {
    const [artwork, event] = [
      await test.get('/marketplace-artworks/1/'),
      await test.get('/events/1/'),
    ]
    const [{ name: artist } = { name: '' }] = artwork['artists'] as { name: string }[]
    const titleOf = async (path: string) => headOf(await pageAt(`/api/v1${path}`))['og:title']
    expect(await titleOf('/marketplace-artworks/1/')).toContain(
      `${String(artwork['title'])}, ${artist}`,
    )
    const { name: venue } = event['venue'] as { name: string }
    expect(await titleOf('/events/1/')).toContain(`${String(event['title'])}, ${venue}`)
  })

  it('says that an event is cancelled, for programs that show only the title', async () => {
    const { id, title } = await makeEvent(test.db)
    const titleNow = async () => headOf(await pageAt(`/api/v1/events/${id}/`))['og:title']
    expect(await titleNow()).toMatch(new RegExp(`^${title}, `))
    await test.db.updateTable('events').set({ is_cancelled: true }).where('id', '=', id).execute()
    expect(await titleNow()).toMatch(new RegExp(`^Cancelled: ${title}, `))
  })
})

describe('the data of a record', () => {
  it('tell of an artwork what its page shows', async () => {
    const path = '/api/v1/marketplace-artworks/1/'
    const { VisualArtwork: data } = dataIn(await pageAt(path))
    const artwork = await test.get('/marketplace-artworks/1/')
    const { name } = artwork['gallery'] as { name: string }
    expect(data).toMatchObject({
      '@id': `${PUBLIC_URL}${path}`,
      name: artwork['title'],
      dateCreated: '1987',
      height: { value: 60.5, unitCode: 'CMT' },
      offers: {
        '@type': 'Offer',
        price: 2400,
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        seller: { name },
      },
    })
  })

  it.each([
    [{ year_of_creation: -300 }, { dateCreated: '-0299' }],
    [{ year_of_creation: -1 }, { dateCreated: '0000' }],
    [{ available_for_sale: 'sold' }, { offers: { availability: 'https://schema.org/SoldOut' } }],
    [
      { available_for_sale: 'reserved' },
      { offers: { availability: 'https://schema.org/Reserved' } },
    ],
    [{ available_for_sale: 'not for sale' }, { offers: undefined }],
    [
      {
        price: null,
        price_display: 'price range',
        min_price: '100.00',
        max_price: '200.00',
        min_price_currency: 'EUR',
        max_price_currency: 'EUR',
      },
      { offers: { priceSpecification: { minPrice: 100, maxPrice: 200, priceCurrency: 'EUR' } } },
    ],
    [{ price: null, price_display: 'price on request' }, { offers: { '@type': 'Offer' } }],
  ])('are valid for an artwork with %j', async (values, expected) => {
    const { id } = await makeArtwork(test.db, values)
    const { VisualArtwork: data = { '@type': '' } } = dataIn(
      await pageAt(`/api/v1/marketplace-artworks/${id}/`),
    )
    expect({ offers: undefined, ...data }).toMatchObject(expected)
    expect(await schemaOrgErrors(data)).toEqual([])
  })

  it.each([{ is_online_only: true }, { is_all_day_event: true }, { is_end_time_unknown: true }])(
    'are valid for an event with %j',
    async (values) => {
      const { id } = await makeEvent(test.db, values)
      const { Event: data = { '@type': '' } } = dataIn(await pageAt(`/api/v1/events/${id}/`))
      expect(await schemaOrgErrors(data)).toEqual([])
      expect(data['@id']).toBe(`${PUBLIC_URL}/api/v1/events/${id}/`)
    },
  )

  it.each([
    ['-13.83', '-171.76', '2027-01-09T11:00:00Z', '2027-01-10T00:00:00+13:00'],
    ['40.75', '-73.98', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00-04:00'],
    ['40.75', '-73.98', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00-05:00'],
    ['27.7', '85.32', '2027-01-10T12:15:00.250Z', '2027-01-10T18:00:00+05:45'],
    // What the form cannot express: an offset with seconds, a year of five digits, an unknown place.
    ['40.75', '-73.98', '1850-06-01T12:00:00Z', '1850-06-01T12:00:00Z'],
    ['27.7', '85.32', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    [null, null, '2027-01-10T12:15:00Z', '2027-01-10T12:15:00Z'],
  ])(
    'have the time of the place at %s, %s: %s is %s',
    async (latitude, longitude, time, expected) => {
      const { id: venue_id } = await makeVenue(test.db, { latitude, longitude })
      const { id } = await makeEvent(test.db, { venue_id, start_time: time, end_time: time })
      const { Event: data = { '@type': '' } } = dataIn(await pageAt(`/api/v1/events/${id}/`))
      expect(data).toMatchObject({ startDate: expected, endDate: expected })
      expect(await schemaOrgErrors(data)).toEqual([])
    },
  )

  it('keep any text, and no text ends them', async () => {
    const { id } = await makeArtwork(test.db, { title: HOSTILE })
    const html = await pageAt(`/api/v1/marketplace-artworks/${id}/`)
    const { VisualArtwork: data, BreadcrumbList: crumbs } = dataIn(html)
    expect(data?.['name']).toBe(HOSTILE)
    expect(crumbs?.itemListElement?.at(-1)?.name).toBe(HOSTILE)
    const blocks = html.match(/<script type="application\/ld\+json">.*?<\/script>/gs) ?? []
    for (const block of blocks) expect(block.slice(1).split('<')).toHaveLength(2)
    expect(() => tagsOf(html)).not.toThrow()
  })
})
