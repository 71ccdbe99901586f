import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { useFullResponses, type FullResponse } from './full-responses.ts'
import { tagsOf, textOf, type Tag } from './html.ts'
import { renderView } from './render-view.ts'
import { anyCharacter } from '../support/any-character.ts'

const responses = useFullResponses()

/** Timestamps and codes, whose format the contract defines. */
const HAS_FORMAT = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Z]{2,3})$/
const IS_URL = /^https?:\/\//

type Changed = (value: string) => string

/** The body with each text replaced. */
function withTexts(body: unknown, changed: Changed): unknown {
  if (typeof body === 'string') return changed(body)
  if (Array.isArray(body)) return body.map((item) => withTexts(item, changed))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, withTexts(value, changed)]),
  )
}

function pageOf({ id, path, body }: FullResponse, changed: Changed): string {
  return renderView(id, withTexts(body, changed) as object, path)
}

/** Replaces each text except URLs and formatted values. */
const textsAre = (text: string) => (value: string) =>
  value === '' || HAS_FORMAT.test(value) || IS_URL.test(value) ? value : text

const urlsAre = (text: string) => (value: string) => (IS_URL.test(value) ? text : value)

/** Names of elements and attributes, in their order. */
const skeleton = (tags: readonly Tag[]) =>
  tags.map(({ name, attributes }) => [name, ...Object.keys(attributes)].join(' '))

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onmouseover='alert(1)`,
  '</pre></title><svg/onload=alert(1)>',
  '<!--',
  ']]>',
  '&lt;script&gt;&#60;script&#62;',
  '{{7*7}}${7*7}',
  '\u202e\ud83d\ude00 \u2028\u2029 e\u0301 ثعبان',
  '\r\nSet-Cookie: a=b',
  'javascript:alert(1)',
]

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1 }),
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', 'a', '-', '!'),
    minLength: 1,
  }),
  fc.constantFrom(...HOSTILE),
)

describe.each(responses)('the view of $id', (response) => {
  it('has the same elements and attributes with any text', () => {
    const plain = skeleton(tagsOf(pageOf(response, textsAre('x'))))
    expect(plain.length).toBeGreaterThan(20)
    fc.assert(
      fc.property(anyText, (text) => {
        expect(skeleton(tagsOf(pageOf(response, textsAre(`x${text}`))))).toEqual(plain)
      }),
      { numRuns: amount({ commit: 20, nightly: 60 }) },
    )
  })

  it('links only http and https, and calendars of its own, and loads pictures only by http and https', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.webUrl()), (url) => {
        for (const { name, attributes } of tagsOf(pageOf(response, urlsAre(url)))) {
          if (name === 'img') {
            expect(attributes['src']).toMatch(/^(https?:\/\/|\/(?!\/))/)
          }
          for (const link of [attributes['href'], attributes['action']]) {
            if (link !== undefined) {
              expect(link).toMatch(/^(https?:\/\/|webcal:\/\/art\.example\/|\/(?!\/)|#)/)
            }
          }
          expect(Object.keys(attributes).join(' ')).not.toMatch(/\bon|style|srcdoc|formaction/)
        }
      }),
      { numRuns: amount({ commit: 20, nightly: 60 }) },
    )
  })
})

describe('a hostile text', () => {
  it.each(HOSTILE)('is shown unchanged, without blanks around it: %j', (text) => {
    const artwork = responses.find(({ id }) => id === 'retrieveMarketplaceArtwork')
    const html = renderView(
      'retrieveMarketplaceArtwork',
      { ...artwork?.body, title: text },
      '/x/1/',
    )
    const [, heading = ''] = /<h1>(.*?)<span/su.exec(html) ?? []
    expect(textOf(heading)).toBe(text.trim())
  })

  it('is shown unchanged in the request, the search and the message', () => {
    const path = `/venues/?name=${encodeURIComponent('"><script>')}`
    const empty = { count: 0, next: null, previous: null, results: [] }
    const html = renderView('listVenues', empty, path)
    const scripts = tagsOf(html).filter(({ name }) => name === 'script')
    expect(scripts.map(({ attributes }) => attributes['type'])).toEqual([
      'application/ld+json',
      undefined,
      undefined,
    ])
    const search = tagsOf(html).find(({ attributes }) => attributes['id'] === 'name')
    expect(search?.attributes['value']).toBe('"><script>')
    expect(textOf(html)).toContain('No name has “"><script>” in it.')
  })
})
