import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { walkPages } from '../support/walk-pages.ts'

// Only published, active artworks are public.

const test = useService()
const STATES = ['draft', 'published', 'archived'] as const

describe('the list of a member', () => {
  interface Shown {
    readonly id: number
    readonly publish_status: string
    readonly is_active: boolean
  }
  interface Page {
    readonly count: number
    readonly next: string | null
    readonly results: readonly Shown[]
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
    const pages = await walkPages(
      async (url) => (await test.send({ url, headers })).json() as unknown as Page,
      `/api/v1/marketplace-artworks/?${new URLSearchParams(query)}`,
    )
    const shown = pages.flatMap(({ results }) => results)
    expect(pages[0]?.count).toBe(shown.length)
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
