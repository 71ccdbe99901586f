import type { VNode } from 'preact'
import type { ListName } from '../../lists/list.ts'
import type { Site } from '../site.ts'
import { fold, MAX_WORDS, searchedList } from './search-field.tsx'
import { Isolated } from './text.tsx'

interface SimilarWordsProps {
  readonly site: Site
  readonly path: string
  readonly search: string
  /** Of the page. */
  readonly records: readonly object[]
}

/** Says that a misspelt letter was forgiven. */
export function SimilarWords({ site, path, search, records }: SimilarWordsProps): VNode | null {
  const [record] = records
  if (record === undefined || !lacksWord(record, searchedList(site, path), search)) return null
  return (
    <p class="note">
      No exact match for “<Isolated>{search}</Isolated>”. These have similar words.
    </p>
  )
}

/** The fields that are searched. */
const SEARCHED: { readonly [Name in ListName]: readonly string[] } = {
  artworks: ['title', 'medium', 'artists', 'gallery', 'tags'],
  events: ['title', 'content', 'venue', 'city'],
}

/**
 * Whether a record surely lacks a word of a search that has found it. If any public record has all words, only such records are
 * found, so one record tells it of all. The letters of its texts are compared without the signs between them: that never
 * misses a word that the search has found, wherever it begins.
 */
function lacksWord(record: object, list: ListName, search: string): boolean {
  const fields = SEARCHED[list].map((field) => (record as Record<string, unknown>)[field])
  // A record of a sparse list may be without texts that have the word.
  if (fields.includes(undefined)) return false
  const letters = lettersOf(fields.flatMap(textsIn).join(' '))
  const terms = search.replaceAll(PHRASE, ' ').split(/[\s、，・"“”„‟＂«»]+/u)
  const words = terms.flatMap(forgivableIn)
  const doAllCount = (search.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MAX_WORDS
  return doAllCount && words.some((word) => !letters.includes(word))
}

/** The words of a term in which a letter is forgiven. */
function forgivableIn(term: string): string[] {
  return (fold(term).match(/\p{L}+/gu) ?? []).filter((word) => FORGIVABLE.test(word))
}

const FORGIVABLE = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]{4,16}$/u

const PHRASE = /["“”„‟＂«»][^"“”„‟＂«»]*["“”„‟＂«»]/gu

/** Of a content, 10,000 characters are searched, each of one or two units. */
const MAX_SEARCHED = 20_000

const lettersOf = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]|ـ/gu, '')

/** A text, the names and cities of records, or nothing. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.slice(0, MAX_SEARCHED)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  const { name, city } = (value ?? {}) as { readonly name?: unknown; readonly city?: unknown }
  return [name, city].filter((text) => typeof text === 'string')
}
