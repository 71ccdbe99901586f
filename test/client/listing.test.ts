import { beforeAll, describe, expect, it } from 'vitest'
import type { ListPath } from '../../src/client/lists.ts'
import { UnexpectedAnswerError, type Client } from '../../src/client/create-client.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { readText } from '../support/repository.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

/** By the path of each, as the compiler finds them in the contract. */
const LISTS = {
  '/marketplace-artworks/': (client) => client.artworks({ limit: 2 }),
  '/events/': (client) => client.events({ limit: 2 }),
  '/venues/': (client) => client.venues({ limit: 2 }),
  '/artists/': (client) => client.artists({ limit: 2 }),
  '/galleries/': (client) => client.galleries({ limit: 2 }),
  '/tags/': (client) => client.tags({ limit: 2 }),
  '/artwork-categories/': (client) => client.artworkCategories({ limit: 2 }),
  '/event-categories/': (client) => client.eventCategories({ limit: 2 }),
} as const satisfies Record<ListPath, (client: Client) => AsyncIterable<{ id: number }>>

async function idsIn(listing: AsyncIterable<{ readonly id: number }>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of listing) ids.push(id)
  return ids
}

const paths = () => test.front.received.map(({ path }) => path.replace('/api/v1', ''))

beforeAll(async () => {
  for (let i = 0; i < 5; i += 1) {
    await makeArtwork(test.db)
    await makeEvent(test.db)
    await makeArtist(test.db)
    await makeTag(test.db)
  }
})

describe('a listing', () => {
  it('is there for every list of the contract', () => {
    const document = JSON.parse(readText('generated/v1.json')) as {
      paths: Record<string, { get?: { operationId: string } }>
    }
    const lists = Object.entries(document.paths).filter(([, { get }]) =>
      get?.operationId.startsWith('list'),
    )
    expect(Object.keys(LISTS).toSorted()).toEqual(lists.map(([path]) => path).toSorted())
  })

  it.each(Object.entries(LISTS))('of %s has every record once', async (path, list) => {
    const { data } = await test.client().api.GET(path as '/venues/', {
      params: { query: { limit: 100 } },
    })
    const all = data?.results.map(({ id }) => id) ?? []
    expect(all.length).toBe(data?.count)
    expect(all.length).toBeGreaterThan(0)
    test.front.plan()
    expect(await idsIn(list(test.client()))).toEqual(all)
    expect(test.front.received).toHaveLength(Math.ceil(all.length / 2))
    expect(paths()[0]).toBe(`${path}?limit=2`)
  })

  // The service believes to be at another host, which is what its links say.
  it('sends the key to its own address alone, with every page', async () => {
    await idsIn(test.client().venues({ limit: 2, ordering: '-id' }))
    expect(paths().slice(0, 2)).toEqual([
      '/venues/?limit=2&ordering=-id',
      '/venues/?limit=2&offset=2&ordering=-id',
    ])
    const { authorization, accept } = test.front.received.at(-1)?.headers ?? {}
    expect(authorization).toBe(`Bearer ${test.apiKey.key}`)
    expect(accept).toBe('application/json')
  })

  it('keeps a filter through all pages, whatever is in it', async () => {
    const name = 'Ærø & Söhne + 50 %?#/'
    const made = [await makeVenue(test.db, { name }), await makeVenue(test.db, { name })]
    await makeVenue(test.db, { name: 'Ærø' })
    const listing = test.client().venues({ name, limit: 1, ordering: 'id' })
    expect(await idsIn(listing)).toEqual(made.map(({ id }) => id))
    expect(test.front.received).toHaveLength(2)
  })

  it('requests nothing before it is read, and no page that is not needed', async () => {
    const listing = test.client().artworks({ limit: 2 })
    expect(test.front.received).toEqual([])
    const seen = new Set<number>()
    for await (const { id } of listing) if (seen.add(id).size === 2) break
    expect(paths()).toEqual(['/marketplace-artworks/?limit=2'])
  })

  it('is read anew each time', async () => {
    const listing = test.client().tags({ ordering: '-id', limit: 3 })
    const before = await idsIn(listing)
    const { id } = await makeTag(test.db)
    expect(await idsIn(listing)).toEqual([id, ...before])
  })

  it('begins where its query does', async () => {
    const all = await idsIn(test.client().artworks())
    expect(await idsIn(test.client().artworks({ offset: 3, limit: 1 }))).toEqual(all.slice(3))
    expect(await idsIn(test.client().artworks({ offset: 1_000 }))).toEqual([])
  })

  it('has pages with the count of all', async () => {
    const pages: [number, number][] = []
    for await (const { count, results } of test.client().artworks({ limit: 2 }).pages()) {
      pages.push([count, results.length])
    }
    expect(pages).toEqual([
      [5, 2],
      [5, 2],
      [5, 1],
    ])
  })

  it('of drafts is what the key may see', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const { id } = await makeEvent(test.db, { publish_status: 'draft', author_id: userId })
    await makeEvent(test.db, { publish_status: 'draft' })
    expect(await idsIn(test.client({ key }).events({ publish_status: 'draft' }))).toEqual([id])
  })

  it('goes on after a page that had to be asked for again', async () => {
    const all = await idsIn(test.client().artworks())
    test.front.plan('passes', 'is lost', 'passes', 'is half answered')
    expect(await idsIn(test.client().artworks({ limit: 2 }))).toEqual(all)
    expect(test.front.received).toHaveLength(5)
  })

  it('ends when something answers with the same page whatever is asked for', async () => {
    const { data: first } = await test.client().api.GET('/tags/', {
      params: { query: { limit: 2 } },
    })
    const headers = { 'content-type': 'application/json' }
    const same = { status: 200, headers, body: JSON.stringify(first) }
    test.front.plan(...Array.from({ length: 9 }, () => same))
    const seen: number[] = []
    const reading = async (): Promise<void> => {
      for await (const { id } of test.client().tags({ limit: 2 })) seen.push(id)
    }
    await expect(reading()).rejects.toThrow(UnexpectedAnswerError)
    expect(seen).toEqual(first?.results.map(({ id }) => id))
    expect(test.front.received).toHaveLength(2)
  })

  it('ends with the signal of its call', async () => {
    const controller = new AbortController()
    const listing = test.client().artworks({ limit: 2 }, { signal: controller.signal })
    const stop = new Error('Stop')
    const reading = async (): Promise<void> => {
      for await (const { id } of listing) if (id > 0) controller.abort(stop)
    }
    await expect(reading()).rejects.toBe(stop)
    expect(test.front.received).toHaveLength(1)
  })
})
