import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { picturesOf } from '../../src/pages/pictures.ts'
import { document } from '../contract/document.ts'
import { renderView } from './render-view.ts'

const PUBLIC = 'https://art.example/shop'
const urls = { public: PUBLIC, media: `${PUBLIC}/media` }
const partner = 'https://pictures.partner.example/a.jpg?w=1'

describe('the address of a picture', () => {
  it('of this service is a path, which any host of a proxy or a port mapping has', () => {
    expect(picturesOf(urls).addressOf(`${PUBLIC}/media/a.svg?w=1`)).toBe('/shop/media/a.svg?w=1')
  })

  it.each([
    [undefined, partner],
    [['pictures.partner.example'], partner],
    [['*.partner.example'], partner],
    [['partner.example'], undefined],
    [['*.pictures.partner.example'], undefined],
    [[], undefined],
  ])('of a partner with the hosts %j is %s', (hosts, address) => {
    expect(picturesOf(urls, hosts).addressOf(partner)).toBe(address)
  })

  it('of the media host needs no permission', () => {
    const media = 'https://media.example/1.webp'
    const pictures = picturesOf({ ...urls, media: 'https://media.example' }, [])
    expect(pictures.addressOf(media)).toBe(media)
    expect(pictures.sources).toEqual(["'self'", 'https://media.example'])
  })

  it('never begins with two slashes, and has no scheme but http and https', () => {
    const texts = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.string().map((path) => `https://art.example/${path}`),
      fc.constantFrom('javascript:alert(1)', 'data:image/svg+xml,x', 'https://art.example//x.y/z'),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(picturesOf(urls).addressOf(text) ?? '/').toMatch(/^(https?:\/\/|\/(?!\/))/)
      }),
    )
  })
})

describe('the sources of pictures', () => {
  it.each([
    ['https://art.example', ["'self'", 'https:']],
    ['http://127.0.0.1:3000', ["'self'", 'https:', 'http:']],
  ])('are all hosts by default, at %s', (url, sources) => {
    expect(picturesOf({ public: url, media: `${url}/media` }).sources).toEqual(sources)
  })
})

it.each([
  ['retrieveMarketplaceArtwork', 'Artwork', 'frame large'],
  ['retrieveEvent', 'Event', 'frame large scene'],
  ['retrieveVenue', 'Venue', 'frame large scene'],
] as const)('%s shows the picture of the record with its caption', (id, example, frame) => {
  const record = document.components.examples[example]?.value as { featured_image: object }
  const captioned = {
    ...record,
    featured_image: { ...record.featured_image, caption: 'In spring' },
  }
  const html = renderView(id, captioned, '/x/1/')
  const [, figure = ''] = /<figure>(.*?)<\/figure>/s.exec(html) ?? []
  expect(figure).toMatch(
    new RegExp(`^<div class="${frame}">.*<figcaption.*?>In spring</figcaption>$`, 's'),
  )
})
