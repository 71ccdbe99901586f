import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useFullAnswers, type FullAnswer } from './full-answers.ts'
import { tagsOf, textOf, type Tag } from './html.ts'
import { shown } from './shown.ts'

const answers = useFullAnswers()

/** What a text field of the contract can never hold: these have a form that is checked. */
const HAS_FORM = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Z]{2,3})$/
const IS_ADDRESS = /^https?:\/\//

type Changed = (value: string) => string

/** The body with every text of it changed. */
function withTexts(body: unknown, changed: Changed): unknown {
  if (typeof body === 'string') return changed(body)
  if (Array.isArray(body)) return body.map((item) => withTexts(item, changed))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, withTexts(value, changed)]),
  )
}

function pageOf({ id, path, body }: FullAnswer, changed: Changed): string {
  return shown(id, withTexts(body, changed) as object, path)
}

/** Everything but addresses and what has a form is this text. */
const textsAre = (text: string) => (value: string) =>
  value === '' || HAS_FORM.test(value) || IS_ADDRESS.test(value) ? value : text

const addressesAre = (text: string) => (value: string) => (IS_ADDRESS.test(value) ? text : value)

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
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', 'a', '-', '!'),
    minLength: 1,
  }),
  fc.constantFrom(...HOSTILE),
)

describe.each(answers)('the page of $id', (answer) => {
  it('has no element and no attribute of what a text says, whatever it says', () => {
    const plain = skeleton(tagsOf(pageOf(answer, textsAre('x'))))
    expect(plain.length).toBeGreaterThan(20)
    fc.assert(
      fc.property(anyText, (text) => {
        expect(skeleton(tagsOf(pageOf(answer, textsAre(`x${text}`))))).toEqual(plain)
      }),
      { numRuns: 60 },
    )
  })

  it('leads nowhere but to http and https, and shows no picture but of the media host and its own', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.webUrl()), (address) => {
        for (const { name, attributes } of tagsOf(pageOf(answer, addressesAre(address)))) {
          if (name === 'img') {
            expect(attributes['src']).toMatch(/^(https:\/\/(media|art)\.example|\/assets)\//)
          }
          for (const link of [attributes['href'], attributes['action']]) {
            if (link !== undefined) expect(link).toMatch(/^(https?:\/\/|\/(?!\/)|#)/)
          }
          expect(Object.keys(attributes).join(' ')).not.toMatch(/\bon|style|srcdoc|formaction/)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a hostile text', () => {
  it.each(HOSTILE)('is shown as it is: %j', (text) => {
    const artwork = answers.find(({ id }) => id === 'retrieveMarketplaceArtwork')
    const html = shown('retrieveMarketplaceArtwork', { ...artwork?.body, title: text }, '/x/1/')
    const [, heading = ''] = /<h1>(.*?)<span/su.exec(html) ?? []
    expect(textOf(heading)).toBe(text)
  })

  it('is shown as it is in the request, the search and the message', () => {
    const path = `/venues/?name=${encodeURIComponent('"><script>')}`
    const nothing = { count: 0, next: null, previous: null, results: [] }
    const html = shown('listVenues', nothing, path)
    expect(tagsOf(html).filter(({ name }) => name === 'script')).toHaveLength(2)
    const search = tagsOf(html).find(({ attributes }) => attributes['type'] === 'search')
    expect(search?.attributes['value']).toBe('"><script>')
    expect(textOf(html)).toContain('No name has “"><script>” in it.')
  })
})
