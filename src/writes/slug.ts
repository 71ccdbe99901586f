import { createHash, randomInt } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import transliterate from '@sindresorhus/transliterate'
import anyAscii from 'any-ascii'

/** Characters beyond this length are ignored, which bounds the work for a long text. */
const MAX_TEXT_LENGTH = 200

const MAX_STEM_LENGTH = 80
const SUFFIX_LENGTH = 10
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

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

/** A URL-safe name that is unique, and stays the same for the same record of the same source. */
export function slugOf(name: string, source: string, externalId: string): string {
  const words = slugStem(name, MAX_STEM_LENGTH)
  const suffix = createHash('sha256').update(`${source}\n${externalId}`).digest('hex')
  return [words, suffix.slice(0, SUFFIX_LENGTH)].filter(Boolean).join('-')
}

interface SlugSource {
  readonly title: string
  /** The stem when no character of the title can be in a URL. */
  readonly fallback: string
  /** Whether the first choice has a suffix, too. */
  readonly hasSuffix: boolean
}

/** A slug, and the one to store in its place when another record has it. */
export interface SlugChoice {
  readonly slug: string
  readonly spare_slug: string
}

/**
 * The slugs to try for a record, one choice after the other, until one is free: the transliterated title, then the title
 * with short random suffixes. The slug of a record that is not public must have a suffix. Otherwise the suffix of a later
 * record with the same title would reveal that the record exists.
 * @returns an iterator that throws after its last choice.
 */
export function* slugs({ title, fallback, hasSuffix }: SlugSource): Generator<SlugChoice, never> {
  const stem = slugStem(title, MAX_STEM_LENGTH) || fallback
  const withSuffix = (length: number) => `${stem}-${randomText(length)}`
  yield { slug: hasSuffix ? withSuffix(4) : stem, spare_slug: withSuffix(4) }
  // A concurrent write has taken the slug between its check and the insertion, or another line of the batch has it.
  yield { slug: withSuffix(8), spare_slug: withSuffix(16) }
  throw new Error(`No slug is free for ${stem}`)
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
