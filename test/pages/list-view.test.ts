import { describe, expect, it } from 'vitest'
import { filterName, isOption } from '../../src/pages/components/text.tsx'
import type { ReadId } from '../../src/pages/components/view.ts'
import {
  document,
  lists as allLists,
  operations,
  resolve,
  type Operation,
} from '../contract/document.ts'
import { tagsOf, textOf, type Tag } from './html.ts'
import { renderView } from './render-view.ts'

/** The view of a page of tags. */
function pageOf(query: string, { count = 97_065, size = 18 } = {}): string {
  const given = new URLSearchParams(query)
  const limit = Number(given.get('limit') ?? 18)
  const offset = Number(given.get('offset') ?? 0)
  const link = (to: number) => `https://art.example/api/v1/tags/?limit=${limit}&offset=${to}`
  const results = Array.from({ length: size }, (_, index) => ({
    id: offset + index + 1,
    name: `tag ${index}`,
    description: '',
  }))
  const next = offset + limit < count ? link(offset + limit) : null
  const previous = offset > 0 ? link(Math.max(0, offset - limit)) : null
  return renderView('listTags', { count, next, previous, results }, `/tags/${query && `?${query}`}`)
}

/** The texts of the pager, each with its link if it has one. */
function pagerOf(html: string): Record<string, string | undefined> {
  const [, pager = ''] = /<nav class="pager"[^>]*>(.*?)<\/nav>/su.exec(html) ?? []
  const parts = pager.match(/<(a|span)[^>]*>.*?<\/\1>/gsu) ?? []
  return Object.fromEntries(
    parts.map((part) => [textOf(part), tagsOf(part)[0]?.attributes['href']]),
  )
}

/** The fields that each form submits unchanged. */
function formsOf(html: string): Record<string, string>[] {
  const forms = html.match(/<form.*?<\/form>/gsu) ?? []
  return forms.map((form) => {
    const fields: Record<string, string> = {}
    let select = ''
    for (const { name, attributes } of tagsOf(form)) {
      // A parameter that is sent twice is invalid.
      if (name === 'select' || name === 'input')
        expect(fields).not.toHaveProperty([attributes['name'] ?? ''])
      if (name === 'select') select = attributes['name'] ?? ''
      // Without a selected option, a browser sends the first one.
      if (name === '/select') select = ''
      if (name === 'option' && select !== '' && ('selected' in attributes || !(select in fields)))
        fields[select] = attributes['value'] ?? ''
      if (name === 'input') fields[attributes['name'] ?? ''] = attributes['value'] ?? ''
    }
    return fields
  })
}

/** The fields that are not empty. The service leads to the address without the others. */
const filled = (form: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))

const optionsOf = (html: string, select: string): Tag[] => {
  const [form = ''] = new RegExp(`<select id="${select}".*?</select>`, 'su').exec(html) ?? []
  return tagsOf(form).filter(({ name }) => name === 'option')
}

describe('the pager', () => {
  it('has the links of the response, and links to the first and last page', () => {
    expect(pagerOf(pageOf('limit=18&offset=36&ordering=-name'))).toEqual({
      First: '/api/v1/tags/?limit=18&offset=0&ordering=-name',
      Previous: '/api/v1/tags/?limit=18&offset=18',
      '37–54 of 97,065': undefined,
      Next: '/api/v1/tags/?limit=18&offset=54',
      Last: '/api/v1/tags/?limit=18&offset=97056&ordering=-name',
    })
  })

  it('has no link to the current page', () => {
    expect(pagerOf(pageOf(''))).toMatchObject({ First: undefined, Previous: undefined })
    const last = pagerOf(pageOf('offset=97056', { size: 9 }))
    expect(last).toMatchObject({ Next: undefined, Last: undefined })
    expect(last).toHaveProperty('97,057–97,065 of 97,065')
    expect(last['First']).toBe('/api/v1/tags/?limit=18&offset=0')
  })

  it('has the last page that following next would reach, from any offset', () => {
    expect(pagerOf(pageOf('limit=10&offset=5', { count: 35 }))['Last']).toContain('offset=25')
    expect(pagerOf(pageOf('limit=10&offset=5', { count: 36 }))['Last']).toContain('offset=35')
    expect(pagerOf(pageOf('limit=10&offset=0', { count: 30 }))['Last']).toContain('offset=20')
  })

  it('says where the page is, without the filters that its head has', () => {
    expect(pagerOf(pageOf('name=scape&offset=18'))).toHaveProperty('19–36 of 97,065')
  })

  it('is absent for a single page', () => {
    expect(pageOf('', { count: 18 })).not.toContain('class="pager"')
  })
})

