import { describe, expect, it } from 'vitest'
import { buildMock } from '../../../scripts/mock/build-mock.ts'
import { examplePage } from '../../../scripts/mock/example-page.ts'
import { operations, type Operation } from '../../contract/document.ts'
import { sendUnjudged } from '../../support/send.ts'
import { useMock } from './mock-service.ts'

const mock = useMock()

const lists = operations.filter(
  ({ method, template }) => method === 'GET' && !template.includes('{'),
)

/** The pages from this one on. */
async function follow(
  url: string,
  link: 'next' | 'previous',
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>[]> {
  const pages = []
  for (let at: string | null = url; at !== null;) {
    expect(pages.length, `too many pages from ${url}`).toBeLessThan(30)
    const { pathname, search } = new URL(at)
    const answer = await mock.send({ url: `${pathname}${search}`, headers })
    expect(answer.status).toBe(200)
    pages.push(answer.json())
    at = answer.json()[link] as string | null
  }
  return pages
}

const urlOf = ({ template }: Operation, query = '') =>
  `https://art.example/api/v1${template}${query}`
const recordsOf = (pages: readonly Record<string, unknown>[]) =>
  pages.flatMap(({ results }) => results as object[])

describe.each(lists)('$id', (list) => {
  it('comes to an end by next, with every record once', async () => {
    for (const query of ['', '?limit=1', '?limit=100']) {
      const pages = await follow(urlOf(list, query), 'next')
      const records = recordsOf(pages)
      expect(records.length).toBeGreaterThan(0)
      expect(pages.map(({ count }) => count)).toEqual(pages.map(() => records.length))
      expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length)
    }
  })

  it('comes to the first page by previous', async () => {
    const pages = await follow(urlOf(list, '?limit=18&offset=100'), 'previous')
    expect(recordsOf(pages.slice(0, -1))).toEqual([])
    expect(recordsOf(pages.slice(-1)).length).toBeGreaterThan(0)
  })

  it('comes to an end for a client that prefers an example all the time', async () => {
    const headers = { prefer: 'example=FirstPage' }
    expect(recordsOf(await follow(urlOf(list), 'next', headers)).length).toBeGreaterThan(0)
  })
})

describe('the links', () => {
  it('are those of the request', async () => {
    const [first] = await follow(urlOf(lists[0]!, '?limit=5&offset=5&ordering=-price'), 'previous')
    expect(first).toMatchObject({
      next: null,
      previous: 'https://art.example/api/v1/marketplace-artworks/?limit=5&offset=0&ordering=-price',
    })
  })

  it('are those of an IPv6 address', async () => {
    const publicUrl = 'http://[::1]:4010'
    const app = await buildMock({ public: publicUrl, media: `${publicUrl}/media` }, 'silent')
    const answer = await sendUnjudged(app, { path: '/events/?limit=1&offset=1' })
    expect([answer.status, answer.json()['previous']]).toEqual([
      200,
      `${publicUrl}/api/v1/events/?limit=1&offset=0`,
    ])
    await app.close()
  })
})

describe('an example page', () => {
  const example = {
    count: 700,
    next: null,
    previous: null,
    results: [{ id: 3 }, { id: 2 }, { id: 1 }],
  }
  const at = (limit: number, offset: number) =>
    examplePage(example, { listUrl: 'https://a/', limit, offset, given: {} })

  it.each([
    [2, 0, [3, 2], 'https://a/?limit=2&offset=2', null],
    [2, 2, [1], null, 'https://a/?limit=2&offset=0'],
    [2, 4, [], null, 'https://a/?limit=2&offset=2'],
    [100, 0, [3, 2, 1], null, null],
  ])('limit %i, offset %i', (limit, offset, ids, next, previous) => {
    expect(at(limit, offset)).toEqual({
      count: 3,
      next,
      previous,
      results: ids.map((id) => ({ id })),
    })
  })
})
