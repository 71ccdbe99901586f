import type { Insertable } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/tables.ts'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenueImage } from '../support/make-images.ts'
import { makeVenue } from '../support/make-venue.ts'

const test = useService()

async function shownVenue(values: Partial<Insertable<Database['venues']>>) {
  const venue = await makeVenue(test.db, values)
  const { id } = await makeEvent(test.db, { venue_id: venue.id })
  return (await test.get(`/events/${id}/`))['venue']
}

describe('a venue', () => {
  it('has the values of the row', async () => {
    const image = await makeVenueImage(test.db)
    const values = {
      name: 'Galerie Sund',
      slug: 'galerie-sund',
      city: 'Malmö',
      response_time: 'within a day',
    }
    expect(await shownVenue({ ...values, featured_image_id: image.id })).toMatchObject({
      ...values,
      featured_image: { id: image.id },
    })
  })

  it('can have neither picture nor response time', async () => {
    expect(await shownVenue({ city: '' })).toMatchObject({
      city: '',
      featured_image: null,
      response_time: null,
    })
  })

  it.each([
    ['DK', 'Denmark'],
    ['US', 'United States'],
    ['GB', 'United Kingdom'],
    ['JP', 'Japan'],
    [null, ''],
  ])('in %s has the country name "%s"', async (country_code, name) => {
    expect(await shownVenue({ country_code })).toMatchObject({
      country: { code: country_code ?? '', name },
    })
  })

  it.each([
    ['56.153300', '10.214100', '56.1533,10.2141'],
    ['-33.868820', '151.2', '-33.86882,151.2'],
    ['0', '0', '0,0'],
    ['90', '-180', '90,-180'],
    ['0.000001', '-0.000001', '0.000001,-0.000001'],
    ['-89.999999', '179.999999', '-89.999999,179.999999'],
    [null, null, ''],
  ])('at %s, %s has the geolocation "%s"', async (latitude, longitude, geolocation) => {
    expect(await shownVenue({ latitude, longitude })).toMatchObject({ geolocation })
  })

  it('counts the public artworks for sale of its gallery', async () => {
    const gallery_id = (await makeGallery(test.db)).id
    await makeArtwork(test.db, { gallery_id })
    await makeArtwork(test.db, { gallery_id })
    await makeArtwork(test.db)
    for (const values of [
      { available_for_sale: 'sold' },
      { available_for_sale: 'reserved' },
      { available_for_sale: 'not for sale' },
      { publish_status: 'draft' },
      { publish_status: 'archived' },
      { is_active: false },
    ]) {
      await makeArtwork(test.db, { gallery_id, ...values })
    }
    expect(await shownVenue({ gallery_id })).toMatchObject({ artworks_for_sale_count: 2 })
  })

  it('counts no artworks without a gallery', async () => {
    expect(await shownVenue({ gallery_id: null })).toMatchObject({ artworks_for_sale_count: 0 })
  })
})
