import { createHash } from 'node:crypto'
import { titleSortKey } from '../../src/artworks/title-sort-key.ts'

const MAX_WORDS_LENGTH = 80
const SUFFIX_LENGTH = 10

/** A URL-safe name that stays the same for the same record of the same source, and its own. */
export function slugOf(name: string, source: string, externalId: string): string {
  const words = titleSortKey(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_WORDS_LENGTH)
    .replace(/^-+|-+$/g, '')
  const suffix = createHash('sha256').update(`${source}\n${externalId}`).digest('hex')
  return [words, suffix.slice(0, SUFFIX_LENGTH)].filter(Boolean).join('-')
}