describe('the request of a list', () => {
  const html = pageOf('format=api&limit=36&name=a%20b')

  it('is shown unchanged', () => {
    expect(textOf(html)).toContain(
      "'https://art.example/api/v1/tags/?format=api&limit=36&name=a%20b'",
    )
  })

  it('is linked as JSON with only another format', () => {
    const links = tagsOf(html).map(({ attributes }) => attributes['href'])
    expect(links).toContain('/api/v1/tags/?format=json&limit=36&name=a+b')
  })
})

describe('a `#` in the request', () => {
  const html = pageOf('name=a#b&ordering=name')

  it('is not read as a fragment', () => {
    expect(textOf(html)).toContain("'https://art.example/api/v1/tags/?name=a%23b&ordering=name'")
    const links = tagsOf(html).map(({ attributes }) => attributes['href'])
    expect(links).toContain('/api/v1/tags/?format=json&name=a%23b&ordering=name')
    expect(filled(formsOf(html)[1])).toEqual({ name: 'a#b' })
    expect(textOf(/<p class="range">.*?<\/p>/su.exec(html)?.[0] ?? '')).toContain('name has “a#b”')
  })
})

describe('an empty page', () => {
  it('past the end links the last page', () => {
    const html = pageOf('limit=10&offset=500', { count: 35, size: 0 })
    expect(textOf(html)).toContain('The list ends before this page.')
    expect(textOf(html)).toContain('None of 35')
    const links = tagsOf(html).map(({ attributes }) => attributes['href'])
    expect(links).toContain('/api/v1/tags/?limit=10&offset=30')
  })

  it('of an empty list has a message', () => {
    const text = textOf(pageOf('', { count: 0, size: 0 }))
    expect(text).toContain('There is nothing in this list yet.')
    expect(text).not.toContain('of 0')
  })

  it('of a search shows the name, and links the whole list', () => {
    const html = pageOf('name=zz&ordering=-name&offset=0', { count: 0, size: 0 })
    expect(textOf(html)).toContain('No name has “zz” in it.')
    const links = tagsOf(html).map(({ attributes }) => attributes['href'])
    expect(links.filter((href) => href === '/api/v1/tags/?ordering=-name')).toHaveLength(2)
    // A search of records forgives a misspelt name.
    expect(links).toContain('/api/v1/marketplace-artworks/?q=zz')
    const venues = renderView(
      'listVenues',
      { count: 0, next: null, previous: null, results: [] },
      '/venues/?name=zz',
    )
    expect(venues).toContain('<a href="/api/v1/events/?q=zz">Events for this search</a>')
  })

  it.each([
    ['q=zz&limit=5', 'This search finds nothing.'],
    ['q=zz&when=past&at=2027-01-01T00:00:00Z', 'Nothing in this list passes these filters.'],
    ['city=Faro', 'Nothing in this list passes these filters.'],
  ])('of %s says what has no result', (query, message) => {
    const empty = { count: 0, next: null, previous: null, results: [] }
    expect(textOf(renderView('listEvents', empty, `/events/?${query}`))).toContain(message)
  })
})

