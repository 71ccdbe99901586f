import { describe, expect, it } from 'vitest'
import { textOf } from '../html.ts'
import { renderView } from '../render-view.ts'

const AT = '2026-05-07T09:30:00.123456Z'

const LISTS = [
  ['retrieveEventChanges', '/events/'],
  ['retrieveMarketplaceArtworkChanges', '/marketplace-artworks/'],
] as const

const page = (body: object): string => renderView('retrieveEventChanges', body, '/events/changes/')

describe('the view of the changes of a list', () => {
  it.each(LISTS)('links to the records that are still in it: %s', (operation, list) => {
    const body = {
      results: [
        { id: 7, op: 'upsert', changed_at: AT, record: null },
        { id: 8, op: 'delete', changed_at: AT, record: null },
      ],
      next_cursor: 'bmV4dA',
      has_more: true,
      summary: null,
    }
    const html = renderView(operation, body, `${list}changes/?limit=2&cursor=YQ`)
    expect(textOf(html)).toContain('7new or changed7 May 2026, 09:30 UTC8deleted7 May 2026')
    expect(html).toContain(`href="/api/v1${list}7/"`)
    expect(html).not.toContain(`href="/api/v1${list}8/"`)
    expect(html).toContain(`href="/api/v1${list}changes/?cursor=bmV4dA&amp;limit=2"`)
    expect(textOf(html)).not.toContain('no further changes')
  })

  it('says that there are none, and how many records the list has', () => {
    const summary = { count: 1_200, digest: '0'.repeat(64) }
    const text = textOf(page({ results: [], next_cursor: 'YQ', has_more: false, summary }))
    expect(text).toContain('There are no further changes. The list has 1,200 records.')
  })

  it('has less than 100 KB with as many changes as a response has at most', () => {
    const results = Array.from({ length: 500 }, (_, at) => {
      return { id: 2_147_483_000 + at, op: 'upsert', changed_at: AT, record: null }
    })
    const html = page({ results, next_cursor: 'Y'.repeat(512), has_more: true, summary: null })
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    expect(textOf(html)).toContain('And 200 more in the JSON.')
  })
})
