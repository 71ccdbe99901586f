import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork, type ArtworkValues } from '../support/make-artwork.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeUser } from '../support/make-user.ts'

const test = useService()

async function artworkWith(values: ArtworkValues): Promise<Record<string, unknown>> {
  const { id } = await makeArtwork(test.db, values)
  return test.get(`/marketplace-artworks/${id}/`)
}

const idsOf = (records: unknown) => (records as { id: number }[]).map(({ id }) => id)

describe('the sizes of an artwork', () => {
  it.each([
    [60.5, 80, 2.5, 4840, 12_100],
    // 0.30000000000000004: floating-point artefacts stay.
    [0.1, 3, null, 0.1 * 3, null],
    [0.1, 0.7, 0.2, 0.1 * 0.7, 0.1 * 0.7 * 0.2],
    [null, 80, null, 0, null],
    [60.5, null, 2.5, 0, 0],
    [null, 80, 2.5, 0, 0],
    [null, null, null, 0, null],
    [1e6, 1e6, 1e6, 1e12, 1e18],
    [1e-7, 1, null, 1e-7, null],
  ])('of %s x %s x %s are %s and %s', async (size_h, size_w, size_d, size_hw, size_hwd) => {
    const artwork = await artworkWith({ size_h, size_w, size_d })
    expect(artwork).toMatchObject({ size_h, size_w, size_d, size_hw, size_hwd })
  })

  it('are in centimetres or inches', async () => {
    expect(await artworkWith({ units: 'inch' })).toMatchObject({ units: 'inch' })
  })
})

describe('the times of an artwork', () => {
  it.each([
    ['2024-05-07T09:30:00.123456Z', '2024-05-07T09:30:00.123456Z'],
    ['2024-05-07T09:30:00.1Z', '2024-05-07T09:30:00.100000Z'],
    ['2024-05-07T09:30:00.000001Z', '2024-05-07T09:30:00.000001Z'],
    ['2024-05-07T09:30:00.000000Z', '2024-05-07T09:30:00Z'],
    ['2024-05-07T11:30:00+02:00', '2024-05-07T09:30:00Z'],
    ['1000-01-01T00:00:00Z', '1000-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
  ])('%s are shown as %s', async (at, shown) => {
    expect(await artworkWith({ created_at: at, order_date: at })).toMatchObject({
      created_at: shown,
      order_date: shown,
    })
  })
})

describe('the embedded records of an artwork', () => {
  it('are artists in the order of the credits, and tags by id', async () => {
    const [ada, ben, cid] = [
      await makeArtist(test.db, { name: 'Ada' }),
      await makeArtist(test.db, { name: 'Ben' }),
      await makeArtist(test.db, { name: 'Cid' }),
    ]
    const [sea, sky] = [await makeTag(test.db), await makeTag(test.db)]
    const artwork = await artworkWith({
      artists: [ben.id, cid.id, ada.id],
      tags: [sky.id, sea.id],
    })
    expect(idsOf(artwork['artists'])).toEqual([ben.id, cid.id, ada.id])
    expect(idsOf(artwork['tags'])).toEqual([sea.id, sky.id])
  })

  it('can be empty', async () => {
    expect(await artworkWith({})).toMatchObject({ artists: [], tags: [], author: null })
  })

  it('include the owner of the gallery as business user', async () => {
    const owner = await makeUser(test.db)
    const author = await makeUser(test.db)
    const gallery = await makeGallery(test.db, { owner_id: owner.id })
    expect(await artworkWith({ gallery_id: gallery.id, author_id: author.id })).toMatchObject({
      business_user: { id: owner.id },
      gallery: { id: gallery.id, owner: { id: owner.id } },
      author: { id: author.id },
    })
  })

  it('belong to the right artwork of a page', async () => {
    const artists = [await makeArtist(test.db), await makeArtist(test.db)]
    const made = []
    for (const artist of artists) made.push(await makeArtwork(test.db, { artists: [artist.id] }))
    const { results } = await test.get('/marketplace-artworks/?limit=100')
    const shown = results as { id: number; artists: unknown; gallery: { id: number } }[]
    for (const [index, { id, gallery_id }] of made.entries()) {
      const artwork = shown.find((each) => each.id === id)
      expect(idsOf(artwork?.artists)).toEqual([artists[index]?.id])
      expect(artwork?.gallery.id).toBe(gallery_id)
    }
  })
})

describe('the plain fields of an artwork', () => {
  it('are those of the row', async () => {
    const values = {
      title: 'Stilleben med äpplen\n',
      slug: 'stilleben_9-X',
      year_of_creation: -350,
      available_for_sale: 'not for sale',
      allow_discounted_offers: true,
      allow_instant_buy: true,
      medium: 'Oil on canvas\n',
      street_address: '12 Quay Street',
      city: '',
      zip_code: '',
      state: 'Avon',
    }
    expect(await artworkWith(values)).toMatchObject(values)
  })

  it('include the terms of automated offers', async () => {
    const offers = {
      automated_offers: true,
      automated_offers_discount_rate: 100,
      automated_offer_days_valid: 1,
    }
    expect(await artworkWith(offers)).toMatchObject(offers)
    expect(await artworkWith({})).toMatchObject({
      automated_offers: false,
      automated_offers_discount_rate: null,
      automated_offer_days_valid: null,
    })
  })
})
