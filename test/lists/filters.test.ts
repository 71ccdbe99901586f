import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  LISTS,
  NESTED_LISTS,
  type FilterValues,
  type List,
  type NestedList,
} from '../../src/lists/list.ts'
import { operations } from '../../src/operations.ts'
import { lists } from '../contract/document.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { send } from '../support/send.ts'

// A list takes the filters that its declaration names, whatever reads it. Here the operations are given two of them, which
// need not be query parameters of the contract.

interface Page {
  readonly count: number
  readonly next: string | null
  readonly results: readonly { readonly id: number }[]
}

const test = useDatabase()
const IDS = [1, 2, 3]
/** The artists and the gallery of each artwork. */
const made: { id: number; artists: number[]; gallery: number; state: string }[] = []
let app: FastifyInstance
let authorization: string
let filters: FilterValues = {}

beforeAll(async () => {
  for (const id of IDS) {
    await makeArtist(test.db, { id })
    await makeGallery(test.db, { id })
  }
  for (let no = 0; no < 36; no += 1) {
    const artists = IDS.slice(0, 2).filter((id) => no % (id + 1) !== 0)
    const gallery = 1 + (no % 2)
    const state = no % 3 === 0 ? 'draft' : 'published'
    const { id } = await makeArtwork(test.db, {
      artists,
      gallery_id: gallery,
      publish_status: state,
    })
    made.push({ id, artists, gallery, state })
  }
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
  app = await testApp(test, { operations: withFilters() })
})

afterAll(() => app?.close())

function withFilters(): typeof operations {
  const { listMarketplaceArtworks, listArtworksOfArtist, listArtworksOfGallery } = operations
  const filtered = <Input extends { query: object }>(input: Input): Input => ({
    ...input,
    query: { ...input.query, ...filters },
  })
  return {
    ...operations,
    listMarketplaceArtworks: (input, context) => listMarketplaceArtworks(filtered(input), context),
    listArtworksOfArtist: (input, context) => listArtworksOfArtist(filtered(input), context),
    listArtworksOfGallery: (input, context) => listArtworksOfGallery(filtered(input), context),
  }
}

async function pageOf(path: string, given: FilterValues): Promise<Page> {
  filters = given
  const response = await send(app, { path, headers: { authorization } })
  expect(response.status, response.text).toBe(200)
  return response.json() as unknown as Page
}

function idsOf(state: string, artist?: number, gallery?: number): number[] {
  return made
    .filter((each) => each.state === state)
    .filter((each) => artist === undefined || each.artists.includes(artist))
    .filter((each) => gallery === undefined || each.gallery === gallery)
    .map(({ id }) => id)
}

async function expectPage(path: string, given: FilterValues, ids: readonly number[]) {
  const { count, results } = await pageOf(`${path}limit=100&ordering=created_at`, given)
  expect(results.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids)
  expect(count).toBe(ids.length)
  const some = await pageOf(`${path}limit=2&offset=1&ordering=-title`, given)
  expect(some.count).toBe(ids.length)
  expect(some.results).toHaveLength(Math.min(2, Math.max(0, ids.length - 1)))
}

describe.each(IDS)('the filters artist and gallery, %i', (artist) => {
  it.each(IDS)('and %i, each alone and both together', async (gallery) => {
    const both = idsOf('published', artist, gallery)
    await expectPage('/marketplace-artworks/?', { artist }, idsOf('published', artist))
    await expectPage('/marketplace-artworks/?', { gallery }, idsOf('published', undefined, gallery))
    await expectPage('/marketplace-artworks/?', { artist, gallery }, both)
    await expectPage(`/artists/${artist}/marketplace-artworks/?`, { gallery }, both)
    await expectPage(`/galleries/${gallery}/marketplace-artworks/?`, { artist }, both)
    const drafts = idsOf('draft', artist, gallery)
    await expectPage('/marketplace-artworks/?publish_status=draft&', { artist, gallery }, drafts)
  })
})

it.each(Object.entries(NESTED_LISTS))('%s names a filter of its list', (_name, nested) => {
  expect(Object.keys((LISTS[nested.of] as List).filters ?? {})).toContain(nested.filter)
})

/** The query parameters of lists that are not filters: the page, and the states of own records (`requestedRecords`). */
const OTHERS = /^(limit|offset|ordering|format|publish_status|is_active|external_id|name)$/

it.each(lists)('each query parameter of $id has a filter', ({ template, parameters }) => {
  const nested: NestedList | undefined = Object.values(NESTED_LISTS).find(
    ({ path }) => path === template,
  )
  const list = Object.values<List>(LISTS).find(({ path }) => path === template)
  const { filters: declared = {} } =
    nested === undefined ? (list ?? {}) : (LISTS[nested.of] as List)
  const named = parameters.filter((each) => each.in === 'query' && !OTHERS.test(each.name))
  const missing = named.map(({ name }) => name).filter((name) => !(name in declared))
  expect(missing, 'Add it to the filters of the list in src/lists/list.ts').toEqual([])
})
