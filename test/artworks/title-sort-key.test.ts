import { describe, expect, it } from 'vitest'
import { titleSortKey } from '../../src/artworks/title-sort-key.ts'

describe('titleSortKey', () => {
  it.each([
    ['Harbour at Dusk', 'harbour at dusk'],
    ['ÉTUDE', 'etude'],
    ['Étude', 'etude'],
    ['E\u0301tude', 'etude'],
    ['Ødegård', 'odegard'],
    ['Æther œuvre', 'aether oeuvre'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Łódź', 'lodz'],
    ['Þing', 'thing'],
    ['İstanbul ISPARTA ısı', 'istanbul isparta isi'],
    ['ﬁgure № 5', 'figure no 5'],
    ['Ｗｉｄｅ', 'wide'],
    ['  edges  ', 'edges'],
    ['静物', '静物'],
    ['', ''],
  ])('folds "%s" to "%s"', (title, key) => {
    expect(titleSortKey(title)).toBe(key)
  })

  it('is the same for a folded title', () => {
    expect(titleSortKey(titleSortKey('Ærø, ÉTÉ'))).toBe(titleSortKey('Ærø, ÉTÉ'))
  })

  it.each(['a', 'é', '静', '😀', '\u1e9b\u0323', 'ﷺ'])(
    'fits its index for 1000 times "%s"',
    (text) => {
      const key = titleSortKey(text.repeat(1_000))
      expect(Buffer.byteLength(key)).toBeLessThanOrEqual(2_000)
      expect(key.length).toBeGreaterThan(400)
      // Half a character would be stored as another.
      expect(Buffer.from(key).toString()).toBe(key)
    },
  )
})
