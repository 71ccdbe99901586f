import { describe, expect, it } from 'vitest'
import { runWalk } from './load/run-walk.ts'
import { compareWalk } from './parts/walk.ts'
import { tinyServer } from './tiny-server.ts'

const PAGES = [[11, 12], [13], []]

/** Records with embedded ids and with texts that look like records. */
function page(at: number): string {
  const next = at + 1 < PAGES.length ? `https://elsewhere.example/list/?offset=${at + 1}&x=1` : null
  const results = (PAGES[at] ?? []).map((id) => ({
    id,
    title: '{"id":99,"title":""}',
    gallery: { id: 7, name: 'é'.repeat(40_000) },
  }))
  return JSON.stringify({ count: 3, next, previous: null, results })
}

describe('runWalk', () => {
  it('follows next to the end and returns only the ids of the records', async () => {
    const url = await tinyServer((request, response) => {
      const offset = new URLSearchParams(request.url?.split('?')[1]).get('offset')
      response.end(page(Number(offset)))
    })
    const { ids, pages, seconds } = await runWalk({ url, path: '/list/?offset=0' })
    expect([...ids]).toEqual([11, 12, 13])
    expect(pages).toBe(3)
    expect(seconds).toBeGreaterThan(0)
  })

  it('fails at a response that is no page', async () => {
    const url = await tinyServer((request, response) => {
      response.statusCode = request.url?.includes('offset=1') ? 500 : 200
      response.end(page(0))
    })
    await expect(runWalk({ url, path: '/list/' })).rejects.toThrow(
      'The walk ended after 1 pages: status 500',
    )
    const other = await tinyServer((_, response) => void response.end('<html>'))
    await expect(runWalk({ url: other, path: '/' })).rejects.toThrow('A page without "next".')
  })
})

describe('compareWalk', () => {
  const compare = (expected: number[], listed: number[]) =>
    compareWalk(Int32Array.from(expected), Int32Array.from(listed))

  it('accepts every record once, and new records', () => {
    expect(compare([1, 2, 3], [3, 1, 2, 4])).toEqual({ missing: 0, doubled: 0 })
  })

  it('counts missing and repeated records', () => {
    expect(compare([1, 2, 3], [1, 1, 3, 4, 4])).toEqual({ missing: 1, doubled: 2 })
  })
})
