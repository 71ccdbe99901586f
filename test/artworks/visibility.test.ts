import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'

// Only published, active artworks are public, and counted.

const test = useService()
const HIDDEN = [
  ['a draft', { publish_status: 'draft', published_at: null }],
  ['a draft that was published once', { publish_status: 'draft' }],
  ['an archived one', { publish_status: 'archived' }],
  ['an inactive one', { is_active: false }],
] as const

describe.each(HIDDEN)('%s', (_, hidden) => {
  it('is not counted in its gallery, artist and venue', async () => {
    const artist = await makeArtist(test.db)
    const gallery = await makeGallery(test.db)
    const other = await makeArtist(test.db)
    await makeArtwork(test.db, { ...hidden, gallery_id: gallery.id, artists: [artist.id] })
    const shown = await makeArtwork(test.db, { gallery_id: gallery.id, artists: [other.id] })
    expect(await test.get(`/marketplace-artworks/${shown.id}/`)).toMatchObject({
      gallery: { total_artworks: 1 },
      artists: [{ id: other.id, has_artworks: true }],
    })
    expect(await test.get(`/artists/${artist.id}/`)).toMatchObject({ has_artworks: false })
    const venue = await makeVenue(test.db, { gallery_id: gallery.id })
    const event = await makeEvent(test.db, { venue_id: venue.id })
    expect(await test.get(`/events/${event.id}/`)).toMatchObject({
      venue: { artworks_for_sale_count: 1 },
    })
  })
})

describe('a change of is_active', () => {
  it('shows and hides an artwork at once', async () => {
    const { id } = await makeArtwork(test.db, { is_active: false })
    const set = (is_active: boolean) =>
      test.db.updateTable('artworks').set({ is_active }).where('id', '=', id).execute()
    const status = async () => (await test.send({ path: `/marketplace-artworks/${id}/` })).status
    expect(await status()).toBe(404)
    await set(true)
    expect(await status()).toBe(200)
    await set(false)
    expect(await status()).toBe(404)
  })
})
