import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { Facts, MapLink, type Fact } from '../../src/pages/components/facts.tsx'
import { tagsOf, textOf } from './html.ts'

describe('Facts', () => {
  const html = (facts: readonly Fact[], title?: string) =>
    renderToString(h(Facts, title === undefined ? { facts } : { facts, title }))

  it('shows only known facts', () => {
    const facts = html([
      ['A', 'a'],
      ['B', null],
      ['C', undefined],
      ['D', ''],
      ['E', false],
      ['F', 0],
    ])
    expect(facts).toBe(
      '<dl class="facts"><div><dt>A</dt><dd>a</dd></div><div><dt>F</dt><dd>0</dd></div></dl>',
    )
  })

  it('has no heading without facts', () => {
    expect(textOf(html([['A', 'a']], 'Letters'))).toBe('LettersAa')
    expect(html([['A', null]], 'Letters')).toBe('')
  })
})

describe('MapLink', () => {
  const html = (geolocation: string) =>
    renderToString(h(MapLink, { geolocation, place: 'Kunsthal Nord' }))

  it('marks the place', () => {
    expect(tagsOf(html('-33.8568,151.2153'))[0]).toEqual({
      name: 'a',
      attributes: {
        class: 'map on-screen',
        href: 'https://www.openstreetmap.org/?mlat=-33.8568&mlon=151.2153#map=16/-33.8568/151.2153',
        'aria-label': 'Map of Kunsthal Nord',
      },
    })
  })

  it.each(['', '56.1533', '91,10', '10,181', '-91,0', 'a,b', '1,2,3', '56.1533,10.2141&x'])(
    'is absent for "%s"',
    (geolocation) => {
      expect(html(geolocation)).toBe('')
    },
  )

  it.each(['90,180', '-90,-180', '0,0'])('is present for %s', (geolocation) => {
    expect(html(geolocation)).not.toBe('')
  })
})
