import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { Isolated, IsolatedList } from '../../src/pages/components/text.tsx'
import { useFullAnswers } from './full-answers.ts'
import { textOf } from './html.ts'
import { shown } from './shown.ts'

const isolated = (children: string) => textOf(renderToString(h(Isolated, { children })))

describe('a text that is isolated', () => {
  it('loses the ends of isolates that it has not begun, and nothing else', () => {
    expect(isolated('\u2069\u202eabc')).toBe('\u202eabc')
    expect(isolated('a\u2067b\u2069c\u2069d')).toBe('a\u2067b\u2069cd')
    expect(isolated('\u2066\u2067a\u2069\u2069')).toBe('\u2066\u2067a\u2069\u2069')
    expect(isolated('\u202eabc😀')).toBe('\u202eabc😀')
  })

  it('is one of a list', () => {
    const list = (texts: string[]) => renderToString(h(IsolatedList, { texts, separator: ' · ' }))
    expect(list(['a', 'b'])).toBe('<bdi>a</bdi> · <bdi>b</bdi>')
    expect(list([])).toBe('')
  })
})

describe('what stands beside other text', () => {
  const answers = useFullAnswers()
  const bodyOf = (id: string) => answers.find((answer) => answer.id === id)?.body ?? {}
  const listed = (id: string) => ({ count: 1, next: null, previous: null, results: [bodyOf(id)] })

  /** The texts that are isolated before the JSON of the record, which is another matter. */
  const apart = (html: string) =>
    (html.split('id="json"')[0]?.match(/<bdi>.*?<\/bdi>/gsu) ?? []).map(textOf)

  it('is isolated: artists, titles, tags and places of an artwork', () => {
    const artists = [{ name: 'One' }, { name: 'Two' }]
    const tags = [{ name: 'sea' }, { name: 'quay' }]
    const category = { name: 'Paintings', description: '' }
    const record = bodyOf('retrieveMarketplaceArtwork')
    const gallery = { ...(record['gallery'] as object), name: 'Quayside' }
    const place = { zip_code: '8000', city: 'Aarhus' }
    const artwork = { ...record, title: 'T', artists, tags, category, gallery, ...place }
    const page = { count: 1, next: null, previous: null, results: [artwork] }
    expect(apart(shown('listMarketplaceArtworks', page, '/x/'))).toEqual(['One', 'Two', 'T'])
    const html = shown('retrieveMarketplaceArtwork', artwork, '/x/1/')
    const work = ['One', 'Two', 'T', 'Paintings', 'sea', 'quay']
    expect(apart(html)).toEqual([...work, 'One', 'Two', 'Quayside', '8000', 'Aarhus'])
  })

  it('is isolated: venue, place and kind of an event', () => {
    const venue = 'Kunsthal Nord'
    expect(apart(shown('listEvents', listed('retrieveEvent'), '/x/'))).toContain(venue)
    expect(apart(shown('retrieveEvent', bodyOf('retrieveEvent'), '/x/1/'))).toContain('Denmark')
  })

  it('is isolated: city and country of a venue', () => {
    const place = ['Aarhus', 'Denmark']
    expect(apart(shown('listVenues', listed('retrieveVenue'), '/x/'))).toEqual(place)
    expect(apart(shown('retrieveVenue', bodyOf('retrieveVenue'), '/x/1/'))).toEqual(place)
  })

  it('is isolated: what was searched for', () => {
    const nothing = { count: 0, next: null, previous: null, results: [] }
    expect(apart(shown('listTags', nothing, '/tags/?name=zz'))).toEqual(['zz'])
  })
})
