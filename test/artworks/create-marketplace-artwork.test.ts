import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import type { Answer } from '../support/send.ts'

const test = useService()
const artists: number[] = []
const tags: number[] = []
let gallery: number
let author: string
let authorId: string
let another: string
let admin: string

beforeAll(async () => {
  for (const name of ['Ines Falk', 'Orla Brandt', 'Juno Wells']) {
    artists.push((await makeArtist(test.db, { name })).id)
    tags.push((await makeTag(test.db)).id)
  }
  await makeExchangeRate(test.db, 'USD', '1.25')
  await makeExchangeRate(test.db, 'CAD', '1.5')
  const made = await makeApiKey(test.db, { scopes: ['artworks:write'] })
  authorId = made.userId
  author = `Bearer ${made.key}`
  const ofAuthor = { name: 'Quayside Editions', owner_id: authorId }
  gallery = (await makeGallery(test.db, ofAuthor)).id
  another = `Bearer ${(await makeApiKey(test.db, { scopes: ['artworks:write'] })).key}`
  admin = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
})

function post(values: object): Promise<Answer> {
  const body = {
    title: 'Harbour at Dusk',
    artists: [],
    gallery,
    units: 'centimeter',
    category: 2,
    price_display: 'price on request',
    ...values,
  }
  const headers = { authorization: author, 'content-type': 'application/json' }
  const path = '/marketplace-artworks/'
  return test.send({ method: 'POST', path, headers, body: JSON.stringify(body) })
}

/** The record in the response, which a GET returns too. */
async function created(values: object): Promise<Record<string, unknown>> {
  const response = await post(values)
  expect(response.text).not.toContain('/docs/problems/')
  expect(response.status).toBe(201)
  const found = await test.send({
    path: `/marketplace-artworks/${String(response.json()['id'])}/`,
    headers: { authorization: author },
  })
  expect(found.text).toBe(response.text)
  return response.json()
}

/** The errors of a rejected body, as `[pointer, detail]`; nothing is stored. */
async function errorsOf(status: number, values: object): Promise<[unknown, unknown][]> {
  const before = await countRows()
  const response = await post(values)
  expect(response.status, response.text).toBe(status)
  expect(await countRows()).toEqual(before)
  const { errors } = response.json() as { errors: Record<string, unknown>[] }
  return errors.map(({ pointer, detail }) => [pointer, detail])
}

async function countRows(): Promise<unknown[]> {
  const counts: unknown[] = []
  for (const table of ['artworks', 'artwork_images', 'artwork_artists', 'artwork_tags'] as const) {
    const query = test.db.selectFrom(table).select((eb) => eb.fn.countAll().as('count'))
    counts.push((await query.executeTakeFirstOrThrow()).count)
  }
  return counts
}

const PRICE = { price_display: 'show price', price: 2400 }
const RANGE = { price_display: 'price range', min_price: 300, max_price: 450 }
const OFFERS = { automated_offers: true, automated_offers_discount_rate: 10 }

describe('an artwork for Canadian dollars with automated offers', () => {
  it('has its prices in dollars and euros', async () => {
    const record = await created({
      ...PRICE,
      ...OFFERS,
      price_currency: 'CAD',
      automated_offer_days_valid: 7,
    })
    expect(record).toMatchObject({
      price: 2400,
      price_currency: 'CAD',
      price_usd: 2000,
      price_eur: '1600.00',
      price_usd_currency: 'USD',
      min_price: null,
      max_price: null,
      min_price_currency: 'CAD',
      max_price_currency: 'CAD',
      automated_offers: true,
      automated_offers_discount_rate: 10,
      automated_offer_days_valid: 7,
    })
  })
})

describe('an omitted field', () => {
  it('has the default of the contract', async () => {
    const record = await created({})
    expect(record).toMatchObject({
      artists: [],
      tags: [],
      available_for_sale: 'available',
      publish_status: 'published',
      is_active: true,
      price: null,
      price_currency: 'EUR',
      min_price_currency: 'EUR',
      max_price_currency: 'EUR',
      price_usd: null,
      price_eur: null,
      allow_discounted_offers: false,
      automated_offers: false,
      automated_offers_discount_rate: null,
      automated_offer_days_valid: null,
      allow_instant_buy: false,
      year_of_creation: null,
      medium: null,
      street_address: null,
      city: null,
      zip_code: null,
      state: null,
    })
    expect(record['featured_image']).toMatchObject({ id: 1, alt_text: 'No picture yet' })
    expect(record['order_date']).toBe(record['created_at'])
    expect(Date.now() - Date.parse(String(record['created_at']))).toBeLessThan(60_000)
  })

  it('has the same default as null', async () => {
    const names = [
      'price',
      'min_price',
      'max_price',
      'size_h',
      'year_of_creation',
      'featured_image',
    ]
    const nothing = Object.fromEntries([...names, 'medium', 'state'].map((name) => [name, null]))
    const record = await created(nothing)
    expect(record).toMatchObject({ price: null, size_h: null, medium: null })
    expect(record['featured_image']).toMatchObject({ id: 1 })
  })

  it('takes its currency from price_currency', async () => {
    expect(await created({ ...RANGE, price_currency: 'USD' })).toMatchObject({
      price_currency: 'USD',
      min_price_currency: 'USD',
      max_price_currency: 'USD',
    })
    expect(
      await created({ ...RANGE, price_currency: 'USD', max_price_currency: 'JPY' }),
    ).toMatchObject({ min_price_currency: 'USD', max_price_currency: 'JPY' })
  })
})

