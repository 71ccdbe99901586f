import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { OPERATIONS } from '../../generated/operations.ts'
import {
  UnexpectedResponseError,
  type Artwork,
  type Operations,
  type Page,
} from '../../src/client/create-client.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { listPath, NAMED_LISTS, PARENT_ID } from '../contract/document.ts'
import { makeParents } from '../support/make-parents.ts'
import { makeWebhook } from '../support/make-webhook.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeNamed } from '../support/make-named.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

const LISTS = Object.entries(OPERATIONS).filter(([id]) => id.startsWith('list'))
type ListId = Extract<keyof Operations, `list${string}`>

async function idsIn(listing: AsyncIterable<{ readonly id: number }>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of listing) ids.push(id)
  return ids
}

/** A page as the service sends it. */
async function pageAt(path: string, query: string): Promise<Page<{ readonly id: number }>> {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${test.apiKey.key}` }
  const response = await fetch(`${test.baseUrl}${path}?${query}`, { headers })
  return (await response.json()) as Page<{ readonly id: number }>
}

const paths = () => test.proxy.received.map(({ url }) => url.replace('/api/v1', ''))

beforeAll(async () => {
  const ofArtworks = await makeParents(test.db, 'artworks')
  const ofEvents = await makeParents(test.db, 'events')
  for (let i = 0; i < 5; i += 1) {
    await makeWebhook(test.db, { owner_id: test.apiKey.userId })
    await makeArtwork(test.db, ofArtworks)
    await makeEvent(test.db, ofEvents)
    for (const { table } of NAMED_LISTS) await makeNamed(test.db, table)
  }
})

describe('a listing', () => {
  it.each(LISTS)('%s has every record once', async (id, { path: template }) => {
    const path = listPath({ template })
    const { count, results } = await pageAt(path, 'limit=100')
    const all = results.map((record) => record.id)
    expect(all.length).toBe(count)
    expect(all.length, 'Make one in beforeAll.').toBeGreaterThan(0)
    test.proxy.inject()
    const list = test.client()[id as ListId] as (
      ...given: unknown[]
    ) => AsyncIterable<{ id: number }>
    const target = path === template ? [] : [PARENT_ID]
    expect(await idsIn(list(...target, { limit: 2 }))).toEqual(all)
    // Each page has one record of the page before it.
    expect(test.proxy.received).toHaveLength(Math.max(1, all.length - 1))
    expect(paths()[0]).toBe(`${path}?limit=2`)
  })

  it('of a sparse list has records with the named fields', async () => {
    test.proxy.inject()
    const list = test.client().listSparseMarketplaceArtworks
    for await (const artwork of list({ fields: ['title', 'price'], limit: 4 })) {
      expect(Object.keys(artwork)).toEqual(['id', 'title', 'price'])
      expectTypeOf(artwork).toEqualTypeOf<Pick<Artwork, 'id' | 'title' | 'price'>>()
    }
    expect(paths()[0]).toBe('/marketplace-artworks/sparse/?fields=title%2Cprice&limit=4')
    const fields: ('slug' | 'title')[] = ['slug']
    for await (const artwork of list({ fields })) {
      expectTypeOf(artwork.title).toEqualTypeOf<string | undefined>()
    }
  })

  // The links of the service have its public URL, which is another host.
  it('sends the key to its own address alone, with every page', async () => {
    await idsIn(test.client().listVenues({ limit: 2, ordering: '-id' }))
    expect(paths().slice(0, 2)).toEqual([
      '/venues/?limit=2&ordering=-id',
      '/venues/?limit=2&ordering=-id&offset=1',
    ])
    const { authorization, accept } = test.proxy.received.at(-1)?.headers ?? {}
    expect(authorization).toBe(`Bearer ${test.apiKey.key}`)
    expect(accept).toBe('application/json')
  })

  it('keeps a filter with special characters on all pages', async () => {
    const name = 'Ærø & Söhne + 50 %?#/'
    const made = [await makeVenue(test.db, { name }), await makeVenue(test.db, { name })]
    await makeVenue(test.db, { name: 'Ærø' })
    const listing = test.client().listVenues({ name, limit: 1, ordering: 'id' })
    expect(await idsIn(listing)).toEqual(made.map(({ id }) => id))
    expect(test.proxy.received).toHaveLength(2)
  })

  it('requests a page only when it is needed', async () => {
    const listing = test.client().listMarketplaceArtworks({ limit: 2 })
    expect(test.proxy.received).toEqual([])
    const seen = new Set<number>()
    for await (const { id } of listing) if (seen.add(id).size === 2) break
    expect(paths()).toEqual(['/marketplace-artworks/?limit=2'])
  })

  it('is requested again by each iteration', async () => {
    const listing = test.client().listTags({ ordering: '-id', limit: 3 })
    const before = await idsIn(listing)
    const { id } = await makeTag(test.db)
    expect(new Set(await idsIn(listing))).toEqual(new Set([id, ...before]))
  })

  it('begins at the offset of its query', async () => {
    const all = await idsIn(test.client().listMarketplaceArtworks())
    expect(await idsIn(test.client().listMarketplaceArtworks({ offset: 3, limit: 1 }))).toEqual(
      all.slice(3),
    )
    expect(await idsIn(test.client().listMarketplaceArtworks({ offset: 1_000 }))).toEqual([])
  })

  it('has pages with the total count', async () => {
    const pages: [number, number][] = []
    for await (const { count, results } of test
      .client()
      .listMarketplaceArtworks({ limit: 2 })
      .pages()) {
      pages.push([count, results.length])
    }
    expect(pages).toEqual([
      [5, 2],
      [5, 2],
      [5, 1],
    ])
  })

  it('of drafts has only those of the key', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const { id } = await makeEvent(test.db, { publish_status: 'draft', author_id: userId })
    await makeEvent(test.db, { publish_status: 'draft' })
    expect(await idsIn(test.client({ key }).listEvents({ publish_status: 'draft' }))).toEqual([id])
  })

  it('continues after a retried page', async () => {
    const all = await idsIn(test.client().listMarketplaceArtworks())
    test.proxy.inject('pass', 'reset before the service', 'pass', 'half a response')
    expect(await idsIn(test.client().listMarketplaceArtworks({ limit: 2 }))).toEqual(all)
    expect(test.proxy.received).toHaveLength(6)
  })

  it('has every record that stays, each once, while others are added and removed', async () => {
    const name = 'churn'
    const make = async () => (await makeVenue(test.db, { name })).id
    const stay: number[] = []
    const others: number[] = []
    for (let i = 0; i < 40; i += 1) (i % 2 === 0 ? others : stay).push(await make())
    const read: number[] = []
    for await (const { id } of test.client().listVenues({ name, limit: 5, ordering: '-id' })) {
      read.push(id)
      // The records behind them move forward, or back.
      if (read.length % 3 === 0) {
        const gone = others.splice(-2)
        await test.db.deleteFrom('venues').where('id', 'in', gone).execute()
      }
      if (read.length % 4 === 0 && read.length < 20) await make()
    }
    expect(new Set(read).size).toBe(read.length)
    expect(stay.filter((id) => !read.includes(id))).toEqual([])
  })

  it('ends when every response is the same page', async () => {
    const first = await pageAt('/tags/', 'limit=2')
    const headers = { 'content-type': 'application/json' }
    const same = { status: 200, headers, body: JSON.stringify(first) }
    test.proxy.inject(...Array.from({ length: 9 }, () => same))
    const seen: number[] = []
    const reading = async (): Promise<void> => {
      for await (const { id } of test.client().listTags({ limit: 2 })) seen.push(id)
    }
    await expect(reading()).rejects.toThrow(UnexpectedResponseError)
    expect(seen).toEqual(first.results.map(({ id }) => id))
    expect(test.proxy.received).toHaveLength(2)
  })

  it('ends with the signal of its call', async () => {
    const controller = new AbortController()
    const listing = test
      .client()
      .listMarketplaceArtworks({ limit: 2 }, { signal: controller.signal })
    const stop = new Error('Stop')
    const reading = async (): Promise<void> => {
      for await (const { id } of listing) if (id > 0) controller.abort(stop)
    }
    await expect(reading()).rejects.toBe(stop)
    expect(test.proxy.received).toHaveLength(1)
  })
})
