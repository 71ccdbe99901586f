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
  gallery = (await makeGallery(test.db, { name: 'Quayside Editions' })).id
  for (const name of ['Ines Falk', 'Orla Brandt', 'Juno Wells']) {
    artists.push((await makeArtist(test.db, { name })).id)
    tags.push((await makeTag(test.db)).id)
  }
  await makeExchangeRate(test.db, 'USD', '1.25')
  await makeExchangeRate(test.db, 'CAD', '1.5')
  const made = await makeApiKey(test.db, { scopes: ['artworks:write'] })
  authorId = made.userId
  author = `Bearer ${made.key}`
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

/** The record, as the service answers it and as a GET finds it. */
async function created(values: object): Promise<Record<string, unknown>> {
  const answer = await post(values)
  expect(answer.text).not.toContain('/docs/problems/')
  expect(answer.status).toBe(201)
  const found = await test.send({
    path: `/marketplace-artworks/${String(answer.json()['id'])}/`,
    headers: { authorization: author },
  })
  expect(found.text).toBe(answer.text)
  return answer.json()
}

/** The faults of a body that is refused, as `[pointer, detail]`; nothing is stored then. */
async function refused(status: number, values: object): Promise<[unknown, unknown][]> {
  const before = await countRows()
  const answer = await post(values)
  expect(answer.status, answer.text).toBe(status)
  expect(await countRows()).toEqual(before)
  const { errors } = answer.json() as { errors: Record<string, unknown>[] }
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
  it('is read back with its prices in dollars and euros', async () => {
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

describe('what the sender leaves out', () => {
  it('is what the contract says', async () => {
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

  it('is the same when it is null, where it can be', async () => {
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

  it('takes its currencies from price_currency, or from itself', async () => {
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

describe('values that do not go together', () => {
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
      'a currency without a rate',
      { ...PRICE, price_currency: 'ISK' },
      '/price_currency',
      'There is no reference rate of ISK.',
    ],
    [
      'a state that is an end',
      { publish_status: 'archived' },
      '/publish_status',
      'A new record is draft or published.',
    ],
  ])('are refused: %s', async (_, values, pointer, detail) => {
    const picture = { full_size: 'https://quayside.example/dusk.jpg' }
    const whole = { artists, tags, featured_image: picture, ...values }
    expect(await refused(422, whole)).toEqual([[pointer, detail]])
  })

  it.each<[string, object]>([
    ['a range of one price', { ...RANGE, min_price: 450 }],
    ['ends in two currencies', { ...RANGE, min_price: 45000, min_price_currency: 'JPY' }],
    ['nothing to pay', { ...PRICE, price: 0 }],
    ['a currency without a rate and nothing to convert', { price_currency: 'ISK' }],
  ])('are not these: %s', async (_, values) => {
    expect(await created(values)).toMatchObject(values)
  })
})

describe('ids that nobody has', () => {
  const NOBODY = 2147483647

  it('are each told at their own place', async () => {
    const values = {
      artists: [artists[0], NOBODY, artists[1], NOBODY - 1],
      gallery: NOBODY,
      category: NOBODY,
      tags: [NOBODY, tags[0]],
    }
    expect(await refused(422, values)).toEqual([
      ['/artists/1', `No artist has the id ${NOBODY}.`],
      ['/artists/3', `No artist has the id ${NOBODY - 1}.`],
      ['/gallery', `No gallery has the id ${NOBODY}.`],
      ['/category', `No artwork category has the id ${NOBODY}.`],
      ['/tags/0', `No tag has the id ${NOBODY}.`],
    ])
  })

  it('are told together with a currency without a rate', async () => {
    const values = { ...PRICE, price_currency: 'ISK', gallery: NOBODY }
    const pointers = (await refused(422, values)).map(([pointer]) => pointer)
    expect(pointers).toEqual(['/gallery', '/price_currency'])
  })
})

describe('a value that fits no schema', () => {
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
  ])('is refused: %j', async (values, pointer) => {
    expect((await refused(400, values)).map(([place]) => place)).toEqual([pointer])
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
  ])('is one that the service sets: %s', async (name) => {
    expect(await refused(400, { [name]: null })).toEqual([
      [`/${name}`, 'It is set by the service and cannot be written.'],
    ])
  })
})

describe('what the service sets', () => {
  it.each<[object, object]>([
    [
      { size_h: 60.5, size_w: 80 },
      { size_hw: 4840, size_d: null, size_hwd: null },
    ],
    [
      { size_h: 60.5, size_w: 80, size_d: 2.5 },
      { size_hw: 4840, size_hwd: 12100 },
    ],
    [{ size_h: 0.1, size_w: 0.2 }, { size_hw: 0.1 * 0.2 }],
    [{ size_h: 60.5 }, { size_h: 60.5, size_w: null, size_hw: 0, size_hwd: null }],
    [{ size_d: 2.5 }, { size_hw: 0, size_d: 2.5, size_hwd: 0 }],
  ])('are sizes: of %j %j', async (sizes, computed) => {
    expect(await created(sizes)).toMatchObject({ ...sizes, ...computed })
  })

  it('is a slug of the title, with a suffix when it is taken', async () => {
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

  it('is a slug with a suffix in any case when it is a draft', async () => {
    const title = 'Nobody Knows'
    const draft = await created({ title, publish_status: 'draft' })
    expect(draft['slug']).toMatch(/^nobody-knows-[a-z2-9]{4}$/)
    expect(await created({ title })).toMatchObject({ slug: 'nobody-knows' })
  })

  it.each(['静物', '😀', '-- ... --'])('is a slug of its own for the title %s', async (title) => {
    const record = await created({ title })
    expect(record).toMatchObject({ title })
    expect(record['slug']).toMatch(/^artwork(-[a-z2-9]{4})?$/)
  })

  it('is a slug of 80 characters of a long title', async () => {
    const { slug } = await created({ title: 'sea '.repeat(75) })
    expect(slug).toBe('sea-'.repeat(20).slice(0, 79))
  })

  it('is the author: who owns the credential, and beside it who owns the gallery', async () => {
    const record = await created({})
    expect(record['author']).toMatchObject({ id: authorId, display_name: '<NAME>' })
    const { owner } = record['gallery'] as { owner: object }
    expect(record['business_user']).toEqual(owner)
  })
})

describe('related records', () => {
  it('keep the order of artists that was sent; tags have one of their own', async () => {
    const [first, second, third] = artists
    const record = await created({ artists: [third, first, second], tags: tags.toReversed() })
    const names = (record['artists'] as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(['Juno Wells', 'Ines Falk', 'Orla Brandt'])
    expect((record['tags'] as { id: number }[]).map(({ id }) => id)).toEqual(tags)
  })

  it('are embedded whole', async () => {
    const record = await created({ artists: [artists[0]], tags: [tags[0]], category: 3 })
    expect(record).toMatchObject({
      artists: [{ id: artists[0], name: 'Ines Falk', has_artworks: true }],
      gallery: { id: gallery, name: 'Quayside Editions' },
      category: { id: 3, name: 'Works On Paper' },
      tags: [{ id: tags[0] }],
    })
  })
})

describe('a picture', () => {
  it('stands in every rendition until there are others', async () => {
    const full_size = 'https://quayside.example/dusk.jpg?size=full#top'
    const words = { alt_text: 'Boats at a quay', caption: null, description: 'Oil.\r\nFramed.' }
    const record = await created({ featured_image: { full_size, ...words } })
    const { image, ...picture } = record['featured_image'] as { image: object }
    expect(Object.keys(image)).toHaveLength(6)
    expect(new Set(Object.values(image))).toEqual(new Set([full_size]))
    expect(picture).toMatchObject({
      ...words,
      uploaded_by: authorId,
      is_converted_to_webp: false,
      colors: [],
    })
  })
})

describe('text', () => {
  it('is given back as it was sent', async () => {
    const medium = ' Oil\r\non canvas,\u00a0“<b>” \u{1f600} e\u0301 \u00e9 '
    const record = await created({ title: ` ${medium}`, medium, zip_code: '', city: '0' })
    expect(record).toMatchObject({ title: ` ${medium}`, medium, zip_code: '', city: '0' })
  })

  it.each([0.01, 0.07, 1.1, 4.35, 1234567.89, 999999999999.99])(
    'of the price %d loses no cent',
    async (price) => {
      expect(await created({ ...PRICE, price })).toMatchObject({ price })
    },
  )
})

describe('an artwork that is not public', () => {
  it.each([
    ['a draft', { publish_status: 'draft' }],
    ['an inactive one', { is_active: false }],
  ])('is seen by its author and admin alone: %s', async (_, values) => {
    const { count } = await test.get('/marketplace-artworks/')
    const { id } = await created(values)
    const path = `/marketplace-artworks/${String(id)}/`
    const statusFor = async (headers: Record<string, string>) =>
      (await test.send({ path, headers })).status
    expect(await statusFor({})).toBe(404)
    expect(await statusFor({ authorization: another })).toBe(404)
    expect(await statusFor({ authorization: author })).toBe(200)
    expect(await statusFor({ authorization: admin })).toBe(200)
    expect((await test.get('/marketplace-artworks/'))['count']).toBe(count)
  })

  it('is listed among the drafts of its author and of admin, the last one first', async () => {
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
