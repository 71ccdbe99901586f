import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { MapLink } from '../../src/pages/components/facts.tsx'
import { tagsOf } from './html.ts'

const html = (geolocation: string) =>
  renderToString(h(MapLink, { geolocation, place: 'Kunsthal Nord' }))

describe('the link to a map', () => {
  it('marks the place, and tells nobody where it was followed', () => {
    expect(tagsOf(html('-33.8568,151.2153'))[0]).toEqual({
      name: 'a',
      attributes: {
        class: 'map',
        rel: 'noreferrer',
        href: 'https://www.openstreetmap.org/?mlat=-33.8568&mlon=151.2153#map=16/-33.8568/151.2153',
        'aria-label': 'Map of Kunsthal Nord',
      },
    })
  })

  it.each(['', '56.1533', '91,10', '10,181', '-91,0', 'a,b', '1,2,3', '56.1533,10.2141&x'])(
    'is not there for "%s"',
    (geolocation) => {
      expect(html(geolocation)).toBe('')
    },
  )

  it.each(['90,180', '-90,-180', '0,0'])('is there for %s', (geolocation) => {
    expect(html(geolocation)).not.toBe('')
  })
})
