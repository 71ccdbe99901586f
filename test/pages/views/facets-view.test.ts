import { expect, it } from 'vitest'
import { renderView } from '../render-view.ts'
import { textOf } from '../html.ts'

const value = (label: string, name: string, sent: string) => ({
  label,
  count: 2,
  parameters: [{ name, value: sent }],
  url: `https://art.example/api/v1/events/?${name}=${sent}`,
})
const none = { values: [], has_more: false }
const facet = (...values: ReturnType<typeof value>[]) => ({ values, has_more: false })
const body = {
  as_of: '2024-03-01T10:00:00Z',
  count: 2,
  facets: {
    category: facet(value('Art Fairs', 'category', '2')),
    venue: facet(value('Kunsthalle, Basel', 'venue', '4')),
    country: facet(value('DK', 'country', 'DK')),
    city: none,
    when: facet(value('current', 'when', 'current'), value('upcoming', 'when', 'upcoming')),
    month: facet(value('2024-03', 'starts_after', '2024-03-01T00:00:00Z')),
    is_featured: facet(value('false', 'is_featured', 'false')),
    is_online_only: none,
  },
}

it('values of facets are in the words of readers', () => {
  const html = renderView('retrieveEventFacets', body, '/events/facets/')
  const texts = [
    ...html.slice(html.indexOf('class="facets"')).matchAll(/<li><a [^>]*>(.*?)<\/a>/gs),
  ].map(([, text]) => textOf(text ?? ''))
  expect(texts).toEqual([
    'Art Fairs',
    'Kunsthalle, Basel',
    'Denmark',
    'on now',
    'coming',
    'March 2024',
    'no',
  ])
})

it('prices have separators of thousands', () => {
  const facets = { ...body.facets, price: facet(value('1000 to 2499.99', 'price_min', '1000')) }
  const html = renderView('retrieveMarketplaceArtworkFacets', { ...body, facets }, '/x/facets/')
  expect(textOf(html)).toContain('1,000 to 2,499.99')
})

it('the counts say which filters they are of', () => {
  const path = '/events/facets/?country=DK&when=upcoming&at=2024-03-01T10:00:00Z'
  const html = renderView('retrieveEventFacets', body, path)
  expect(textOf(html)).toContain('2 events, country “Denmark”, coming')
  const title = 'Counts of events'
  expect(html).toContain(`<title>${title}, country “Denmark”, coming – Art Marketplace</title>`)
  expect(html).toContain(`<h1>${title}</h1>`)
  expect(html).toContain(`<li aria-current="page"><bdi>${title}</bdi></li>`)
})

it.each([14, 17, 20])(
  'counts of all facets, each with %d values and several filters, stay below 100 KB',
  (values) => {
    const filters = 'available_for_sale=available&color=%23b03a2e&price_max=30000&width_min=5'
    const most = Array.from({ length: values }, (_, at) =>
      value('A medium', 'medium', `${filters}&q=${at}`),
    )
    const facets = Object.fromEntries(
      Array.from({ length: 14 }, (_, at) => [`facet_${at}`, facet(...most)]),
    )
    const path = `/marketplace-artworks/facets/?${filters}`
    const html = renderView('retrieveMarketplaceArtworkFacets', { ...body, facets }, path)
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  },
)
