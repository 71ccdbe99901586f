import { describe, expect, it } from 'vitest'
import { document } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import {
  makeArtworkImage,
  makeColor,
  makeEventImage,
  makeImage,
  makeVenueImage,
} from '../support/make-images.ts'
import { makeUser } from '../support/make-user.ts'
import { makeVenue } from '../support/make-venue.ts'

const test = useService()

type Picture = Readonly<Record<string, unknown>> & { readonly image: Record<string, string> }

async function artworkPicture(featured_image_id?: number): Promise<Picture> {
  const values = featured_image_id === undefined ? {} : { featured_image_id }
  const { id } = await makeArtwork(test.db, values)
  return (await test.get(`/marketplace-artworks/${id}/`))['featured_image'] as Picture
}

async function eventPicture(featured_image_id?: number): Promise<Picture> {
  const values = featured_image_id === undefined ? {} : { featured_image_id }
  const { id } = await makeEvent(test.db, values)
  return (await test.get(`/events/${id}/`))['featured_image'] as Picture
}

async function venuePicture(featured_image_id: number): Promise<Picture> {
  const venue = await makeVenue(test.db, { featured_image_id })
  const { id } = await makeEvent(test.db, { venue_id: venue.id })
  return ((await test.get(`/events/${id}/`))['venue'] as { featured_image: Picture }).featured_image
}

async function artistPicture(featured_image_id: number): Promise<Picture> {
  const artist = await makeArtist(test.db, { featured_image_id })
  const { id } = await makeArtwork(test.db, { artists: [artist.id] })
  const { artists } = await test.get(`/marketplace-artworks/${id}/`)
  return (artists as { featured_image: Picture }[])[0]?.featured_image as Picture
}

const KINDS = [
  ['artwork', makeArtworkImage, artworkPicture],
  ['event', makeEventImage, eventPicture],
  ['venue', makeVenueImage, venuePicture],
  ['artist', makeImage, artistPicture],
] as const

describe.each(KINDS)('the picture of an %s', (_, make, shown) => {
  it('has its metadata', async () => {
    const user = await makeUser(test.db)
    const metadata = {
      created_at: '2024-05-07T09:30:00.123456Z',
      updated_at: '2024-05-08T09:30:00Z',
      is_converted_to_webp: true,
      caption: 'Dusk',
      alt_text: 'Boats in a harbour',
      description: 'A red sky.',
      uploaded_by: user.id,
    }
    const { id } = await make(test.db, metadata)
    expect(await shown(id)).toMatchObject({ id, ...metadata })
  })

  it('can have no texts', async () => {
    const { id } = await make(test.db)
    const nothing = { caption: null, alt_text: null, description: null }
    expect(await shown(id)).toMatchObject({ ...nothing, is_converted_to_webp: false })
  })
})

describe.each([
  ['artwork', 'ArtworkImageRenditions', makeArtworkImage, artworkPicture],
  ['event', 'EventImageRenditions', makeEventImage, eventPicture],
  ['venue', 'VenueImageRenditions', makeVenueImage, venuePicture],
] as const)('the renditions of an %s picture', (_, schema, make, shown) => {
  const keys = Object.keys(document.components.schemas[schema]?.properties ?? {})
  const addresses = (of: (key: string) => string) =>
    Object.fromEntries(keys.map((key) => [key, of(key)]))

  it('are URLs of the media host', async () => {
    const { id } = await make(
      test.db,
      addresses((key) => `/p/${key}.jpg`),
    )
    expect((await shown(id)).image).toEqual(
      addresses((key) => `https://media.example/p/${key}.jpg`),
    )
  })

  it('keep URLs of other hosts', async () => {
    const absolute = addresses((key) => `https://pictures.example/${key}.jpg?w=1`)
    const { id } = await make(test.db, absolute)
    expect((await shown(id)).image).toEqual(absolute)
  })
})

describe('the picture of an artist or a gallery', () => {
  it('has one URL', async () => {
    const { id } = await makeImage(test.db, { image: '/artists/309.jpg' })
    expect((await artistPicture(id)).image).toBe('https://media.example/artists/309.jpg')
  })
})

describe('the colours of a picture', () => {
  it('are in their order, not by id, also as ids', async () => {
    const red = await makeColor(test.db, { red: 220, green: 20, blue: 60, name: 'Crimson' })
    const gray = await makeColor(test.db, { red: 105, green: 105, blue: 105, name: 'Dim Gray' })
    const navy = await makeColor(test.db, { red: 0, green: 0, blue: 128, name: 'Navy' })
    const image = await makeArtworkImage(test.db, { colors: [navy.id, red.id, gray.id] })
    expect(await artworkPicture(image.id)).toMatchObject({
      colors: [navy.id, red.id, gray.id],
      colors_data: [
        { id: navy.id, name: 'Navy', value: '(0, 0, 128)', is_grayscale: false },
        { id: red.id, name: 'Crimson', value: '(220, 20, 60)', is_grayscale: false },
        { id: gray.id, name: 'Dim Gray', value: '(105, 105, 105)', is_grayscale: true },
      ],
    })
  })

  it.each([
    [0, 0, 0, true],
    [255, 255, 255, true],
    [7, 7, 8, false],
    [8, 7, 8, false],
    [9, 8, 8, false],
  ])('(%d, %d, %d) is greyscale: %s', async (red, green, blue, is_grayscale) => {
    const color = await makeColor(test.db, { red, green, blue })
    const image = await makeArtworkImage(test.db, { colors: [color.id] })
    expect((await artworkPicture(image.id))['colors_data']).toMatchObject([{ is_grayscale }])
  })

  it('can be empty', async () => {
    const image = await makeArtworkImage(test.db)
    expect(await artworkPicture(image.id)).toMatchObject({ colors: [], colors_data: [] })
  })
})

describe('a record without a picture of its own', () => {
  it('has the placeholder picture', async () => {
    const artwork = await artworkPicture()
    expect(artwork).toMatchObject({ id: 1, alt_text: 'No picture yet' })
    expect(artwork).toMatchObject({ colors: [], colors_data: [] })
    const event = await eventPicture()
    expect(event).toMatchObject({ id: 1, alt_text: 'No picture yet' })
    for (const { image } of [artwork, event]) {
      expect(new Set(Object.values(image))).toEqual(
        new Set(['https://art.example/media/placeholder.svg']),
      )
    }
  })
})
