import { beforeAll, describe, expect, it } from 'vitest'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { useService } from '../support/app.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import {
  expectRejected,
  makeRecordWriter,
  type RecordWriter,
  type ShownRecord,
} from '../support/record-writer.ts'

const test = useService()
let member: RecordWriter
let gallery: number

beforeAll(async () => {
  member = await makeRecordWriter(test, ['artworks:write'])
  gallery = (await makeGallery(test.db, { owner_id: member.userId })).id
  await makeExchangeRate(test.db, 'USD', '1.25')
})

function create(values: object = {}): Promise<ShownRecord> {
  return member.create('/marketplace-artworks/', {
    title: 'Harbour at Dusk',
    artists: [],
    gallery,
    units: 'centimeter',
    category: 2,
    price_display: 'show price',
    price: 2400,
    ...values,
  })
}

/** The lists and their index agree with the records. */
async function expectConsistent(): Promise<void> {
  expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
}

async function isListed({ id }: ShownRecord): Promise<boolean> {
  const { results } = await test.get('/marketplace-artworks/?limit=100&ordering=title')
  return (results as { id: number }[]).some((artwork) => artwork.id === id)
}

describe('the states of an artwork', () => {
  const STATES = ['draft', 'published', 'archived'] as const
  const ALLOWED = ['draft published', 'published archived', 'archived published']

  async function artworkIn(state: (typeof STATES)[number]): Promise<ShownRecord> {
    const artwork = await create({ publish_status: state === 'draft' ? state : 'published' })
    return state === 'archived' ? member.change(artwork, { publish_status: state }) : artwork
  }

  const steps = STATES.flatMap((from) => STATES.map((to) => [from, to] as const))
  it.each(steps)('allow or forbid the step from %s to %s', async (from, to) => {
    const artwork = await artworkIn(from)
    const response = await member.patch(artwork, { title: 'Other', publish_status: to })
    const isAllowed = from === to || ALLOWED.includes(`${from} ${to}`)
    if (!isAllowed) expectRejected(response, 409, 'invalid_transition')
    const shown = await member.read(artwork.path)
    // The gallery shows the number of its public artworks.
    const before = { ...artwork.record, gallery: shown.record['gallery'] }
    const after = isAllowed ? { ...before, title: 'Other', publish_status: to } : before
    expect(shown.record).toEqual(after)
    expect(await isListed(shown)).toBe(shown.record['publish_status'] === 'published')
    await expectConsistent()
  })

  it('keep the time of the first publication', async () => {
    const publishedAt = async ({ id }: ShownRecord): Promise<string | null> => {
      const query = test.db.selectFrom('artworks').select('published_at').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).published_at
    }
    let artwork = await artworkIn('draft')
    expect(await publishedAt(artwork)).toBeNull()
    artwork = await member.change(artwork, { publish_status: 'published' })
    const first = await publishedAt(artwork)
    expect(first).not.toBeNull()
    for (const publish_status of ['archived', 'published']) {
      artwork = await member.change(artwork, { publish_status })
      expect(await publishedAt(artwork)).toBe(first)
    }
  })
})

describe('the numbers of artworks of galleries and their venues', () => {
  it('follow sale, visibility and gallery of an artwork, and its end', async () => {
    const pair = async () => {
      const { id } = await makeGallery(test.db, { owner_id: member.userId })
      return { gallery: id, venue: (await makeVenue(test.db, { gallery_id: id })).id }
    }
    const [one, two] = [await pair(), await pair()]
    /** Total and for sale, of the first and the second gallery. */
    const numbers = async () => {
      const shown = [one, two].map(async (each) => [
        (await test.get(`/galleries/${each.gallery}/`))['total_artworks'],
        (await test.get(`/venues/${each.venue}/`))['artworks_for_sale_count'],
      ])
      return (await Promise.all(shown)).flat()
    }
    let artwork = await create({ gallery: one.gallery, publish_status: 'draft' })
    expect(await numbers()).toEqual([0, 0, 0, 0])
    const steps: readonly (readonly [object, readonly number[]])[] = [
      [{ publish_status: 'published' }, [1, 1, 0, 0]],
      [{ available_for_sale: 'reserved' }, [1, 0, 0, 0]],
      [{ available_for_sale: 'sold' }, [1, 0, 0, 0]],
      [{ available_for_sale: 'available', gallery: two.gallery }, [0, 0, 1, 1]],
      [{ is_active: false }, [0, 0, 0, 0]],
      [{ gallery: one.gallery, is_active: true }, [1, 1, 0, 0]],
      [{ publish_status: 'archived' }, [0, 0, 0, 0]],
      [{ publish_status: 'published', gallery: two.gallery }, [0, 0, 1, 1]],
    ]
    for (const [changes, expected] of steps) {
      artwork = await member.change(artwork, changes)
      expect(await numbers(), JSON.stringify(changes)).toEqual(expected)
      await expectConsistent()
    }
    expect((await member.remove(artwork)).status).toBe(204)
    expect(await numbers()).toEqual([0, 0, 0, 0])
    await expectConsistent()
  })

  it('are those of the own galleries: an artwork cannot move to another', async () => {
    const artwork = await create()
    const { id } = await makeGallery(test.db)
    expectRejected(await member.patch(artwork, { gallery: id }), 403, 'forbidden')
    expect((await member.read(artwork.path)).text).toBe(artwork.text)
  })
})