describe('a search', () => {
  it('stands in the field, and leads to what it names and to the other list', () => {
    const artwork = document.components.examples['Artwork']?.value as {
      artists: { name: string }[]
    }
    const artist = artwork.artists[0]?.name ?? ''
    const page = { count: 1, next: null, previous: null, results: [artwork] }
    const path = `/api/v1/marketplace-artworks/?q=${encodeURIComponent(artist)}`
    const html = renderView('listMarketplaceArtworks', page, path)
    expect(formsOf(html)[0]).toEqual({ q: artist })
    const [, matches = ''] = /<p class="matches">(.*?)<\/p>/su.exec(html) ?? []
    expect(textOf(matches)).toContain(`Artist: ${artist}`)
    const query = new URLSearchParams({ q: artist }).toString()
    const links = tagsOf(matches).map(({ attributes }) => attributes['href'])
    expect(links).toContain(`/api/v1/events/?${query}`)
    expect(links[0]).toMatch(/^\/api\/v1\/artists\/\d+\/$/)
    const names = tagsOf(html).filter(({ name }) => name === 'option')
    expect(names.map(valueOf)).toContain(artist)
  })

  it.each([
    ['listArtists', 'artists'],
    ['listGalleries', 'galleries'],
    ['listTags', 'tags'],
    ['listVenues', 'venues'],
  ] as const)('is offered the names on the page of %s', (id, collection) => {
    const results = ['Saltholm', '\u200b'].map((name, at) => ({ id: at + 1, name, country: {} }))
    const page = { count: 2, next: null, previous: null, results }
    const html = renderView(id, page, `/${collection}/`)
    const [list = ''] = /<datalist id="names">.*?<\/datalist>/su.exec(html) ?? []
    expect(tagsOf(list).flatMap((tag) => valueOf(tag) ?? [])).toEqual(['Saltholm'])
  })
})

it.each([
  [
    'listMarketplaceArtworks',
    'price_min=200&price_max=30&year_min=9',
    'price_min=30&price_max=200&year_min=9',
  ],
  ['listMarketplaceArtworks', 'width_min=9.5&width_max=9', 'width_min=9&width_max=9.5'],
  ['listMarketplaceArtworks', 'year_min=-5&year_max=-40&offset=18', 'year_min=-40&year_max=-5'],
  [
    'listEvents',
    'ends_after=2027-12-01&starts_before=2027-01-01',
    'ends_after=2027-01-01&starts_before=2027-12-01',
  ],
  [
    'listEvents',
    'starts_after=2027-12-01&starts_before=2027-01-01T10:00:00Z',
    'starts_after=2027-01-01T10:00:00Z&starts_before=2027-12-01',
  ],
  ['listEvents', 'ends_after=2027-01-01&starts_before=2027-12-01', undefined],
  ['listEvents', 'updated_after=2027-01-01&ends_before=2026-12-01', undefined],
  ['listMarketplaceArtworks', 'price_min=30&price_max=200&width_min=201', undefined],
  ['listMarketplaceArtworks', 'price_min=30', undefined],
] as const)('an empty list of %s has a link to the range that %s may mean', (id, query, meant) => {
  const empty = { count: 0, next: null, previous: null, results: [] }
  const html = renderView(id, empty, `/x/?${query}`)
  const links = tagsOf(html).map(
    ({ attributes: { href = '' } }) => new URL(href, 'https://a.example'),
  )
  const sorted = new URLSearchParams(meant)
  sorted.sort()
  const isReversed = meant !== undefined
  expect(textOf(html).includes('A range ends before it begins')).toBe(isReversed)
  if (id === 'listEvents' && isReversed)
    expect(textOf(html)).toMatch(/after 1 December 2027, starts before .*2027/)
  expect(links.some(({ search }) => search === `?${sorted.toString()}`)).toBe(isReversed)
})

it.each([
  ['lindqvist', true],
  ['lindqist', true],
  ['lindqvvist', true],
  ['lindkvist', true],
  ['lidnqvist', true],
  ['lindqvistx', true],
  ['ora', true],
  ['oraa', true],
  ['bjorn', true],
  ['Oil or Lindqvist', true],
  ['oil or canvas', false],
  ['lindkist', false],
  ['dilnqvist', false],
  ['orb', false],
  ['c e f g h k m p u lindqvist', true],
  ['c e f g h k m p u w lindqvist', false],
])('a search for %s leads to the artist Björn Lindqvist-Ora: %s', (search, isLinked) => {
  const artwork = document.components.examples['Artwork']?.value as object
  const artists = [{ id: 7, name: 'Björn Lindqvist-Ora' }]
  const page = { count: 1, next: null, previous: null, results: [{ ...artwork, artists }] }
  const query = new URLSearchParams({ q: search }).toString()
  const html = renderView('listMarketplaceArtworks', page, `/marketplace-artworks/?${query}`)
  const [, matches = ''] = /<p class="matches">(.*?)<\/p>/su.exec(html) ?? []
  expect(matches.includes('href="/api/v1/artists/7/"')).toBe(isLinked)
})

