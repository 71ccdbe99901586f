import { beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
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

const STATES = ['draft', 'published', 'archived'] as const

describe('the list of a member', () => {
  interface Shown {
    readonly id: number
    readonly publish_status: string
    readonly is_active: boolean
  }
  const all: Shown[] = []
  const own: Shown[] = []
  let headers: { authorization: string }

  beforeAll(async () => {
    await test.db.deleteFrom('artworks').execute()
    const { key, userId: owner_id } = await makeApiKey(test.db, { scopes: ['artworks:write'] })
    headers = { authorization: `Bearer ${key}` }
    const ofMember = await makeGallery(test.db, { owner_id })
    const galleries = [ofMember, await makeGallery(test.db)]
    const states = [...STATES, ...STATES].flatMap((publish_status) =>
      [true, false].map((is_active) => ({ publish_status, is_active })),
    )
    for (const state of states) {
      const published_at = state.publish_status === 'draft' ? null : '2024-05-07T10:00:00Z'
      for (const { id: gallery_id } of galleries) {
        const artwork = await makeArtwork(test.db, { ...state, published_at, gallery_id })
        all.push(artwork)
        if (gallery_id === ofMember.id) own.push(artwork)
      }
    }
  })

  /** The records on all pages. */
  async function walk(query: Readonly<Record<string, string>>): Promise<Shown[]> {
    const shown: Shown[] = []
    let path: string | undefined = `/marketplace-artworks/?${new URLSearchParams(query)}`
    while (path !== undefined) {
      const { count, next, results } = (await test.send({ path, headers })).json()
      shown.push(...(results as Shown[]))
      path = (next as string | null)?.slice(`${PUBLIC_URL}/api/v1`.length)
      if (path === undefined) expect(count).toBe(shown.length)
    }
    return shown
  }

  const queries = [undefined, ...STATES].flatMap((publish_status) =>
    [undefined, true, false].map((is_active) => ({ publish_status, is_active })),
  )

  it.each(queries)('has the own artworks of the wanted states: %j', async (query) => {
    const { publish_status: status = query.is_active === false ? undefined : 'published' } = query
    const isPublic = status === 'published' && query.is_active !== false
    const isActive = isPublic ? true : query.is_active
    const wanted = (isPublic ? all : own).filter(
      ({ publish_status, is_active }) =>
        publish_status === (status ?? publish_status) && is_active === (isActive ?? is_active),
    )
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const parameters = given.map(([name, value]) => [name, String(value)])
    const shown = await walk({
      ...Object.fromEntries(parameters),
      ordering: '-published_at',
      limit: '3',
    })
    // Drafts have no `published_at`, so they come last.
    const isDraft = ({ publish_status }: Shown) => Number(publish_status === 'draft')
    const sorted = wanted.toSorted((a, b) => isDraft(a) - isDraft(b) || b.id - a.id)
    expect(shown.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    expect(shown.length).toBeGreaterThan(0)
  })
})
