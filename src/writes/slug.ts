import { randomInt } from 'node:crypto'

const MAX_STEM_LENGTH = 80
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const SUFFIX_LENGTHS = [4, 8, 16]
const DRAFT_SUFFIX_LENGTH = 4

export interface SlugSource {
  readonly title: string
  /** The stem when no character of the title can be in a URL. */
  readonly fallback: string
  readonly isDraft?: boolean
}

/**
 * The slugs to try for a record, one after the other, until one is free: the transliterated title, then the title with
 * short random suffixes. The slug of a draft always has a suffix. Otherwise the suffix of a later record with the same
 * title would reveal that the draft exists.
 * @returns an iterator that throws after its last slug.
 */
export async function slugs({
  title,
  fallback,
  isDraft = false,
}: SlugSource): Promise<Iterator<string, never>> {
  // Imported on demand: its transliteration tables would slow down every start.
  const { slugStem } = await import('./slug-stem.ts')
  const stem = slugStem(title, MAX_STEM_LENGTH) || fallback
  return candidates(stem, isDraft)
}

function* candidates(stem: string, isDraft: boolean): Generator<string, never> {
  const withSuffix = (length: number) => `${stem}-${randomText(length)}`
  yield isDraft ? withSuffix(DRAFT_SUFFIX_LENGTH) : stem
  for (const length of SUFFIX_LENGTHS) yield withSuffix(length)
  throw new Error(`No slug is free for ${stem}`)
}

/**
 * Inserts a record with a unique slug.
 * @param insert returns undefined when the slug is taken; only the database can decide that without a race.
 */
export async function insertWithSlug<Row>(
  source: SlugSource,
  insert: (slug: string) => Promise<Row | undefined>,
): Promise<Row> {
  const free = await slugs(source)
  for (;;) {
    const row = await insert(free.next().value)
    if (row !== undefined) return row
  }
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
