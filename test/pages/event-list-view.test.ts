import { expect, it } from 'vitest'
import { document, resolve } from '../contract/document.ts'
import { placeholderUrl } from '../../src/json-sql/picture-url.ts'
import { tagsOf, textOf } from './html.ts'
import { PUBLIC, renderView } from './render-view.ts'
import { useFullResponses } from './full-responses.ts'

const responses = useFullResponses()

/** The headings of a list of events with these times. */
function headings(
  query: string,
  times: readonly (readonly [start: string, end: string, change?: string])[],
  geolocations: readonly string[] = [],
): string[] {
  const html = viewOf(query, times, geolocations)
  return (html.match(/<h[23]>.*?<\/h[23]>/g) ?? []).map(textOf)
}

function viewOf(
  query: string,
  times: readonly (readonly [start: string, end: string, change?: string])[],
  geolocations: readonly string[],
  others: object = {},
): string {
  const body = responses.find(({ id }) => id === 'retrieveEvent')?.body
  const results = times.map(([start, end, change = start], id) => ({
    ...body,
    id,
    title: `Event ${id}`,
    geolocation: '',
    venue: { ...(body?.['venue'] as object), geolocation: geolocations[id] ?? '' },
    start_time: `${start}T00:00:00Z`,
    end_time: `${end}T23:59:59.999999Z`,
    updated_at: `${change}T08:00:00Z`,
    ...others,
  }))
  const page = { count: times.length, next: null, previous: null, results }
  return renderView('listEvents', page, `/events/${query}`)
}

function pageOf(count: number) {
  const event = responses.find(({ id }) => id === 'retrieveEvent')?.body
  return { count, next: null, previous: null, results: [event] }
}

it.each(['a picture', 'no picture'])(
  'a page of 100 events with %s stays far below 100 KB',
  (kind) => {
    const times = Array.from({ length: 100 }, () => ['2024-12-31', '2025-03-01'] as const)
    const picture = 'https://media.example/partners/kunsthal-nord/northern-light/medium.webp'
    const placeholder = placeholderUrl({ public: PUBLIC })
    const address = kind === 'a picture' ? picture : placeholder
    const html = viewOf('?limit=100', times, [], {
      featured_image: {
        alt_text: 'Visitors before a wall of pictures',
        image: { crop_medium_webp: address, full_size: address },
      },
    })
    expect(html.includes('No picture yet')).toBe(kind !== 'a picture')
    expect(html.includes('property="og:image"')).toBe(kind === 'a picture')
    expect(Buffer.byteLength(html)).toBeLessThan(85_000)
  },
)

it('groups events by the month of their start, in the order of the response', () => {
  const times = [
    ['2024-12-31', '2025-03-01'],
    ['2024-12-01', '2024-12-02'],
    ['2024-11-30', '2025-01-01'],
    ['2023-11-30', '2023-12-01'],
  ] as const
  expect(headings('', times)).toEqual([
    'December 2024',
    'Event 0',
    'Event 1',
    'November 2024',
    'Event 2',
    'November 2023',
    'Event 3',
  ])
})

it.each([
  ['end_time', 'Until December 2024', 'Until January 2025'],
  ['updated_at', 'Changed in May 2023', 'Changed in June 2023'],
])('groups events by the month of their %s when they are ordered by it', (key, first, second) => {
  const times = [
    ['2024-12-01', '2024-12-31', '2023-05-31'],
    ['2024-12-31', '2025-01-01', '2023-06-01'],
  ] as const
  for (const ordering of [key, `-${key}`]) {
    const wanted = [first, 'Event 0', second, 'Event 1']
    expect(headings(`?ordering=${ordering}`, times)).toEqual(wanted)
  }
})

it('groups events by the month at their venue, each month once', () => {
  const times = [
    ['2024-11-01', '2024-11-02'],
    ['2024-11-01', '2024-11-02'],
    ['2024-11-01', '2024-11-02'],
  ] as const
  const [newYork, tokyo] = ['40.71,-74', '35.68,139.76']
  expect(headings('', times, [newYork, tokyo, newYork])).toEqual([
    'October 2024',
    'Event 0',
    'Event 2',
    'November 2024',
    'Event 1',
  ])
})

const isTime = (key: string): boolean =>
  resolve(document.components.schemas['Event']?.properties?.[key] ?? {}).format === 'date-time'

const orderings = (document.components.schemas['EventOrdering']?.enum ?? [])
  .map(String)
  .filter((ordering) => !isTime(ordering.replace('-', '')))
  .map((ordering) => `?q=a&ordering=${ordering}`)

it.each(['?ids=2,0,1', ...orderings])('keeps the order of %s, which is of no time', (query) => {
  const times = [
    ['2024-11-01', '2024-11-02'],
    ['2024-12-01', '2024-12-02'],
    ['2024-11-01', '2024-11-02'],
  ] as const
  const [heading, ...events] = headings(query, times)
  expect(heading).not.toContain('2024')
  expect(events).toEqual(['Event 0', 'Event 1', 'Event 2'])
})