describe('a change that contradicts stored values', () => {
  const RANGE = { price_display: 'price range', price: null, min_price: 300, max_price: 450 }
  const OFFERS = {
    automated_offers: true,
    automated_offers_discount_rate: 10,
    automated_offer_days_valid: 7,
  }

  it.each<[object, object, string]>([
    [{}, { price: null }, '/price'],
    [{}, { price_display: 'price on request' }, '/price'],
    [{}, { min_price: 300 }, '/min_price'],
    [{}, { max_price: 300 }, '/max_price'],
    [RANGE, { price: 2400 }, '/price'],
    [RANGE, { min_price: null }, '/min_price'],
    [RANGE, { max_price: null }, '/max_price'],
    [RANGE, { min_price: 450.01 }, '/max_price'],
    [RANGE, { max_price: 299.99 }, '/max_price'],
    [OFFERS, { automated_offers_discount_rate: null }, '/automated_offers_discount_rate'],
    [OFFERS, { automated_offer_days_valid: null }, '/automated_offer_days_valid'],
    [{}, { automated_offers_discount_rate: 5 }, '/automated_offers_discount_rate'],
    [{}, { automated_offer_days_valid: 5 }, '/automated_offer_days_valid'],
  ])('is rejected: to %j, %j', async (values, changes, pointer) => {
    const artwork = await create(values)
    const response = await member.patch(artwork, { title: 'Other', ...changes })
    expectRejected(response, 422, 'unprocessable_content', [pointer])
    expect((await member.read(artwork.path)).text).toBe(artwork.text)
  })

  it('is accepted with the values that agree', async () => {
    let artwork = await create()
    const SHOWN = { price_display: 'show price', price: 5, min_price: null, max_price: null }
    for (const changes of [RANGE, { min_price: 450 }, SHOWN, { price: 0 }, OFFERS]) {
      artwork = await member.change(artwork, changes)
      expect(artwork.record).toMatchObject(changes)
    }
  })
})

describe('a currency', () => {
  it('without a rate leaves the price unconverted', async () => {
    const priced = await create({ price: 2400.5 })
    const { record } = await member.change(priced, { price_currency: 'AED' })
    expect(record).toMatchObject({ price: 2400.5, price_usd: null, price_eur: null })
  })

  it('that is replaced is rejected with its successor', async () => {
    const response = await member.patch(await create(), { price_currency: 'BGN' })
    expect(response.json()['errors']).toEqual([
      {
        pointer: '/price_currency',
        detail: 'It must be a value in use: EUR has replaced BGN.',
      },
    ])
  })
})

describe('artists and tags', () => {
  it('are replaced; artists keep their order, tags are ordered by id', async () => {
    const artists: number[] = []
    const tags: number[] = []
    for (let each = 0; each < 4; each += 1) {
      artists.push((await makeArtist(test.db)).id)
      tags.push((await makeTag(test.db)).id)
    }
    const [a = 0, b = 0, c = 0, d = 0] = artists
    const idsOf = (values: unknown) => (values as { id: number }[]).map(({ id }) => id)
    let artwork = await create({ artists: [a, b, c], tags: tags.slice(0, 2) })
    for (const order of [[c, b, a], [d], [], [b, d, a, c]]) {
      artwork = await member.change(artwork, { artists: order })
      expect(idsOf(artwork.record['artists'])).toEqual(order)
      expect(idsOf(artwork.record['tags'])).toEqual(tags.slice(0, 2))
    }
    artwork = await member.change(artwork, { tags: tags.slice(1).toReversed() })
    expect(idsOf(artwork.record['tags'])).toEqual(tags.slice(1))
    const missing = 2_147_483_647
    const response = await member.patch(artwork, { artists: [a, missing], tags: [missing] })
    expectRejected(response, 422, 'unprocessable_content', ['/artists/1', '/tags/0'])
    expect((await member.read(artwork.path)).text).toBe(artwork.text)
    // Artists show whether they have public artworks.
    expect(await test.get(`/artists/${d}/`)).toMatchObject({ has_artworks: true })
    await member.change(artwork, { artists: [] })
    expect(await test.get(`/artists/${d}/`)).toMatchObject({ has_artworks: false })
    await expectConsistent()
  })
})
