import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeImage } from '../support/make-images.ts'

const test = useService()

async function shownGallery(values: Parameters<typeof makeGallery>[1]) {
  const gallery = await makeGallery(test.db, values)
  const { id } = await makeArtwork(test.db, { gallery_id: gallery.id })
  return (await test.get(`/marketplace-artworks/${id}/`))['gallery']
}

describe('a gallery', () => {
  it('shows what the row holds', async () => {
    const values = {
      name: 'Galerie du Port',
      slug: 'galerie-du-port',
      city: 'Nantes',
      summary: 'Prints.',
      address: '3 quai des Antilles',
      registered_since: '2019-03-01T08:00:00.000070Z',
    }
    expect(await shownGallery(values)).toMatchObject({ ...values, more_artworks: {} })
  })

  it('hides the telephone number, where there is one', async () => {
    expect(await shownGallery({ phone_number: '+33 2 40 00' })).toMatchObject({
      phone_number: '<PHONE>',
    })
    expect(await shownGallery({ phone_number: '' })).toMatchObject({ phone_number: '' })
    expect(await shownGallery({ phone_number: null })).toMatchObject({ phone_number: null })
  })

  it('leaves empty what is empty, and null what is null', async () => {
    const empty = { city: '', summary: '' }
    expect(await shownGallery(empty)).toMatchObject(empty)
    const nothing = { city: null, address: null, featured_image_id: null }
    expect(await shownGallery(nothing)).toMatchObject({
      city: null,
      address: null,
      featured_image: null,
    })
  })

  it('shows its picture', async () => {
    const image = await makeImage(test.db)
    expect(await shownGallery({ featured_image_id: image.id })).toMatchObject({
      featured_image: { id: image.id },
    })
  })

  it('counts its public artworks, whether they are for sale or not', async () => {
    const gallery = await makeGallery(test.db)
    const values = { gallery_id: gallery.id }
    await makeArtwork(test.db, { ...values, available_for_sale: 'sold' })
    await makeArtwork(test.db, { ...values, publish_status: 'archived' })
    await makeArtwork(test.db, { ...values, is_active: false })
    await makeArtwork(test.db)
    const { id } = await makeArtwork(test.db, values)
    expect(await test.get(`/marketplace-artworks/${id}/`)).toMatchObject({
      gallery: { total_artworks: 2 },
    })
  })
})
