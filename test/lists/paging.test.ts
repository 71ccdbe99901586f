import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMIT, operations, resolve } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { sendUnvalidated, type Answer } from '../support/send.ts'
import {
  makeArtworkCatalogue,
  makeEventCatalogue,
  makeNamedCatalogue,
  NAMED_RECORDS,
  PUBLIC_ARTWORKS,
  PUBLIC_EVENTS,
} from './catalogue.ts'
import { NAMED_LISTS } from './named-lists.ts'

// Following `next` shows every record once, for every ordering of the contract and any page size.

const test = useService()

beforeAll(async () => {
  await makeArtworkCatalogue(test.db)
  await makeEventCatalogue(test.db)
  await makeNamedCatalogue(test.db)
})

interface Page {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly { readonly id: number }[]
}

const COUNTS: Readonly<Record<string, number>> = {
  listMarketplaceArtworks: PUBLIC_ARTWORKS,
  listEvents: PUBLIC_EVENTS,
  ...Object.fromEntries(NAMED_LISTS.map(({ id }) => [id, NAMED_RECORDS])),
}
const LIMITS = [4, 100]

const lists = operations
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'ordering'))
  .map(({ id, template, parameters }) => {
    const ordering = parameters.find(({ name }) => name === 'ordering')
    return { id, template, orderings: resolve(ordering?.schema ?? {}).enum as string[] }
  })

const firstPage = (template: string, ordering: string, limit: number): string =>
  `/api/v1${template}?limit=${limit}&ordering=${ordering}`

/** All pages from a first one on, in the order of the walk. */
async function walk(url: string, by: 'next' | 'previous'): Promise<Page[]> {
  const pages: Page[] = []
  for (let at: string | null = url; at !== null;) {
    const response: Answer = await sendUnvalidated(test.app, { url: at })
    const page = response.json() as unknown as Page
    pages.push(page)
    at = page[by]?.replace('https://art.example', '') ?? null
    if (pages.length > 200) throw new Error('The walk has no end')
  }
  return pages
}

const idsOf = (pages: readonly Page[]): number[] =>
  pages.flatMap(({ results }) => results.map(({ id }) => id))

describe.each(lists)('$id', ({ id, template, orderings }) => {
  const count = COUNTS[id] ?? Number.NaN

  it('has orderings in both directions', () => {
    const ascending = orderings.filter((ordering) => !ordering.startsWith('-'))
    expect(orderings.toSorted()).toEqual(ascending.flatMap((key) => [key, `-${key}`]).toSorted())
    expect(orderings.length).toBeGreaterThan(0)
  })

  const expectWholeWalk = async (ordering: string, limit: number): Promise<number[]> => {
    const first = firstPage(template, ordering, limit)
    const pages = await walk(first, 'next')
    expect(new Set(idsOf(pages)).size).toBe(count)
    expect(pages.map((page) => page.count)).toEqual(pages.map(() => count))
    expect(pages.map(({ results }) => results.length)).toEqual(sizes(count, limit))
    const back = await walk(`${first}&offset=${(pages.length - 1) * limit}`, 'previous')
    expect(back.toReversed().map(({ results }) => results)).toEqual(
      pages.map(({ results }) => results),
    )
    return idsOf(pages)
  }

  it.each(orderings)(
    'ordered by %s shows each record once in pages of any size, and walks back the same',
    async (ordering) => {
      // Concurrently, because there are thousands of requests.
      const [ids, ...others] = await Promise.all(
        LIMITS.map((limit) => expectWholeWalk(ordering, limit)),
      )
      for (const other of others) expect(other).toEqual(ids)
    },
  )

  it('has the default ordering of the contract', async () => {
    const known = operations.find((operation) => operation.id === id)?.parameters ?? []
    const schema = resolve(known.find(({ name }) => name === 'ordering')?.schema ?? {})
    const { results: given } = await test.get(
      `${template}?limit=100&ordering=${String(schema['x-default'])}`,
    )
    const { results: left } = await test.get(`${template}?limit=100`)
    expect(left).toEqual(given)
  })

  it('has pages of the default size of the contract', async () => {
    const { results } = await test.get(template)
    expect(results).toHaveLength(DEFAULT_LIMIT)
  })
})

/** Full pages, and a last one with the rest. */
function sizes(count: number, limit: number): number[] {
  const pages = Math.ceil(count / limit)
  return Array.from({ length: pages }, (_, page) => Math.min(limit, count - page * limit))
}
