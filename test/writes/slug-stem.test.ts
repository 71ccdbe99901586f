import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugStem } from '../../src/writes/slug-stem.ts'

describe('slugStem', () => {
  it.each([
    ['Harbour at Dusk', 'harbour-at-dusk'],
    ['Étude № 5, Łódź', 'etude-no-5-lodz'],
    ['Straße nach Ærø', 'strasse-nach-aero'],
    ['Öland, Zürich, a\u0308', 'oland-zurich-a'],
    ['Чайка над Волгой', 'chayka-nad-volgoy'],
    ['Μουσείο Μπενάκη', 'moyseio-mpenaki'],
    ["Don't Ask Conway’s Dog", 'dont-ask-conways-dog'],
    ['ﬁgure ½, Ｗｉｄｅ', 'figure-1-2-wide'],
    ['McCay & Sons', 'mccay-and-sons'],
    ['--  Untitled (#12)  --', 'untitled-12'],
    ['a\\b_c', 'a-b-c'],
    ['😀👍', ''],
    ['静物', ''],
    ['...', ''],
    ['', ''],
  ])('makes "%s" into "%s"', (text, stem) => {
    expect(slugStem(text, 80)).toBe(stem)
  })

  it('ends with a whole word or a cut one, never with a hyphen', () => {
    expect(slugStem('quiet harbour', 6)).toBe('quiet')
    expect(slugStem('quiet harbour', 7)).toBe('quiet-h')
  })

  it('is a valid stem for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 40 }), (text, maxLength) => {
        const stem = slugStem(text, maxLength)
        expect(stem).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
        expect(stem.length).toBeLessThanOrEqual(maxLength)
      }),
    )
  })

  // The library takes seconds for a text of megabytes.
  it('uses the first 200 characters only', () => {
    expect(slugStem(`${'-'.repeat(198)}word`, 60)).toBe('wo')
    expect(slugStem('a'.repeat(10_000), 300)).toBe('a'.repeat(200))
  })
})
