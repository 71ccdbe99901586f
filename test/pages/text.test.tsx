import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import {
  Isolated,
  isolatedText,
  IsolatedList,
  titleText,
  WebLink,
} from '../../src/pages/components/text.tsx'
import { useFullResponses } from './full-responses.ts'
import { textOf } from './html.ts'
import { renderView } from './render-view.ts'

const responses = useFullResponses()
const bodyOf = (id: string) => responses.find((response) => response.id === id)?.body ?? {}
const pageOf = (...results: object[]) => ({ count: 1, next: null, previous: null, results })

describe('Isolated', () => {
  const isolated = (text: string) => textOf(renderToString(<Isolated>{text}</Isolated>))

  it('removes only the ends of isolates that the text has not begun', () => {
    expect(isolated('\u2069\u202eabc')).toBe('\u202eabc')
    expect(isolated('a\u2067b\u2069c\u2069d')).toBe('a\u2067b\u2069cd')
    expect(isolated('\u2066\u2067a\u2069\u2069')).toBe('\u2066\u2067a\u2069\u2069')
    expect(isolated('\u202eabc😀')).toBe('\u202eabc😀')
  })

  it('has no blank at its ends, which a link would underline', () => {
    for (const text of ['Oil on canvas ', '\tOil on canvas\u00a0\n']) {
      expect(renderToString(<Isolated>{text}</Isolated>)).toBe('<bdi>Oil on canvas</bdi>')
      expect(isolatedText(text)).toBe('Oil on canvas')
    }
  })

  it('isolates each text of a list', () => {
    const list = (texts: string[]) => renderToString(<IsolatedList texts={texts} separator=" · " />)
    expect(list(['a', 'b'])).toBe('<bdi>a</bdi> · <bdi>b</bdi>')
    expect(list([])).toBe('')
  })
})

it.each([
  ['listGalleries', 'total_artworks'],
  ['retrieveGallery', 'total_artworks'],
  ['listVenues', 'artworks_for_sale_count'],
  ['retrieveVenue', 'artworks_for_sale_count'],
] as const)('%s writes a number with separators of thousands', (id, field) => {
  const record = bodyOf(field === 'total_artworks' ? 'retrieveGallery' : 'retrieveVenue')
  const counted = { ...record, [field]: 12_345 }
  const body = id.startsWith('list') ? pageOf(counted) : counted
  expect(textOf(renderView(id, body, '/x/').split('id="json"')[0] ?? '')).toMatch(/12,345/)
})

it('a colour of the request has the name that a picture of the page has for it', () => {
  const artwork = bodyOf('retrieveMarketplaceArtwork')
  const colors_data = [{ id: 1, name: 'Fire Brick', value: '(178, 34, 10)', is_grayscale: false }]
  const featured_image = { ...(artwork['featured_image'] as object), colors_data }
  const page = pageOf({ ...artwork, featured_image })
  const of = (color: string) => {
    const path = `/x/?color_tolerance=0&color=${encodeURIComponent(color)}`
    return renderView('listMarketplaceArtworks', page, path)
  }
  expect(textOf(of('#B2220a'))).toContain('Colour: Fire Brick, tolerance 0')
  expect(of('#b2220a')).toContain('<option value="#b2220a" selected>Fire Brick</option>')
  expect(textOf(of('#b2220b'))).toContain('Colour: #b2220b, tolerance 0')
})

