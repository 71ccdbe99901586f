import slugify from '@sindresorhus/slugify'
import transliterate from '@sindresorhus/transliterate'
import anyAscii from 'any-ascii'

/** Characters beyond this length are ignored, which bounds the work for a long text. */
const MAX_TEXT_LENGTH = 200

/**
 * The readable part of a slug: lower-case ASCII letters, digits and single hyphens between them, at most
 * `maxLength` characters. Empty when no character of the text is a letter or a digit. Chinese characters are written as
 * in Chinese, also in a Japanese text.
 */
export function slugStem(text: string, maxLength: number): string {
  // NFKD, because the library has no ligatures, fractions or wide letters. Diaereses are removed first: the
  // library writes "oe" as in German, but other languages and our sort keys have "o".
  const plain = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    // One character can become 18.
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/([aou])\u0308/gi, '$1')
  return slugify(ascii(plain), { decamelize: false }).slice(0, maxLength).replace(/-$/, '')
}

/** `transliterate` writes the languages that it knows as their readers do; `anyAscii` knows all scripts. */
function ascii(text: string): string {
  const rest = transliterate(text).normalize('NFC')
  return anyAscii(rest.replace(/\p{Script=Han}/gu, (character) => ` ${anyAscii(character)} `))
}
