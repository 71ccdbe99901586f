import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugStem } from '../../src/writes/slug.ts'
import { anyCharacter } from '../support/any-character.ts'

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
    ['静物 II', 'jing-wu-ii'],
    ['日本語の絵', 'ri-ben-yu-no-hui'],
    ['한국의 봄', 'hangugui-bom'],
    ['\u200B', ''],
    ['...', ''],
    ['', ''],
  ])('makes "%s" into "%s"', (text, stem) => {
    expect(slugStem(text, 80)).toBe(stem)
  })

  it('ends with a whole word or a cut one, never with a hyphen', () => {
    expect(slugStem('quiet harbour', 6)).toBe('quiet')
    expect(slugStem('quiet harbour', 7)).toBe('quiet-h')
  })

  // UAX 31, tables 5 and 7: the scripts in wide and in limited use.
  it.each(
    `Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew
     Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Adlam
     Balinese Bamum Batak Canadian_Aboriginal Chakma Cham Cherokee Hanifi_Rohingya Javanese Kayah_Li Lepcha Limbu Lisu
     Mandaic Meetei_Mayek Miao Newa Nko Ol_Chiki Osage Saurashtra Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet
     Tifinagh Vai Wancho Yi Mongolian`.split(/\s+/),
  )('is readable for most words of the script %s', (script) => {
    const letter = new RegExp(`^[\\p{sc=${script}}&&\\p{L}]$`, 'v')
    const letters = Array.from({ length: 0x20_000 }, (_, code) => String.fromCodePoint(code))
    const own = letters.filter((character) => letter.test(character))
    const unread = own.filter((character) => slugStem(character.repeat(2), 80) === '')
    expect(own.length).toBeGreaterThan(20)
    expect(unread.length / own.length).toBeLessThan(0.2)
  })

  it('is a valid stem for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat({ max: 40 }), (text, maxLength) => {
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