it.each([
  ['"garden the" of', 'garden the of'],
  ['devexeaux-ito', undefined],
  ['devexeaux ito', undefined],
  ['devexeaux!  – ito', undefined],
  ['""', undefined],
])('where nothing is found for %s, its words apart are a link: %s', (search, apart) => {
  const empty = { count: 0, next: null, previous: null, results: [] }
  const query = new URLSearchParams({ city: 'Faro', limit: '5', offset: '5', q: search })
  const html = renderView('listMarketplaceArtworks', empty, `/x/?${query.toString()}`)
  const link = tagsOf(html).find(({ attributes: { href = '' } }) => {
    const { searchParams } = new URL(href, 'https://art.example')
    return searchParams.has('q') && searchParams.get('q') !== search
  })
  const { href = '/' } = link?.attributes ?? {}
  const sent = Object.fromEntries(new URL(href, 'https://art.example').searchParams)
  expect(sent).toEqual(apart === undefined ? {} : { city: 'Faro', limit: '5', q: apart })
})

describe('the forms of a list', () => {
  it('submit the current parameters except the offset', () => {
    const html = pageOf('format=api&limit=36&name=a%22b&offset=72&ordering=-name')
    expect(formsOf(html)).toEqual([
      { q: '' },
      { format: 'api', limit: '36', ordering: '-name', name: 'a"b' },
    ])
  })

  it('leave the order to the ids of the request', () => {
    const empty = { count: 0, next: null, previous: null, results: [] }
    const html = renderView('listMarketplaceArtworks', empty, '/x/?ids=3,1')
    const [none, ...others] = optionsOf(html, 'ordering')
    expect(none?.attributes).toMatchObject({ value: '', selected: '' })
    expect(others.filter(({ attributes }) => 'selected' in attributes)).toEqual([])
    const sorted = renderView('listMarketplaceArtworks', empty, '/x/?ids=3,1&ordering=title')
    expect(filled(formsOf(sorted)[1])).toEqual({ ids: '3,1', ordering: 'title' })
    expect(optionsOf(sorted, 'ordering')[0]?.attributes).toEqual({ value: '' })
  })

  it('show the usual order for one by relevance without a search, as the list has it', () => {
    const empty = { count: 0, next: null, previous: null, results: [] }
    for (const [query, usual] of [
      ['', 'Newest first'],
      ['ids=3,1&', 'As in the address'],
    ] as const) {
      const html = renderView('listMarketplaceArtworks', empty, `/x/?${query}ordering=-relevance`)
      expect(html).toContain(`<option value selected>${usual}</option>`)
    }
    const found = renderView(
      'listMarketplaceArtworks',
      empty,
      '/x/?ids=3,1&q=a&ordering=-relevance',
    )
    expect(found).toContain('<option value="-relevance" selected>Most relevant first</option>')
    const events = { ...empty, count: 1, results: [document.components.examples['Event']?.value] }
    const ofEvents = renderView('listEvents', events, '/x/?ordering=-relevance')
    expect(textOf(ofEvents)).not.toContain('Most relevant first')
  })

  it('show the defaults of the contract, for which they send nothing', () => {
    const html = pageOf('')
    expect(formsOf(html)).toEqual([{ q: '' }, { name: '', ordering: '', limit: '' }])
    expect(html).toContain('<option value selected>Name, A to Z</option>')
    expect(html).toContain('<option value selected>18</option>')
  })

  it('take as much of a search as the contract', () => {
    const inputs = tagsOf(pageOf('')).filter(({ attributes }) => attributes['type'] === 'search')
    expect(inputs.map(({ attributes: { maxlength } }) => maxlength)).toEqual(['200', '200'])
  })

  it('offer the current page size besides the usual ones', () => {
    const sizes = (query: string) => optionsOf(pageOf(query), 'limit').map(valueOf)
    expect(sizes('')).toEqual(['', '36', '100'])
    expect(sizes('limit=7')).toEqual(['7', '', '36', '100'])
  })

  it.each([
    ['listMarketplaceArtworks', 'ArtworkOrdering'],
    ['listEvents', 'EventOrdering'],
    ['listVenues', 'NameOrdering'],
    ['listArtists', 'NameOrdering'],
  ] as const)('offer every ordering of %s with a label', (id, schema) => {
    const empty = { count: 0, next: null, previous: null, results: [] }
    // Without a search, there is no order by relevance.
    const [query, usual] = schema === 'NameOrdering' ? ['', 'name'] : ['?q=a', '-relevance']
    const html = renderView(id, empty, `/x/${query}`)
    expect(optionsOf(html, 'ordering').map(valueOf)).toEqual(
      document.components.schemas[schema]?.enum?.map((name) => (name === usual ? '' : name)),
    )
    const [orders = ''] = /<select id="ordering".*?<\/select>/su.exec(html) ?? []
    expect(orders.match(/<option[^>]*>[A-Z][\w, ]+<\/option>/g)?.length).toBe(
      document.components.schemas[schema]?.enum?.length,
    )
  })
})

