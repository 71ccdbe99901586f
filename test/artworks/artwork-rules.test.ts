import { beforeAll, describe, expect, it } from 'vitest'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'
import type { Answer } from '../support/send.ts'
import {
  makeRecordWriter,
  type RecordBody,
  type RecordWriter,
  type ShownRecord,
} from '../support/record-writer.ts'

// The rules of artworks with what the service says of them. Random requests meet and break them too, see test/stateful.

const test = useService()
let member: RecordWriter
let body: RecordBody

beforeAll(async () => {
  member = await makeRecordWriter(test, ['artworks:write'])
  const gallery = (await makeGallery(test.db, { owner_id: member.userId })).id
  const price_display = 'price on request'
  body = { title: 'Dusk', artists: [], gallery, units: 'centimeter', category: 2, price_display }
})

const post = (values: object) => member.post('/marketplace-artworks/', { ...body, ...values })
const create = (values: object = {}) =>
  member.create('/marketplace-artworks/', { ...body, ...values })

/** The errors of a rejected body. */
function errorsOf(response: Answer, status = 422): unknown {
  expect(response.status, response.text).toBe(status)
  const errors = response.json()['errors'] as { pointer: string; detail: string }[]
  return errors.map(({ pointer, detail }) => [pointer, detail])
}

const RANGE = { price_display: 'price range', min_price: 300, max_price: 450 }
const OFFERS = { automated_offers: true, automated_offers_discount_rate: 10 }
const PRICE_RULE = 'It must be given exactly when price_display is "show price".'
const RANGE_RULE = 'It must be given exactly when price_display is "price range".'
const OFFER_RULE = 'It must be given exactly when automated_offers is true.'
const ENDS_RULE = 'It must not be less than min_price.'

describe('values that contradict each other', () => {
  it.each<[string, object, string, string]>([
    ['no price to show', { price_display: 'show price' }, '/price', PRICE_RULE],
    ['a price on request', { price: 2400 }, '/price', PRICE_RULE],
    ['no lower end', { ...RANGE, min_price: null }, '/min_price', RANGE_RULE],
    ['an upper end of no range', { max_price: 300 }, '/max_price', RANGE_RULE],
    ['ends the wrong way round', { ...RANGE, min_price: 450.01 }, '/max_price', ENDS_RULE],
    ['offers for no days', OFFERS, '/automated_offer_days_valid', OFFER_RULE],
    [
      'a discount without offers',
      { automated_offers_discount_rate: 5 },
      '/automated_offers_discount_rate',
      OFFER_RULE,
    ],
  ])('are rejected by POST and PATCH: %s', async (_, values, pointer, detail) => {
    const artwork = await create()
    const { count } = await test.get('/marketplace-artworks/')
    expect(errorsOf(await post(values))).toEqual([[pointer, detail]])
    const response = await member.patch(artwork, { title: 'Other', ...values })
    expect(errorsOf(response)).toEqual([[pointer, detail]])
    expect((await member.read(artwork.path)).text).toBe(artwork.text)
    expect((await test.get('/marketplace-artworks/'))['count']).toBe(count)
  })

  it('are told apart from the state of a new record, and from a currency that is out of use', async () => {
    const detail = 'A new record is draft or published.'
    expect(errorsOf(await post({ publish_status: 'archived' }))).toEqual([
      ['/publish_status', detail],
    ])
    expect(errorsOf(await post({ price_currency: 'BGN' }), 400)).toEqual([
      ['/price_currency', 'It must be a value in use: EUR has replaced BGN.'],
    ])
  })
})

describe('the ids of records', () => {
  it('C24 are each reported with their pointer if there is no such record', async () => {
    const [id, other] = [2147483647, 2147483646]
    const missing = { artists: [id, other], gallery: id, category: id, tags: [id] }
    expect(errorsOf(await post(missing))).toEqual([
      ['/artists/0', `No artist has the id ${id}.`],
      ['/artists/1', `No artist has the id ${other}.`],
      ['/gallery', `No gallery has the id ${id}.`],
      ['/category', `No artwork category has the id ${id}.`],
      ['/tags/0', `No tag has the id ${id}.`],
    ])
  })
})

describe('a title', () => {
  it('C11 is limited in code points, not in bytes', async () => {
    const title = '\u{1f600}'.repeat(300)
    expect((await create({ title })).record['title']).toBe(title)
    const detail = 'It must have at most 300 characters.'
    expect(errorsOf(await post({ title: `${title}x` }), 400)).toEqual([['/title', detail]])
  })
})

describe('the sizes of an artwork', () => {
  it.each([
    [60.5, 80, 2.5, 4840, 12_100],
    // 0.30000000000000004: floating-point artefacts stay.
    [0.1, 3, null, 0.1 * 3, null],
    [0.1, 0.7, 0.2, 0.1 * 0.7, 0.1 * 0.7 * 0.2],
    [null, 80, 2.5, 0, 0],
    [null, null, null, 0, null],
    [1e6, 1e6, 1e6, 1e12, 1e18],
    [1e-7, 1, null, 1e-7, null],
  ])('of %s x %s x %s are %s and %s', async (size_h, size_w, size_d, size_hw, size_hwd) => {
    const { id } = await makeArtwork(test.db, { size_h, size_w, size_d })
    const shown = { size_h, size_w, size_d, size_hw, size_hwd }
    expect(await test.get(`/marketplace-artworks/${id}/`)).toMatchObject(shown)
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
    let artwork: ShownRecord = await create({ gallery: one.gallery, publish_status: 'draft' })
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
      expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
    }
    expect((await member.remove(artwork)).status).toBe(204)
    expect(await numbers()).toEqual([0, 0, 0, 0])
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })
})
