import { describe, expect, it } from 'vitest'
import { buildMock } from '../../../scripts/mock/build-mock.ts'
import { examplePage, LIST_LENGTH } from '../../../scripts/mock/examples.ts'
import { collectionsOf } from '../../../scripts/contract/collection.ts'
import { contract, listPath, type Operation } from '../../contract/document.ts'
import { sendUnvalidated } from '../../support/send.ts'
import { ANY_KEY, useMock } from './mock-service.ts'
import { walkPages } from '../../support/walk-pages.ts'

const mock = useMock()

const lists = collectionsOf(contract).map(({ list }) => list)

/** The pages from this one on. */
function follow(
  first: string,
  link: 'next' | 'previous',
  headers: Record<string, string> = {},
): Promise<Page[]> {
  const get = async (url: string): Promise<Page> => {
    const answer = await mock.send({ url, headers: { authorization: ANY_KEY, ...headers } })
    expect(answer.status).toBe(200)
    return answer.json() as unknown as Page
  }
  return walkPages(get, first, link)
}

type Page = Record<string, unknown> & { readonly next: string | null }

const urlOf = (list: Operation, query = '') => `https://art.example/api/v1${listPath(list)}${query}`
const recordsOf = (pages: readonly Record<string, unknown>[]) =>
  pages.flatMap(({ results }) => results as Record<string, unknown>[])

it.each(lists.filter(({ id }) => id.startsWith('listSparse')))(
  '$id has the fields',
  async (list) => {
    const { results } = (await mock.send({ url: urlOf(list, '?fields=slug,title') })).json()
    for (const record of results as object[]) {
      expect(Object.keys(record).toSorted()).toEqual(['id', 'slug', 'title'])
    }
    expect(results).toHaveLength(18)
  },
)

describe.each(lists)('$id', (list) => {
  it('has 40 records, each once by next, in pages of any size', async () => {
    for (const query of ['', '?limit=1', '?limit=7', '?limit=100']) {
      const pages = await follow(urlOf(list, query), 'next')
      const records = recordsOf(pages)
      expect(records).toHaveLength(LIST_LENGTH)
      expect(pages.map(({ count }) => count)).toEqual(pages.map(() => LIST_LENGTH))
      for (const field of ['id', 'title', 'name', 'slug']) {
        if (!(field in records[0]!)) continue
        expect(new Set(records.map((record) => record[field])).size).toBe(LIST_LENGTH)
      }
      if (list.id !== 'listEvents') continue
      for (const { summary, title } of records) expect(summary).toContain(title)
    }
  })

  it('comes to the first page by previous', async () => {
    const pages = await follow(urlOf(list, '?limit=18&offset=72'), 'previous')
    expect(pages.map(({ results }) => (results as object[]).length)).toEqual([0, 0, 4, 18, 18])
  })

  it('comes to an end for a client that prefers an example all the time', async () => {
    const [example = ''] = Object.keys(
      list.responses['200']?.content?.['application/json']?.examples ?? {},
    )
    const headers = { prefer: `example=${example}` }
    expect(recordsOf(await follow(urlOf(list), 'next', headers)).length).toBeGreaterThan(0)
  })
})

describe('the links', () => {
  it('are those of the request', async () => {
    const [first] = await follow(urlOf(lists[0]!, '?limit=5&offset=5&ordering=-price'), 'previous')
    expect(first).toMatchObject({
      next: 'https://art.example/api/v1/marketplace-artworks/?limit=5&offset=10&ordering=-price',
      previous: 'https://art.example/api/v1/marketplace-artworks/?limit=5&offset=0&ordering=-price',
    })
  })

  it('are those of an IPv6 address', async () => {
    const publicUrl = 'http://[::1]:4010'
    const app = await buildMock({ public: publicUrl, media: `${publicUrl}/media` }, 'silent')
    const answer = await sendUnvalidated(app, { path: '/events/?limit=1&offset=1' })
    expect([answer.status, answer.json()['previous']]).toEqual([
      200,
      `${publicUrl}/api/v1/events/?limit=1&offset=0`,
    ])
    await app.close()
  })
})

describe('a record', () => {
  const withRecords = lists.filter((list) =>
    contract.operations.some(({ template }) => template === `${list.template}{id}/`),
  )

  it.each(withRecords)('of $id is the same at its own address', async ({ template }) => {
    const headers = { authorization: ANY_KEY }
    const list = await mock.send({ path: template, headers })
    const records = list.json()['results'] as { id: number }[]
    const [first, , third] = records as [{ id: number }, object, { id: number }]
    const shown = [
      [first.id, first],
      [third.id, third],
      [first.id + LIST_LENGTH, first],
    ] as const
    for (const [id, record] of shown) {
      expect((await mock.send({ path: `${template}${id}/`, headers })).json()).toEqual(record)
    }
  })
})

it.each(lists.filter(({ id }) => /^list(?:Sparse)?Events/.test(id)))(
  '$id has one cancelled event, the same at its own address',
  async (list) => {
    const query = list.id.startsWith('listSparse') ? '?fields=title,is_cancelled' : ''
    const records = recordsOf(await follow(urlOf(list, query), 'next'))
    const cancelled = records.filter((record) => 'is_cancelled' in record)
    expect(cancelled).toMatchObject([{ id: records[1]!['id'], is_cancelled: true }])
    const own = await mock.send({ path: `/events/${String(cancelled[0]!['id'])}/` })
    expect(own.json()).toMatchObject(cancelled[0]!)
  },
)

it('an example page without records stays so', () => {
  const example = { count: 700, next: null, previous: null, results: [] }
  const place = { listUrl: 'https://a/', limit: 18, offset: 0, given: {} }
  expect(examplePage(example, place)).toEqual({ ...example, count: 0 })
})
