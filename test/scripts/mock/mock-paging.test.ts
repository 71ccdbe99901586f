import { describe, expect, it } from 'vitest'
import { buildMock } from '../../../scripts/mock/build-mock.ts'
import { examplePage, exampleRecord, LIST_LENGTH } from '../../../scripts/mock/examples.ts'
import { collectionsOf } from '../../../scripts/contract/collection.ts'
import { contract, listPath, type Operation } from '../../contract/document.ts'
import { sendUnvalidated } from '../../support/send.ts'
import { ANY_KEY, useMock } from './mock-service.ts'

const mock = useMock()

const lists = collectionsOf(contract).map(({ list }) => list)

/** The pages from this one on. */
async function follow(
  url: string,
  link: 'next' | 'previous',
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>[]> {
  const pages = []
  for (let at: string | null = url; at !== null;) {
    expect(pages.length, `too many pages from ${url}`).toBeLessThanOrEqual(LIST_LENGTH)
    const { pathname, search } = new URL(at)
    const answer = await mock.send({
      url: `${pathname}${search}`,
      headers: { authorization: ANY_KEY, ...headers },
    })
    expect(answer.status).toBe(200)
    pages.push(answer.json())
    at = answer.json()[link] as string | null
  }
  return pages
}

const urlOf = (list: Operation, query = '') => `https://art.example/api/v1${listPath(list)}${query}`
const recordsOf = (pages: readonly Record<string, unknown>[]) =>
  pages.flatMap(({ results }) => results as Record<string, unknown>[])

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
    for (const record of [records[0]!, records[2]!]) {
      const path = `${template}${record.id}/`
      expect((await mock.send({ path, headers })).json()).toEqual(record)
    }
  })
})

describe('an example page', () => {
  const results = [
    { id: 7, title: 'Dusk', slug: 'dusk', summary: 'Dusk is a show.' },
    { id: 3, name: 'Ann', slug: null },
  ]
  const example = { count: 700, next: null, previous: null, results }
  const at = (limit: number, offset: number, shown: object[] = results) =>
    examplePage({ ...example, results: shown }, { listUrl: 'https://a/', limit, offset, given: {} })

  it.each([
    [1, 0, 'https://a/?limit=1&offset=1', null],
    [20, 20, null, 'https://a/?limit=20&offset=0'],
    [18, 36, null, 'https://a/?limit=18&offset=18'],
    [100, 0, null, null],
    [2, 44, null, 'https://a/?limit=2&offset=42'],
  ])('limit %i, offset %i', (limit, offset, next, previous) => {
    const { results: part, ...envelope } = at(limit, offset)
    expect(envelope).toEqual({ count: 40, next, previous })
    expect(part).toEqual(at(100, 0).results.slice(offset, offset + limit))
  })

  it('begins with the records of the example, the last of which is varied', () => {
    expect(at(4, 0).results).toEqual([
      ...results,
      { id: 4, name: 'Ann 2', slug: null },
      { id: 5, name: 'Ann 3', slug: null },
    ])
    expect(at(1, 1, results.slice(0, 1)).results).toEqual([
      { id: 8, title: 'Dusk 2', slug: 'dusk-2', summary: 'Dusk 2 is a show.' },
    ])
  })

  it('without records stays so', () => {
    expect(at(18, 0, [])).toEqual({ count: 0, next: null, previous: null, results: [] })
  })

  it.each([
    [6, 7],
    [7, 7],
    [46, 46],
    [47, 7],
  ])('has the record %i as %i', (asked, id) => {
    expect(exampleRecord(results[0]!, asked)).toMatchObject({ id })
  })
})
