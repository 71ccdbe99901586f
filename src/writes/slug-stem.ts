import slugify from '@sindresorhus/slugify'

/** Characters that are looked at: enough for any slug, and a text of megabytes costs no more. */
const LONGEST_TEXT = 200

/**
 * The part of a slug that says what the record is: lower-case ASCII letters, digits and single
 * hyphens between them, `maxLength` characters at most. Empty when nothing of the text remains, as
 * of Chinese or emoji.
 */
export function slugStem(text: string, maxLength: number): string {
  // NFKD, because the library knows no ligatures, fractions or wide letters. An umlaut goes, because
  // the library's "oe" for it is German; elsewhere, and in our sort keys, it is an "o".
  const plain = text
    .slice(0, LONGEST_TEXT)
    .normalize('NFKD')
    .replace(/([aou])\u0308/gi, '$1')
  return slugify(plain, { decamelize: false }).slice(0, maxLength).replace(/-$/, '')
}
