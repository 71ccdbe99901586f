import { describe, expect, it } from 'vitest'
import { document } from '../contract/document.ts'
import { tagsOf, textOf, type Tag } from './html.ts'
import { shown } from './shown.ts'

/** A page of tags; what they are does not matter here. */
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
  return shown('listTags', { count, next, previous, results }, `/tags/${query && `?${query}`}`)
}

/** What the links and the places of links beside the page's numbers say, and where they lead. */
function pagerOf(html: string): Record<string, string | undefined> {
  const [, pager = ''] = /<nav class="pager"[^>]*>(.*?)<\/nav>/su.exec(html) ?? []
  const parts = pager.match(/<(a|span)[^>]*>.*?<\/\1>/gsu) ?? []
  return Object.fromEntries(
    parts.map((part) => [textOf(part), tagsOf(part)[0]?.attributes['href']]),
  )
}

/** What a form sends when nothing in it is changed. */
function formsOf(html: string): Record<string, string>[] {
  const forms = html.match(/<form.*?<\/form>/gsu) ?? []
  return forms.map((form) => {
    const tags = tagsOf(form)
    const fields: Record<string, string> = {}
    let select = ''
    for (const { name, attributes } of tags) {
      if (name === 'select') select = attributes['name'] ?? ''
      if (name === 'option' && 'selected' in attributes) fields[select] = attributes['value'] ?? ''
      if (name === 'input') fields[attributes['name'] ?? ''] = attributes['value'] ?? ''
    }
    return fields
  })
}

const optionsOf = (html: string, select: string): Tag[] => {
  const [form = ''] = new RegExp(`<select id="${select}".*?</select>`, 'su').exec(html) ?? []
  return tagsOf(form).filter(({ name }) => name === 'option')
}

describe('the pages of a list', () => {
  it('are led through by the links of the answer, and to both ends', () => {
    expect(pagerOf(pageOf('limit=18&offset=36&ordering=-name'))).toEqual({
      First: '/api/v1/tags/?limit=18&offset=0&ordering=-name',
      Previous: '/api/v1/tags/?limit=18&offset=18',
      '37–54 of 97,065': undefined,
      Next: '/api/v1/tags/?limit=18&offset=54',
      Last: '/api/v1/tags/?limit=18&offset=97056&ordering=-name',
    })
  })

  it('have no link to where they already are', () => {
    expect(pagerOf(pageOf(''))).toMatchObject({ First: undefined, Previous: undefined })
    const last = pagerOf(pageOf('offset=97056', { size: 9 }))
    expect(last).toMatchObject({ Next: undefined, Last: undefined })
    expect(last).toHaveProperty('97,057–97,065 of 97,065')
    expect(last['First']).toBe('/api/v1/tags/?limit=18&offset=0')
  })

  it('end where following next ends, wherever it began', () => {
    expect(pagerOf(pageOf('limit=10&offset=5', { count: 35 }))['Last']).toContain('offset=25')
    expect(pagerOf(pageOf('limit=10&offset=5', { count: 36 }))['Last']).toContain('offset=35')
    expect(pagerOf(pageOf('limit=10&offset=0', { count: 30 }))['Last']).toContain('offset=20')
  })

  it('have nothing to turn where there is one', () => {
    expect(pageOf('', { count: 18 })).not.toContain('class="pager"')
  })
})

describe('the request of a page', () => {
  const html = pageOf('format=api&limit=36&name=a%20b')

  it('is what was asked for', () => {
    expect(textOf(html)).toContain(
      "'https://art.example/api/v1/tags/?format=api&limit=36&name=a%20b'",
    )
  })

  it('is made a request for JSON by its format alone', () => {
    const links = tagsOf(html).map(({ attributes }) => attributes['href'])
    expect(links).toContain('/api/v1/tags/?format=json&limit=36&name=a+b')
  })
})

describe('a `#` in the request', () => {
  const html = pageOf('name=a#b&ordering=name')

  it('stays what it is: no fragment', () => {
    expect(textOf(html)).toContain("'https://art.example/api/v1/tags/?name=a%23b&ordering=name'")
    const links = tagsOf(html).map(({ attributes }) => attributes['href'])
    expect(links).toContain('/api/v1/tags/?format=json&name=a%23b&ordering=name')
    expect(formsOf(html)[0]).toEqual({ name: 'a#b', ordering: 'name' })
  })
})

describe('an empty page', () => {
  it('past the end leads back to the last one', () => {
    const html = pageOf('limit=10&offset=500', { count: 35, size: 0 })
    expect(textOf(html)).toContain('The list ends before this page.')
    expect(textOf(html)).toContain('None of 35')
    const links = tagsOf(html).map(({ attributes }) => attributes['href'])
    expect(links).toContain('/api/v1/tags/?limit=10&offset=30')
  })

  it('of an empty list says so', () => {
    expect(textOf(pageOf('', { count: 0, size: 0 }))).toContain(
      'There is nothing in this list yet.',
    )
  })

  it('of a search says what was looked for, and leads to everything', () => {
    const html = pageOf('name=zz&ordering=-name&offset=0', { count: 0, size: 0 })
    expect(textOf(html)).toContain('No name has “zz” in it.')
    const links = tagsOf(html).map(({ attributes }) => attributes['href'])
    expect(links.filter((href) => href === '/api/v1/tags/?ordering=-name')).toHaveLength(2)
  })
})

describe('the forms of a list', () => {
  it('send what is in force, but for the offset', () => {
    const html = pageOf('format=api&limit=36&name=a%22b&offset=72&ordering=-name')
    expect(formsOf(html)).toEqual([
      { format: 'api', limit: '36', ordering: '-name', name: 'a"b' },
      { format: 'api', limit: '36', ordering: '-name', name: 'a"b' },
    ])
  })

  it('show the defaults of the contract where nothing was given', () => {
    expect(formsOf(pageOf(''))).toEqual([{ name: '' }, { ordering: 'name', limit: '18' }])
  })

  it('never send an empty name, which is a fault', () => {
    const input = tagsOf(pageOf('')).find(({ attributes }) => attributes['type'] === 'search')
    expect(input?.attributes).toHaveProperty('required')
    expect(input?.attributes['maxlength']).toBe('200')
  })

  it('offer the page size in force beside the usual ones', () => {
    const sizes = (query: string) => optionsOf(pageOf(query), 'limit').map(valueOf)
    expect(sizes('')).toEqual(['18', '36', '100'])
    expect(sizes('limit=7')).toEqual(['7', '18', '36', '100'])
  })

  it.each([
    ['listMarketplaceArtworks', 'ArtworkOrdering'],
    ['listEvents', 'EventOrdering'],
    ['listVenues', 'NameOrdering'],
    ['listArtists', 'NameOrdering'],
  ] as const)('offer every ordering of %s, each by a name', (id, schema) => {
    const nothing = { count: 0, next: null, previous: null, results: [] }
    const html = shown(id, nothing, '/x/')
    expect(optionsOf(html, 'ordering').map(valueOf)).toEqual(
      document.components.schemas[schema]?.enum,
    )
    expect(html.match(/<option[^>]*>[A-Z][\w, ]+<\/option>/g)?.length).toBe(
      document.components.schemas[schema]?.enum?.length,
    )
  })
})

const valueOf = ({ attributes }: Tag) => attributes['value']