describe('values that contradict each other', () => {
  const PRICE_RULE = 'It must be given exactly when price_display is "show price".'
  const RANGE_RULE = 'It must be given exactly when price_display is "price range".'
  const OFFER_RULE = 'It must be given exactly when automated_offers is true.'

  it.each<[string, object, string, string]>([
    ['no price to show', { price_display: 'show price' }, '/price', PRICE_RULE],
    ['null to show', { price_display: 'show price', price: null }, '/price', PRICE_RULE],
    ['a price on request', { price: 2400 }, '/price', PRICE_RULE],
    ['a price beside a range', { ...RANGE, price: 2400 }, '/price', PRICE_RULE],
    ['no lower end', { ...RANGE, min_price: null }, '/min_price', RANGE_RULE],
    ['no upper end', { ...RANGE, max_price: undefined }, '/max_price', RANGE_RULE],
    ['a lower end of no range', { min_price: 300 }, '/min_price', RANGE_RULE],
    ['an upper end of no range', { ...PRICE, max_price: 300 }, '/max_price', RANGE_RULE],
    [
      'ends the wrong way round',
      { ...RANGE, min_price: 450.01 },
      '/max_price',
      'It must not be less than min_price.',
    ],
    ['offers for no days', OFFERS, '/automated_offer_days_valid', OFFER_RULE],
    [
      'offers without a discount',
      { automated_offers: true, automated_offer_days_valid: 7 },
      '/automated_offers_discount_rate',
      OFFER_RULE,
    ],
    [
      'a discount without offers',
      { ...OFFERS, automated_offers: false },
      '/automated_offers_discount_rate',
      OFFER_RULE,
    ],
    [
      'days without offers',
      { automated_offer_days_valid: 7 },
      '/automated_offer_days_valid',
      OFFER_RULE,
    ],
    [
      'a state that is an end',
      { publish_status: 'archived' },
      '/publish_status',
      'A new record is draft or published.',
    ],
  ])('are rejected: %s', async (_, values, pointer, detail) => {
    const picture = { full_size: 'https://quayside.example/dusk.jpg' }
    const whole = { artists, tags, featured_image: picture, ...values }
    expect(await errorsOf(422, whole)).toEqual([[pointer, detail]])
  })

  it.each<[string, object]>([
    ['a range of one price', { ...RANGE, min_price: 450 }],
    ['ends in two currencies', { ...RANGE, min_price: 45000, min_price_currency: 'JPY' }],
    ['nothing to pay', { ...PRICE, price: 0 }],
    ['a currency without a rate', { ...PRICE, price_currency: 'AED' }],
  ])('do not include: %s', async (_, values) => {
    expect(await created(values)).toMatchObject(values)
  })
})

describe('ids of missing records', () => {
  const MISSING = 2147483647

  it('are each reported with their pointer', async () => {
    const values = {
      artists: [artists[0], MISSING, artists[1], MISSING - 1],
      gallery: MISSING,
      category: MISSING,
      tags: [MISSING, tags[0]],
    }
    expect(await errorsOf(422, values)).toEqual([
      ['/artists/1', `No artist has the id ${MISSING}.`],
      ['/artists/3', `No artist has the id ${MISSING - 1}.`],
      ['/gallery', `No gallery has the id ${MISSING}.`],
      ['/category', `No artwork category has the id ${MISSING}.`],
      ['/tags/0', `No tag has the id ${MISSING}.`],
    ])
  })
})

describe('a value that violates the schema', () => {
  it.each<[object, string]>([
    [{ title: ' \t\n' }, '/title'],
    [{ title: 'x'.repeat(301) }, '/title'],
    [{ price: 0.005 }, '/price'],
    [{ price: -0.01 }, '/price'],
    [{ price: 1e12 }, '/price'],
    [{ price: '2400' }, '/price'],
    [{ size_h: 0 }, '/size_h'],
    [{ year_of_creation: 1987.5 }, '/year_of_creation'],
    [{ artists: [1, 2, 1] }, '/artists'],
    [{ artists: Array.from({ length: 51 }, (_, at) => at + 1) }, '/artists'],
    [{ artists: [0] }, '/artists/0'],
    [{ tags: ['1'] }, '/tags/0'],
    [{ gallery: null }, '/gallery'],
    [{ units: 'meter' }, '/units'],
    [{ price_currency: 'XXX' }, '/price_currency'],
    [{ price_display: 'hidden' }, '/price_display'],
    [{ automated_offers_discount_rate: 101 }, '/automated_offers_discount_rate'],
    [{ featured_image: { full_size: 'dusk.jpg' } }, '/featured_image/full_size'],
    [{ featured_image: { alt_text: 'Boats' } }, '/featured_image/full_size'],
    [{ featured_image: { full_size: 'https://a.example/', image: 1 } }, '/featured_image/image'],
  ])('is rejected: %j', async (values, pointer) => {
    expect((await errorsOf(400, values)).map(([place]) => place)).toEqual([pointer])
  })

  it.each([
    'id',
    'slug',
    'author',
    'business_user',
    'size_hw',
    'size_hwd',
    'price_usd',
    'price_eur',
    'price_usd_currency',
    'created_at',
    'order_date',
  ])('is any value of a read-only field: %s', async (name) => {
    expect(await errorsOf(400, { [name]: null })).toEqual([
      [`/${name}`, 'It is set by the service and cannot be written.'],
    ])
  })
})

