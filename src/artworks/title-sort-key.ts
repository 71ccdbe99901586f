/** Letters that Unicode does not decompose, as a reader of Latin script would look them up. */
const FOLDED: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
}
const UNDECOMPOSED = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'gu')

/** Index entries of PostgreSQL end at about 2,700 bytes. */
const MAX_BYTES = 2_000

/**
 * The key that titles are ordered by: case and accents folded. PostgreSQL compares it by bytes, so
 * the order is the same on every machine (design: ordering). Whoever writes a title writes its key.
 */
export function titleSortKey(title: string): string {
  const folded = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => FOLDED[letter] ?? letter)
    .trim()
  return Buffer.byteLength(folded) <= MAX_BYTES ? folded : folded.slice(0, MAX_BYTES / 4)
}
