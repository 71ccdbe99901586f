import fc from 'fast-check'
import { isVisible } from '../../src/request-body/contract-keywords.ts'
import { anyCharacter } from '../support/any-character.ts'

/** Any characters that can be stored, line breaks among them. */
export const anyString: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('', 'Ærøskøbing', 'First line\r\nsecond line\r\n', '静物 🎨', ' "a\\b" <c> '),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
  .map((value) => value.replaceAll('\0', ''))

/** In the normal form of a URL parser, as the response validator requires. */
export const webUrl: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('https://kunsthal-nord.example', "http://a.b:8080/c/?d=e&f=%C3%A5#(g)'"),
    fc.webUrl({ withFragments: true, withQueryParameters: true, size: 'small' }),
  )
  .map((url) => new URL(url).href)

/** A title or a name. */
export const visibleText: fc.Arbitrary<string> = anyString
  .map((text) =>
    text
      .replaceAll(/\p{Cc}/gu, '')
      .trimStart()
      .slice(0, 250),
  )
  .filter((text) => isVisible(text) && text.isWellFormed())