/** The parameters of a page, and the time of `when`, which is that of the request for the first page. */
const PAGE = new Set(['limit', 'offset', 'ordering', 'at'])
const AT = '2031-01-01T00:00:00Z'

/** Parameters that the pages offer elsewhere than in the form, and those that are for programs. */
const NOT_IN_FORM =
  /^(format|limit|offset|ordering|ids|updated_(after|before)|when|at|starts_after|ends_before|country|publish_status|is_active|external_id)$/

/** The lists of artworks and events with all their fields. */
const searched = allLists.filter(({ parameters }) => {
  const names = parameters.map(({ name }) => name)
  return names.includes('q') && !names.includes('fields')
}) as readonly (Operation & { readonly id: ReadId })[]

describe.each(searched)('the filters of $id', ({ id, parameters: all }) => {
  const empty = { count: 0, next: null, previous: null, results: [] }

  it('are parameters of the list', () => {
    const [, html = ''] =
      /(<details class="filters".*?<\/details>)/su.exec(renderView(id, empty, '/x/')) ?? []
    const fields = tagsOf(html).filter(({ name }) => name === 'input' || name === 'select')
    const parameters = all.map(({ name }) => name)
    for (const { attributes } of fields) {
      expect(parameters).toContain(attributes['name'])
      expect(attributes).not.toHaveProperty('required')
      // A browser shows it with the message that a value does not match.
      const { pattern, placeholder = '', title } = attributes
      if (pattern !== undefined) expect(title).toBe(`As in: ${placeholder}`)
    }
    // The end of a range has the same words in the form and beside the link that removes it.
    for (const [, legend, inputs = ''] of html.matchAll(
      /<legend>(.*?)<\/legend>(.*?)<\/field/gsu,
    )) {
      for (const [, name = '', label] of inputs.matchAll(/for="filter-(\w+)">(.*?)</gsu)) {
        if (!/_(?:min|max|after|before)$/.test(name)) continue
        expect(`${legend} ${label}`.toLowerCase()).toContain(filterName(name).toLowerCase())
      }
    }
    const ids = fields.map(({ attributes }) => attributes['id'])
    expect(new Set(ids).size).toBe(ids.length)
    // Filters by ids are chosen by the counts, or on the pages of these records.
    const byHand = all.filter(
      ({ in: place, name, schema }) =>
        place === 'query' && !NOT_IN_FORM.test(name) && !schema.$ref?.endsWith('/AnyOfIds'),
    )
    const toDo = 'Name them in GROUPS of src/pages/components/list-filters.tsx'
    expect(ids, toDo).toEqual(expect.arrayContaining(byHand.map(({ name }) => `filter-${name}`)))
    expect(byHand.length).toBeGreaterThan(2)
  })

  it('are in the form that has the order, alone and all together', () => {
    const given = all
      .filter(({ in: place, name }) => place === 'query' && !PAGE.has(name))
      .map(({ name, schema, example }) => {
        const values = resolve(schema).enum ?? [example ?? true]
        // The last value, because an option has its first one without a parameter, too.
        return [name, `${values.at(-1) as string | number | boolean}`] as const
      })
    expect(given.length).toBeGreaterThan(15)
    for (const some of [given, ...given.map((one) => [one])]) {
      const sent = Object.fromEntries(some)
      const query = new URLSearchParams({ ...sent, limit: '5', offset: '10', at: AT }).toString()
      // The search at the top is of all records.
      const [search = {}, ...forms] = formsOf(renderView(id, empty, `/x/?${query}`))
      expect(Object.keys(search)).toEqual(['q'])
      expect(forms.map(filled)).toEqual([{ ...sent, limit: '5' }])
    }
  })

  it('that nobody has filled limit nothing', () => {
    const html = renderView(id, empty, '/x/')
    expect(html).toContain('aria-label="Search all artworks"')
    const [, form = {}] = formsOf(html)
    expect(Object.keys(form).length).toBeGreaterThan(9)
    expect(filled(form)).toEqual({})
  })

  it('can be taken away one by one', () => {
    const html = renderView(id, empty, `/x/?city=Aarhus&limit=5&offset=10&at=${AT}`)
    const links = tagsOf(html).filter(
      ({ attributes }) => attributes['aria-label'] === 'Remove City',
    )
    expect(links.map(({ attributes }) => attributes['href'])).toEqual(['/api/v1/x/?limit=5'])
    // They are seen while the fields are closed, which would push the records down.
    const [before = '', fields] = html.split('<details class="filters">')
    expect(textOf(before)).toContain('City: Aarhus Remove')
    expect(textOf(/<p class="range">.*?<\/p>/su.exec(before)?.[0] ?? '')).toBe('None')
    expect(fields).toBeDefined()
  })
})

