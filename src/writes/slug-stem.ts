import slugify from '@sindresorhus/slugify'

/** Further characters are ignored: enough for any slug, and bounded work for a long text. */
const MAX_TEXT_LENGTH = 200

/**
 * The part of a slug that says what the record is: lower-case ASCII letters, digits and single
 * hyphens between them, `maxLength` characters at most. Empty when nothing of the text remains, as
 * of Chinese or emoji.
 */
export function slugStem(text: string, maxLength: number): string {
  // NFKD, because the library knows no ligatures, fractions or wide letters. An umlaut goes, because
  // the library's "oe" for it is German; elsewhere, and in our sort keys, it is an "o".
  const plain = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    .replace(/([aou])\u0308/gi, '$1')
  return slugify(plain, { decamelize: false }).slice(0, maxLength).replace(/-$/, '')
}
