import { randomInt } from 'node:crypto'

const MAX_STEM_LENGTH = 80
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

export interface SlugSource {
  readonly title: string
  /** The stem when no character of the title can be in a URL. */
  readonly fallback: string
  /** Whether the first choice has a suffix, too. */
  readonly hasSuffix?: boolean
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
export async function slugs({
  title,
  fallback,
  hasSuffix = false,
}: SlugSource): Promise<Iterator<SlugChoice, never>> {
  // Imported on demand: its transliteration tables would slow down every start.
  const { slugStem } = await import('./slug-stem.ts')
  const stem = slugStem(title, MAX_STEM_LENGTH) || fallback
  return choices(stem, hasSuffix)
}

function* choices(stem: string, hasSuffix: boolean): Generator<SlugChoice, never> {
  const withSuffix = (length: number) => `${stem}-${randomText(length)}`
  yield { slug: hasSuffix ? withSuffix(4) : stem, spare_slug: withSuffix(4) }
  // A concurrent write has taken the slug between its check and the insertion, or another line of the batch has it.
  yield { slug: withSuffix(8), spare_slug: withSuffix(16) }
  throw new Error(`No slug is free for ${stem}`)
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