describe('views isolate', () => {
  /** The isolated texts between the breadcrumbs and the JSON of the record. */
  const isolatedIn = (html: string) =>
    (
      html
        .split('</ol></nav>')[1]
        ?.split('id="json"')[0]
        ?.match(/<bdi>.*?<\/bdi>/gsu) ?? []
    ).map(textOf)

  it('artists, titles, tags and places of an artwork', () => {
    const artists = [{ name: 'One' }, { name: 'Two' }]
    const tags = [{ name: 'sea' }, { name: 'quay' }]
    const category = { name: 'Paintings', description: '' }
    const record = bodyOf('retrieveMarketplaceArtwork')
    const gallery = { ...(record['gallery'] as object), name: 'Quayside' }
    const place = { zip_code: '8000', city: 'Aarhus' }
    const artwork = { ...record, title: 'T', artists, tags, category, gallery, ...place }
    const list = renderView('listMarketplaceArtworks', pageOf(artwork), '/x/')
    expect(isolatedIn(list)).toEqual(['One', 'Two', 'T'])
    const html = renderView('retrieveMarketplaceArtwork', artwork, '/x/1/')
    const work = ['One', 'Two', 'T', 'Paintings', 'sea', 'quay']
    expect(isolatedIn(html)).toEqual([...work, 'One', 'Two', 'Quayside', '8000', 'Aarhus'])
  })

  it('venue, place and kind of an event', () => {
    const event = bodyOf('retrieveEvent')
    const list = renderView('listEvents', pageOf(event), '/x/')
    expect(isolatedIn(list)).toContain('Kunsthal Nord')
    expect(isolatedIn(renderView('retrieveEvent', event, '/x/1/'))).toContain('Denmark')
  })

  it('city and country of a venue', () => {
    const place = ['Aarhus', 'Denmark']
    const venue = bodyOf('retrieveVenue')
    expect(isolatedIn(renderView('listVenues', pageOf(venue), '/x/'))).toEqual(place)
    expect(isolatedIn(renderView('retrieveVenue', venue, '/x/1/'))).toEqual(place)
  })

  it.each([
    ['listMarketplaceArtworks', 'retrieveMarketplaceArtwork'],
    ['listEvents', 'retrieveEvent'],
    ['listVenues', 'retrieveVenue'],
    ['listArtists', 'retrieveArtist'],
  ] as const)('titles and names in the attributes of %s', (list, record) => {
    const body = bodyOf(record)
    const image = { ...(body['featured_image'] as object), alt_text: '' }
    const title = '\u202eT'
    const names = {
      title,
      name: title,
      artists: [{ name: title }],
      venue: { ...(body['venue'] as object), name: title },
    }
    const changed = { ...body, ...names, featured_image: image, geolocation: '51.9,4.4' }
    const html = renderView(list, pageOf(changed), '/x/') + renderView(record, changed, '/x/1/')
    const texts = [...html.matchAll(/ (?:alt|aria-label)="([^"]*\u202e[^"]*)"/g)].map(
      ([, text]) => text,
    )
    expect(texts).not.toEqual([])
    for (const text of texts)
      expect(text?.replaceAll('\u2068\u202eT\u2069', '')).not.toContain('\u202e')
  })

  it('the search text', () => {
    const html = renderView('listTags', { ...pageOf(), count: 0 }, '/tags/?name=zz')
    expect(isolatedIn(html)).toEqual(['zz'])
  })
})

describe('a view shows', () => {
  it.each([
    ['retrieveEvent', 'banner_logo'],
    ['retrieveEventCategory', 'image'],
  ] as const)('the picture that %s names as %s', (id, field) => {
    const html = renderView(id, { ...bodyOf(id), [field]: 'https://p.example/l.png' }, '/x/1/')
    expect(html).toContain('<img src="https://p.example/l.png"')
  })
})

describe('titleText', () => {
  it.each(['\u200b\u200d', '\u3164', '\u2800', '\u202e\u2069\ufeff', '\u00ad', '\u0301', ' '])(
    'replaces an invisible title: %j',
    (title) => {
      expect(titleText(title)).toBe('Untitled')
    },
  )

  it.each(['a', '\u200b7', '…', '€', '😀', 'ثعبان', '無題'])(
    'keeps a visible title: %s',
    (title) => {
      expect(titleText(title)).toBe(title)
    },
  )

  const INVISIBLE = '\u200b'

  it.each([
    ['listMarketplaceArtworks', 'retrieveMarketplaceArtwork', 'title'],
    ['listEvents', 'retrieveEvent', 'title'],
    ['listVenues', 'retrieveVenue', 'name'],
  ] as const)('makes links and headings of %s visible', (list, record, field) => {
    const body = { ...bodyOf(record), [field]: INVISIBLE }
    const listHtml = renderView(list, pageOf(body), '/x/')
    const link = /<h[23]>.*?(<a href.*?<\/a>)/su.exec(listHtml)?.[1] ?? ''
    expect(textOf(link)).toBe('Untitled')
    const html = renderView(record, body, '/x/1/')
    expect(textOf(/<h1>.*?<\/h1>/su.exec(html)?.[0] ?? '')).toMatch(/^Untitled/)
    expect(html).toMatch(/<title>(?:Cancelled: )?Untitled, [^<]+ – Art Marketplace<\/title>/)
  })

  it('makes the link to the venue of an event visible', () => {
    const event = bodyOf('retrieveEvent')
    const venue = { ...(event['venue'] as object), name: INVISIBLE }
    const html = renderView('retrieveEvent', { ...event, venue }, '/events/1/')
    expect(html).toMatch(/<a href="\/api\/v1\/venues\/\d+\/"><bdi>Untitled<\/bdi><\/a>/)
  })
})

describe('WebLink', () => {
  const html = (url: string) => renderToString(<WebLink url={url}>there</WebLink>)

  it.each(['https://a.example/b?c=d', 'http://a.example'])('links %s', (url) => {
    expect(html(url)).toBe(`<a href="${url}">there</a>`)
  })

  it.each([
    'javascript:alert(1)//https://a.example',
    'data:text/html,https://a.example',
    ' https://a.example',
    '//a.example',
    '',
  ])('does not link "%s"', (url) => {
    expect(html(url)).toBe('<span>there</span>')
  })
})

it.each([
  ['Harbour', 'Harbour'],
  ['Low \u202ETide', '\u2068Low \u202ETide\u2069'],
  ['מרפא\u2069', '\u2068מרפא\u2069'],
])('isolates the directions of %j in a title', (text, isolated) => {
  expect(isolatedText(text)).toBe(isolated)
})
