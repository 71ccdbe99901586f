import { describe, expect, it } from 'vitest'
import { artistJson } from '../../src/artists/artist-resource.ts'
import { selectRecords } from '../../src/json-sql/select-records.ts'
import { URLS } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeImage } from '../support/make-images.ts'

const test = useDatabase()

async function shown(id: number) {
  const declared = { table: 'artists', json: artistJson } as const
  const { records } = await selectRecords(test.db, declared, [id], URLS)
  const [artist] = records
  if (artist === undefined) throw new Error(`There is no artist ${id}`)
  return artist
}

describe('an artist', () => {
  it('shows what the row holds', async () => {
    const image = await makeImage(test.db, { image: '/artists/309.jpg' })
    const values = { name: 'Åsa Lind', slug: 'asa-lind', summary: 'Born 1951, Swedish' }
    const { id } = await makeArtist(test.db, { ...values, featured_image_id: image.id })
    expect(await shown(id)).toMatchObject({
      id,
      ...values,
      more_artworks: {},
      featured_image: { id: image.id, image: 'https://media.example/artists/309.jpg' },
    })
  })

  it('may have neither summary nor picture', async () => {
    const { id } = await makeArtist(test.db, { summary: null })
    expect(await shown(id)).toMatchObject({ summary: null, featured_image: null })
  })

  it.each([
    ['a public artwork', {}, true],
    ['a sold artwork', { available_for_sale: 'sold' }, true],
    ['a draft', { publish_status: 'draft' }, false],
    ['an archived artwork', { publish_status: 'archived' }, false],
    ['an inactive artwork', { is_active: false }, false],
  ])('with %s has artworks: %o %s', async (_, values, has) => {
    const { id } = await makeArtist(test.db)
    await makeArtwork(test.db, { ...values, artists: [id] })
    expect((await shown(id)).has_artworks).toBe(has)
  })

  it('without any has none', async () => {
    const { id } = await makeArtist(test.db)
    expect((await shown(id)).has_artworks).toBe(false)
  })
})