describe('the filters of artworks', () => {
  const empty = { count: 0, next: null, previous: null, results: [] }
  const { parameters = [] } = operations.find(({ id }) => id === 'listMarketplaceArtworks') ?? {}
  const names = parameters.map(({ name }) => name)
  /** The bounds of ranges with two ends. */
  const bounds = parameters.flatMap(({ name, schema }) => {
    const [stem = '', end] = name.split(/_(?=(?:min|max)$)/)
    const other = `${stem}_${end === 'min' ? 'max' : 'min'}`
    const { type } = resolve(schema)
    return end !== undefined && names.includes(other) ? [{ name, other, type }] : []
  })

  const fieldsOf = (query: string): Tag['attributes'][] =>
    tagsOf(renderView('listMarketplaceArtworks', empty, `/x/?${query}`))
      .filter(({ name, attributes: { type } }) => name === 'input' && type !== 'hidden')
      .map(({ attributes }) => attributes)

  it.each(bounds)('show $name alone, and no other end', ({ name, other, type }) => {
    const fields = fieldsOf(`${name}=7`)
    const fieldOf = (of: string) => fields.find((field) => field['name'] === of)
    const where = 'Name both ends in src/pages/components/list-filters.tsx'
    expect(fieldOf(name), where).toMatchObject({
      value: '7',
      step: type === 'integer' ? '1' : 'any',
    })
    expect(fieldOf(other)?.['value'], where).toBe('')
  })

  it.each(searched)('are numbers in $id where they are not by ids', ({ id, parameters: all }) => {
    const ofNumbers = all.filter(
      ({ in: place, name, schema }) =>
        place === 'query' &&
        ['number', 'integer'].includes(String(resolve(schema).type)) &&
        !PAGE.has(name) &&
        !isOption(name),
    )
    for (const { name, schema } of ofNumbers) {
      const text = textOf(renderView(id, empty, `/x/?${name}=7`))
      const title = `, ${filterName(name).toLowerCase()} `
      if (schema.$ref?.endsWith('/SizeBound')) expect(text).toContain(`${title}7 cm`)
      else expect(text).toMatch(new RegExp(`${title}€?7`))
    }
  })

  it.each([
    ['listMarketplaceArtworks', 'currency=USD', 'price_max=90', 'price to $90', 'Price to: $90'],
    ['listMarketplaceArtworks', '', 'price_min=90', 'price from €90', 'Price from: €90'],
    [
      'listMarketplaceArtworks',
      'units=inch',
      'height_min=9',
      'height from 9 in',
      'Height from: 9 in',
    ],
    ['listMarketplaceArtworks', '', 'width_max=9.5', 'width to 9.5 cm', 'Width to: 9.5 cm'],
    [
      'listMarketplaceArtworks',
      'color_tolerance=9',
      'color=%23b03a2e',
      'colour red, tolerance 9',
      'Colour: red, tolerance 9',
    ],
    ['listEvents', 'radius_km=9', 'near=1,2', 'within 9 km of 1,2', 'Near: within 9 km of 1,2'],
    ['listEvents', '', 'near=1,+2', 'within 50 km of 1, 2', 'Near: within 50 km of 1, 2'],
  ] as const)('of %s have the option %s in the words of %s', (id, option, filter, title, link) => {
    const of = (query: string) => textOf(renderView(id, empty, `/x/?${query}`))
    expect(of(`${option}&${filter}`)).toContain(`, ${title} – Art Marketplace`)
    expect(of(`${option}&${filter}`)).toContain(`${link} Remove`)
    expect(of(option)).toMatch(/^\n(?:Artworks|Events) – /)
  })

  it('have the options of the contract in their words where a request has none', () => {
    const all = operations.flatMap((operation) => operation.parameters)
    const usual = (option: string) => {
      const { default: given, enum: [first] = [] } = resolve(
        all.find(({ name }) => name === option)?.schema ?? {},
      )
      return given ?? first
    }
    expect(['currency', 'units', 'radius_km'].map(usual)).toEqual(['EUR', 'centimeter', 50])
  })

  it('by times have dates, where a time is the beginning of a day', () => {
    const of = (query: string) => textOf(renderView('listEvents', empty, `/x/?${query}`))
    const month = of('starts_after=2027-07-01T00:00:00Z&starts_before=2027-08-01')
    expect(month).toContain('Events, starts after 1 July 2027, starts before 1 August 2027')
    expect(month).toContain('Starts after: 1 July 2027 Remove')
    expect(of('ends_after=2027-07-01T10:00:00Z')).toContain('ends after 2027-07-01T10:00:00Z')
  })

  it('tell a page from others in its title, as the place of the page does', () => {
    const page = { count: 9, next: null, previous: null, results: [] }
    const titleOf = (query: string) =>
      textOf(
        /<title>.*?<\/title>/.exec(
          renderView('listMarketplaceArtworks', page, `/x/${query}`),
        )?.[0] ?? '',
      )
    expect(titleOf('?ordering=title&limit=3')).toBe('Artworks – Art Marketplace')
    expect(titleOf('?limit=3&offset=9')).toBe('Artworks, none of 9 – Art Marketplace')
    expect(titleOf('?q=sea&city=Faro&offset=9')).toBe(
      'Artworks, search “sea”, city “Faro”, none of 9 – Art Marketplace',
    )
    const last = { ...page, results: [{ id: 1, name: 'Sea', slug: 'sea' }] }
    expect(renderView('listTags', last, '/tags/?offset=8')).toContain('<title>Tags, 9 of 9 – ')
  })

  it.each([
    ['listEvents', 'when=upcoming', 'Coming events'],
    ['listEvents', 'when=current&city=Faro', 'Events that are on now, city “Faro”'],
    ['listEvents', 'when=past&is_featured=true', 'Past events, featured'],
    [
      'listEvents',
      'is_online_only=false&is_featured=false',
      'Events, not online only, not featured',
    ],
    ['listMarketplaceArtworks', 'has_image=true', 'Artworks, with a picture'],
    ['listMarketplaceArtworks', 'allow_instant_buy=false', 'Artworks, not to buy now'],
    ['listMarketplaceArtworks', 'price_display=price+on+request', 'Artworks, price on request'],
    [
      'listMarketplaceArtworks',
      'publish_status=draft&available_for_sale=sold',
      'Artworks, draft, sold',
    ],
    ['listMarketplaceArtworks', 'publish_status=published&tag=7', 'Artworks, tag “7”'],
    ['listGalleries', 'is_active=true', 'Galleries'],
    ['listGalleries', 'is_active=false&name=a', 'Galleries, inactive, name has “a”'],
  ] as const)('of %s are in the words of readers, alike in all titles: %s', (id, query, title) => {
    const html = renderView(id, empty, `/x/?${query}`)
    const [heading = ''] = title.split(', ')
    expect(html).toContain(`<title>${title} – Art Marketplace</title>`)
    expect(html).toContain(`<meta property="og:title" content="${title}"/>`)
    expect(html).toContain(`<meta name="description" content="${title}, none"/>`)
    expect(html).toContain(`<h1>${heading}</h1>`)
    expect(html).toContain(`<li aria-current="page"><bdi>${heading}</bdi></li>`)
  })

  it('are not said again below a heading that has them, nor above their own links', () => {
    const html = renderView('listEvents', empty, '/x/?when=upcoming&city=Faro')
    expect(html).toContain('<p class="range">None</p>')
  })

  it('with many values are chosen on the page of the counts', () => {
    expect(
      textOf(renderView('listMarketplaceArtworks', empty, '/marketplace-artworks/')),
    ).toContain('Choose a category, artist, gallery or tag: counts for each filter')
    const ofEvents = renderView('listEvents', empty, '/events/?country=DK&format=api')
    expect(ofEvents).toContain(
      '<a href="/api/v1/events/facets/?country=DK">Choose a category, venue or country',
    )
    // It would be a field of ids.
    expect(ofEvents).not.toContain('filter-category')
  })

  it('with few values offer each, and any', () => {
    const html = renderView('listMarketplaceArtworks', empty, '/x/?has_image=false')
    const valuesOf = (name: string) => optionsOf(html, `filter-${name}`).map(valueOf)
    expect(valuesOf('has_image')).toEqual(['', 'true', 'false'])
    expect(valuesOf('available_for_sale')).toEqual([
      '',
      'available',
      'reserved',
      'sold',
      'not for sale',
    ])
    // An option has the default of the contract without a parameter.
    expect(valuesOf('currency')).toEqual(['', 'USD'])
    expect(textOf(html)).toContain('With a picture: no Remove')
  })

  it('by a colour show it by name, and how near it is, and take both away', () => {
    const view = (color: string) => {
      const query = new URLSearchParams({ color, color_tolerance: '5', limit: '5' })
      return renderView('listMarketplaceArtworks', empty, `/x/?${query.toString()}`)
    }
    const html = view('#b03a2e')
    expect(formsOf(html)[1]).toMatchObject({ color: '#b03a2e', color_tolerance: '5', limit: '5' })
    expect(textOf(html)).toContain('Colour: red, tolerance 5 Remove')
    const remove = tagsOf(html).find(
      ({ attributes }) => attributes['aria-label'] === 'Remove Colour',
    )
    expect(remove?.attributes['href']).toBe('/api/v1/x/?limit=5')
    expect(formsOf(view('#b22222'))[1]).toMatchObject({ color: '#b22222', color_tolerance: '5' })
  })

  it('keep the options that another filter needs', () => {
    const html = renderView(
      'listMarketplaceArtworks',
      empty,
      '/x/?price_min=1&price_max=2&currency=USD&width_max=3&units=inch',
    )
    const hrefs = ['Price from', 'Width to'].map(
      (name) =>
        tagsOf(html).find(({ attributes }) => attributes['aria-label'] === `Remove ${name}`)
          ?.attributes['href'],
    )
    expect(hrefs).toEqual([
      '/api/v1/x/?currency=USD&price_max=2&units=inch&width_max=3',
      '/api/v1/x/?currency=USD&price_max=2&price_min=1',
    ])
  })
})