it('links the list as a calendar, with its order and its filters', () => {
  const html = viewOf(
    '?limit=5&offset=5&ordering=start_time&ids=3,2&when=upcoming&at=2024-03-14T09:00:00Z',
    [['2024-11-01', '2024-11-02']],
    [],
  )
  const address =
    '/api/v1/events/?format=ics&amp;ids=3%2C2&amp;ordering=start_time&amp;when=upcoming'
  expect(html).toContain(`<a href="webcal://art.example${address}">`)
  expect(html).toContain(`<a href="${address}">`)
})

it('links an empty list as a calendar, too, which gets the events that come later', () => {
  const html = viewOf('?country=DK', [], [])
  expect(html).toContain('<a href="/api/v1/events/?country=DK&amp;format=ics">')
})

it.each([
  ['', 101, true],
  ['?country=DK', 101, true],
  ['', 100, false],
  ['?when=upcoming', 101, false],
])('says of the list %s of %i events that a calendar has 100: %s', (query, count, isSaid) => {
  const text = textOf(renderView('listEvents', pageOf(count), `/events/${query}`))
  expect(text.includes('It has the first 100: for those that come next, choose Coming.')).toBe(
    isSaid,
  )
})

it('links no calendar to a page for a key, which a calendar program does not send', () => {
  expect(renderView('listEvents', pageOf(1), '/events/', true)).not.toContain('format=ics')
})

it.each([
  ['', '', 'date'],
  ['2024-03-01', '2024-03-01', 'date'],
  ['2024-03-01T00:00:00Z', '2024-03-01', 'date'],
  ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00Z', 'text'],
])('lets the reader choose a period from "%s"', (given, value, type) => {
  const html = viewOf(given && `?ends_after=${given}&limit=5`, [], [])
  const [form = ''] = /<form[^>]*>(?:(?!<form).)*name="starts_before".*?<\/form>/su.exec(html) ?? []
  const inputs = tagsOf(form).filter(({ attributes: { name = '' } }) =>
    ['ends_after', 'starts_before'].includes(name),
  )
  expect(inputs.map(({ attributes }) => attributes)).toMatchObject([
    { name: 'ends_after', type, value },
    { name: 'starts_before', type: 'date', value: '' },
  ])
  expect(form.includes('<option value="5" selected>')).toBe(given !== '')
  for (const { attributes } of tagsOf(form)) {
    expect(() => new RegExp(attributes['pattern'] ?? '', 'v')).not.toThrow()
  }
})

it.each([
  [
    '?city=aarhus&when=upcoming&at=2024-03-01&offset=5',
    'near=56.1%2C10.2&radius_km=50&when=upcoming',
  ],
  ['?city=aarhus&radius_km=7', 'near=56.1%2C10.2&radius_km=7'],
  ['?country=DK', undefined],
])('leads from the events in a city to those around it: %s', (query, address) => {
  const html = viewOf(query, [['2024-11-01', '2024-11-02']], ['56.1,10.2'])
  const [, found, text] =
    /<a href="\/api\/v1\/events\/\?([^"]*near=[^"]*)">(.*?)<\/a>/.exec(html) ?? []
  expect(found?.replaceAll('&amp;', '&')).toBe(address)
  expect(textOf(text ?? '')).toMatch(
    address === undefined ? /^$/ : /^Events within \d+ km of Aarhus$/,
  )
})

it('offers the cities of its events as places, each once', () => {
  const times = Array.from({ length: 3 }, () => ['2024-11-01', '2024-11-02'] as const)
  const html = viewOf('', times, ['56.1533,10.2141', '56.1,10.2', ''])
  const [, field = '', options = ''] =
    /<input id="filter-near"([^>]*)><datalist id="filter-near-names">(.*?)<\/datalist>/s.exec(
      html,
    ) ?? []
  expect(field).toContain('list="filter-near-names"')
  expect(options.match(/value="[^"]*"/g)).toEqual(['value="56.1,10.2"'])
  expect(textOf(options)).toBe('Aarhus')
})

it('the counts lead to events of a time in the order of that time, unless the request has an order', () => {
  const body = responses.find(({ id }) => id === 'retrieveEventFacets')?.body ?? {}
  const addresses = (query: string): string[] => {
    const values = ['current', 'upcoming', 'past'].map((when) => ({
      label: when,
      count: 1,
      parameters: [{ name: 'when', value: when }],
      url: `${PUBLIC}/api/v1/events/${query}&when=${when}`,
    }))
    const facets = { when: { values, has_more: false } }
    const html = renderView('retrieveEventFacets', { ...body, facets }, '/events/facets/')
    return [...html.matchAll(/href="([^"]*when=[^"]*)"/g)].map(([, address = '']) => address)
  }
  expect(addresses('?city=Oslo')).toEqual([
    '/api/v1/events/?city=Oslo&amp;ordering=end_time&amp;when=current',
    '/api/v1/events/?city=Oslo&amp;ordering=start_time&amp;when=upcoming',
    '/api/v1/events/?city=Oslo&amp;ordering=-end_time&amp;when=past',
  ])
  expect(addresses('?ordering=end_time')).toEqual(
    ['current', 'upcoming', 'past'].map(
      (when) => `/api/v1/events/?ordering=end_time&amp;when=${when}`,
    ),
  )
})
