import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMIT, itemOf, listPath, lists, resolve } from '../contract/document.ts'
import { amount } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { sendUnvalidated } from '../support/send.ts'
import { walkPages } from '../support/walk-pages.ts'
import {
  makeArtworkCatalogue,
  makeEventCatalogue,
  makeNamedCatalogue,
  NAMED_RECORDS,
  PUBLIC_ARTWORKS,
  PUBLIC_EVENTS,
} from './catalogue.ts'

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

const COUNTS: Readonly<Record<string, number>> = { Artwork: PUBLIC_ARTWORKS, Event: PUBLIC_EVENTS }
const LIMITS = [amount({ commit: 9, nightly: 4 }), 100]

const ordered = lists
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'ordering'))
  .map((operation) => {
    const { schema = {} } = operation.parameters.find(({ name }) => name === 'ordering') ?? {}
    const { enum: orderings, 'x-default': usual } = resolve(schema)
    return {
      id: operation.id,
      path: listPath(operation),
      count: COUNTS[itemOf(operation)] ?? NAMED_RECORDS,
      orderings: orderings as string[],
      usual: String(usual),
    }
  })

const firstPage = (path: string, ordering: string, limit: number): string =>
  `/api/v1${path}?limit=${limit}&ordering=${ordering}`

/** All pages from a first one on, in the order of the walk. */
const walk = (first: string, by: 'next' | 'previous'): Promise<Page[]> =>
  walkPages(
    async (url) => (await sendUnvalidated(test.app, { url })).json() as unknown as Page,
    first,
    by,
  )

const idsOf = (pages: readonly Page[]): number[] =>
  pages.flatMap(({ results }) => results.map(({ id }) => id))

describe.each(ordered)('$id', ({ path, count, orderings, usual }) => {
  it('has orderings in both directions', () => {
    const ascending = orderings.filter((ordering) => !ordering.startsWith('-'))
    const both = ascending.flatMap((key) => [key, `-${key}`])
    const keys = orderings.filter((ordering) => ordering !== '-relevance')
    expect(keys.toSorted()).toEqual(both.toSorted())
    expect(orderings.length).toBeGreaterThan(0)
  })

  const expectWholeWalk = async (ordering: string, limit: number): Promise<number[]> => {
    const first = firstPage(path, ordering, limit)
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
    const { results: given } = await test.get(`${path}?limit=100&ordering=${usual}`)
    const { results: left } = await test.get(`${path}?limit=100`)
    expect(left).toEqual(given)
  })

  it('has pages of the default size of the contract', async () => {
    const { results } = await test.get(path)
    expect(results).toHaveLength(DEFAULT_LIMIT)
  })
})

/** Full pages, and a last one with the rest. */
function sizes(count: number, limit: number): number[] {
  const pages = Math.ceil(count / limit)
  return Array.from({ length: pages }, (_, page) => Math.min(limit, count - page * limit))
}