describe('the collation', () => {
  const lists = operations.flatMap(({ id, parameters, responses }) => {
    const orders = parameters.find(({ name }) => name === 'ordering')?.schema
    if (orders === undefined) return []
    const page = resolve(responses['200']?.content?.['application/json']?.schema ?? {})
    const record = resolve(resolve(page.properties?.['results'] ?? {}).items ?? {})
    return [{ id, orderings: resolve(orders).enum ?? [], fields: record.properties ?? {} }]
  })

  it.each(lists)('is on the page of $id in the orderings by text', ({ id, orderings, fields }) => {
    const empty = { count: 0, next: null, previous: null, results: [] }
    for (const ordering of orderings as string[]) {
      const html = renderView(id as ReadId, empty, `/x/?ordering=${ordering}`)
      const field = resolve(fields[ordering.replace('-', '')] ?? {})
      const isByText = field.type === 'string' && field.format === undefined
      expect(/“10 Birds” comes before “9 Birds”/.test(textOf(html)), ordering).toBe(isByText)
      const select = tagsOf(html).find(({ attributes }) => attributes['id'] === 'ordering')
      const note = select?.attributes['aria-describedby']
      expect(html.includes(`<p id="${note}"`), ordering).toBe(isByText)
    }
  })

  it('is that of the contract', () => {
    expect(JSON.stringify(document.info)).toContain('`10 Birds` stands before `9 Birds`')
  })
})

const valueOf = ({ attributes }: Tag) => attributes['value']
