import { createHash } from 'node:crypto'
import { slugStem } from './slug-stem.ts'

const MAX_WORDS_LENGTH = 80
const SUFFIX_LENGTH = 10

/** A URL-safe name that is unique, and stays the same for the same record of the same source. */
export function slugOf(name: string, source: string, externalId: string): string {
  const words = slugStem(name, MAX_WORDS_LENGTH)
  const suffix = createHash('sha256').update(`${source}\n${externalId}`).digest('hex')
  return [words, suffix.slice(0, SUFFIX_LENGTH)].filter(Boolean).join('-')
}
