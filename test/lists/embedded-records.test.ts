import { beforeAll, describe, expect, it } from 'vitest'
import { makeFullArtwork, makeFullEvent } from '../contract/full-records.ts'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'

// A record of a list equals the one that artworks and events embed.

const test = useService()

interface WithId {
  readonly id: number
}

let artwork: Readonly<Record<string, unknown>>
let event: Readonly<Record<string, unknown>>

beforeAll(async () => {
  artwork = await test.get(`/marketplace-artworks/${await makeFullArtwork(test.db)}/`)
  event = await test.get(`/events/${await makeFullEvent(test.db)}/`)
})

async function listed(path: string, { id }: WithId): Promise<unknown> {
  const { results } = await test.get(`${path}?limit=100`)
  return (results as WithId[]).find((record) => record.id === id)
}

describe('a record of a list', () => {
  it.each([
    ['/artists/', () => (artwork['artists'] as WithId[])[0]],
    ['/galleries/', () => artwork['gallery']],
    ['/artwork-categories/', () => artwork['category']],
    ['/tags/', () => (artwork['tags'] as WithId[])[0]],
    ['/venues/', () => event['venue']],
    ['/event-categories/', () => event['category']],
  ])('of %s equals the embedded one', async (path, embedded) => {
    expect(await listed(path, embedded() as WithId)).toEqual(embedded())
  })

  it('counts public artworks, as the embedded one does', async () => {
    const gallery = artwork['gallery'] as WithId
    const venue = await makeVenue(test.db, { gallery_id: gallery.id })
    await makeArtwork(test.db, { gallery_id: gallery.id, available_for_sale: 'sold' })
    await makeArtwork(test.db, { gallery_id: gallery.id, publish_status: 'draft' })
    const { id } = await makeEvent(test.db, { venue_id: venue.id })
    expect(await listed('/galleries/', gallery)).toMatchObject({ total_artworks: 2 })
    expect(await listed('/venues/', venue)).toMatchObject({ artworks_for_sale_count: 1 })
    expect((await test.get(`/events/${id}/`))['venue']).toEqual(await listed('/venues/', venue))
  })
})