describe('a computed field', () => {
  it('is the product of the sizes', async () => {
    const sizes = { size_h: 60.5, size_w: 80, size_d: 2.5 }
    expect(await created(sizes)).toMatchObject({ ...sizes, size_hw: 4840, size_hwd: 12_100 })
  })

  it('is a slug of the title, with a suffix if it is taken', async () => {
    const title = 'Low Tide, Öresund № 5'
    const [first, second, third] = [
      await created({ title }),
      await created({ title }),
      await created({ title: 'low tide: oresund no 5' }),
    ]
    expect(first).toMatchObject({ title, slug: 'low-tide-oresund-no-5' })
    for (const other of [second, third]) {
      expect(other['slug']).toMatch(/^low-tide-oresund-no-5-[a-z2-9]{4}$/)
    }
    expect(second['slug']).not.toBe(third['slug'])
  })

  it.each([
    ['draft', { publish_status: 'draft' }],
    ['inactive artwork', { is_active: false }],
  ])(
    'is a slug with a suffix for every %s, so that no other slug reveals it',
    async (name, hidden) => {
      const title = `Nobody Knows the ${name}`
      const slug = title.toLowerCase().replaceAll(' ', '-')
      expect((await created({ title, ...hidden }))['slug']).toMatch(
        new RegExp(`^${slug}-[a-z2-9]{4}$`),
      )
      expect(await created({ title })).toMatchObject({ slug })
    },
  )

  it.each(['…', '-- ... --'])('is a default slug for the title %s', async (title) => {
    const record = await created({ title })
    expect(record).toMatchObject({ title })
    expect(record['slug']).toMatch(/^artwork(-[a-z2-9]{4})?$/)
  })

  it('is a slug of 80 characters at most', async () => {
    const { slug } = await created({ title: 'sea '.repeat(75) })
    expect(slug).toBe('sea-'.repeat(20).slice(0, 79))
  })
})

describe('related records', () => {
  it('keep the order of the artists; tags are ordered by id', async () => {
    const [first, second, third] = artists
    const record = await created({ artists: [third, first, second], tags: tags.toReversed() })
    const names = (record['artists'] as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(['Juno Wells', 'Ines Falk', 'Orla Brandt'])
    expect((record['tags'] as { id: number }[]).map(({ id }) => id)).toEqual(tags)
  })
})

describe('a picture', () => {
  it('has its address in every rendition', async () => {
    const full_size = 'https://quayside.example/dusk.jpg?size=full#top'
    const texts = { alt_text: 'Boats at a quay', caption: null, description: 'Oil.\r\nFramed.' }
    const record = await created({ featured_image: { full_size, ...texts } })
    const { image, ...picture } = record['featured_image'] as { image: object }
    expect(Object.keys(image)).toHaveLength(6)
    expect(new Set(Object.values(image))).toEqual(new Set([full_size]))
    expect(picture).toMatchObject({
      ...texts,
      uploaded_by: authorId,
      is_converted_to_webp: false,
      colors: [],
    })
  })
})

describe('text', () => {
  it('is returned unchanged', async () => {
    const medium = ' Oil\r\non canvas,\u00a0“<b>” \u{1f600} e\u0301 \u00e9 '
    const title = ` Oil on canvas,\u00a0“<b>” \u{1f600} e\u0301 \u00e9 `
    const record = await created({ title, medium, zip_code: '', city: '0' })
    expect(record).toMatchObject({ title, medium, zip_code: '', city: '0' })
  })

  it.each([0.01, 0.07, 1.1, 4.35, 1234567.89, 999999999999.99])(
    'of the price %d is exact',
    async (price) => {
      expect(await created({ ...PRICE, price })).toMatchObject({ price })
    },
  )
})

describe('an artwork that is not public', () => {
  it('is listed first among the drafts of its author and of admin', async () => {
    const { id } = await created({ publish_status: 'draft', title: 'The last one' })
    const firstFor = async (authorization: string) => {
      const path = '/marketplace-artworks/?publish_status=draft&limit=1'
      const { results } = (await test.send({ path, headers: { authorization } })).json()
      return (results as { id: number }[])[0]?.id
    }
    expect(await firstFor(author)).toBe(id)
    expect(await firstFor(admin)).toBe(id)
    expect(await firstFor(another)).toBeUndefined()
  })
})
