import { randomInt } from 'node:crypto'

const MAX_STEM_LENGTH = 80
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const SUFFIX_LENGTHS = [4, 8, 16]

interface SlugSource {
  readonly title: string
  /** The stem when no character of the title can be in a URL. */
  readonly fallback: string
  readonly isDraft?: boolean
}

/**
 * Inserts a record with a unique slug: the transliterated title, with a short random suffix if the slug without
 * suffix is taken. The slug of a draft always has a suffix. Otherwise the suffix of a later record with the same
 * title would reveal that the draft exists.
 * @param insert returns undefined when the slug is taken; only the database can decide that without a race.
 */
export async function insertWithSlug<Row>(
  { title, fallback, isDraft = false }: SlugSource,
  insert: (slug: string) => Promise<Row | undefined>,
): Promise<Row> {
  // Imported on demand: its transliteration tables would slow down every start.
  const { slugStem } = await import('./slug-stem.ts')
  const stem = slugStem(title, MAX_STEM_LENGTH) || fallback
  const suffixes = SUFFIX_LENGTHS.map((length) => `-${randomText(length)}`)
  for (const suffix of isDraft ? suffixes : ['', ...suffixes]) {
    const row = await insert(`${stem}${suffix}`)
    if (row !== undefined) return row
  }
  throw new Error(`No slug is free for ${stem}`)
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
