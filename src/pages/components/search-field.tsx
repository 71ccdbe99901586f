import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { contract, resolve } from '../../contract/document.ts'
import { NAMED_TABLES } from '../../database/tables.ts'
import { collectionOf, filtersByName, LISTS, type ListName } from '../../lists/list.ts'
import type { NamedRecord } from '../../read-model/name-search.ts'
import type { NamedByFilter } from '../parts.ts'
import { collectionPath, type Site } from '../site.ts'
import { humanize } from './formatting.tsx'
import { listAddress } from './list-query.ts'
import { Isolated, titleText } from './text.tsx'

// The search of every page. It works without a script: the browser itself offers the names of the page while a person types.

type Schemas = components['schemas']

const MAX_SUGGESTIONS = 60

interface SearchFieldProps {
  readonly site: Site
  /** Of the page. */
  readonly path: string
  readonly search: string
  readonly names: readonly NamedRecord[]
}

/**
 * The search of all events on their pages and those of venues, and of all artworks on any other. The filters of a list have a
 * field to search that list alone.
 */
export function SearchField({ site, path, search, names }: SearchFieldProps): VNode {
  const list = searchedList(site, path)
  const { maxLength } = resolve(contract.components.schemas['SearchText'] ?? {})
  const suggested = [...new Set(names.map(({ name }) => name))].slice(0, MAX_SUGGESTIONS)
  return (
    <form
      role="search"
      class="search"
      action={`${site.api}${LISTS[list].path}`}
      aria-label={TITLES[list]}
    >
      <input
        type="search"
        name="q"
        aria-label={`Search all ${TITLES[list].toLowerCase()}`}
        // Shorter, so that a narrow screen shows all of it.
        placeholder={`Search ${TITLES[list].toLowerCase()}`}
        required
        maxLength={maxLength}
        value={search}
        list={suggested.length > 0 ? 'names' : undefined}
      />
      {suggested.length > 0 && (
        <datalist id="names">
          {suggested.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
      <button>Search</button>
    </form>
  )
}

const TITLES = { artworks: 'Artworks', events: 'Events' } as const

/** The list that the search field of a page searches. */
export function searchedList(site: Site, path: string): ListName {
  const isOfEvents = OF_EVENTS.some((table) =>
    path.startsWith(collectionPath(site, collectionOf(table))),
  )
  return isOfEvents ? 'events' : 'artworks'
}

/** The list of events, and those of the records by which it is filtered. */
const OF_EVENTS = ['events' as const, ...filtersByName('events').map(([, table]) => table)]

/** The named records that records of any kind embed, or are in their collection, each once. */
export function namesIn(records: readonly object[], ofCollection?: string): NamedRecord[] {
  const found = new Map<string, NamedRecord>()
  const add = (collection: NamedRecord['collection'], of: readonly Named[]): void => {
    for (const { id, name } of of) found.set(`${collection} ${id}`, { collection, id, name })
  }
  if (isNamed(ofCollection)) add(ofCollection, records as readonly Named[])
  for (const record of records as readonly Embedding[]) {
    add('artists', record.artists ?? [])
    add('galleries', record.gallery ? [record.gallery] : [])
    add('tags', record.tags ?? [])
    add('venues', record.venue ? [record.venue] : [])
  }
  return [...found.values()].filter(({ name }) => titleText(name) === name)
}

const isNamed = (collection = ''): collection is NamedRecord['collection'] =>
  ['artists', 'galleries', 'tags', 'venues'].includes(collection)

type Named = Pick<NamedRecord, 'id' | 'name'>
type Embedding = Partial<
  Pick<Schemas['Artwork'], 'artists' | 'gallery' | 'tags'> & Pick<Schemas['Event'], 'venue'>
>

const MAX_MATCHES = 8

/** Of a search, so many words and phrases count. */
export const MAX_WORDS = 10

/** A page of 18 ordinary records has fewer than 100 names. */
const MAX_COMPARED = 200

/** The characters of a name that are compared: of one, folding can make 18. */
const MAX_NAME = 300

const MARKS = /\p{M}+/gu

/**
 * Folds at least what `sort_key` folds, so that texts with equal sort keys are equal. Marks are removed first, too: `normalize`
 * would sort each run of them, in quadratic time.
 */
export function fold(text: string): string {
  const plain = text.replaceAll(MARKS, '').normalize('NFKD')
  const lower = plain.toLowerCase().replaceAll(MARKS, '')
  return lower.replaceAll(/[æœßþøđðħıłς]/gu, (letter) => FOLDED[letter] as string)
}

const FOLDED: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ς: 'σ',
}

const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? []

/** The items whose names have a word of the search, or else a word that differs by a letter, as the search forgives one. */
function namedBy<Item extends Pick<Named, 'name'>>(
  search: string,
  items: readonly Item[],
): readonly Item[] {
  const all = wordsIn(fold(search)).slice(0, MAX_WORDS)
  const long = all.filter((word) => word.length > 3)
  // Beside longer words, a short one such as “on” tells nothing: many names have it.
  const words = long.length > 0 ? long : all
  const compared = items.slice(0, MAX_COMPARED).map((item) => ({
    item,
    folded: fold(item.name).slice(0, MAX_NAME),
  }))
  const hasWord = (folded: string): boolean => words.some((word) => folded.includes(word))
  const hasSimilarWord = (folded: string): boolean =>
    wordsIn(folded).some((other) => long.some((word) => areSimilar(word, other)))
  const named = compared.filter(({ folded }) => hasWord(folded))
  const found = named.length > 0 ? named : compared.filter(({ folded }) => hasSimilarWord(folded))
  return found.map(({ item }) => item)
}

/** Whether a letter is missing, added or another one, or two neighbours are swapped. */
function areSimilar(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  const swapped = rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2)
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    swapped === otherRest
  )
}

interface SearchMatchesProps extends Omit<SearchFieldProps, 'path'> {
  /** The records whose names have the words of a search that finds nothing. */
  readonly found: readonly NamedRecord[] | undefined
  readonly categories: NamedByFilter[string]
  readonly url: URL
  /** The parameters of this list without the search. */
  readonly others: Readonly<Record<string, string>>
}

/**
 * Links to this list by categories and to records that this page embeds, if their names have a word of the search, or to records
 * of other pages, to the other list for the same search, and to this list without it.
 */
export function SearchMatches(props: SearchMatchesProps): VNode {
  const { site, search, names, found, categories, url, others } = props
  const named = found ?? namedBy(search, names)
  const other = searchedList(site, url.pathname) === 'artworks' ? 'events' : 'artworks'
  return (
    <p class="matches">
      {namedBy(search, categories).map(({ id, name }) => (
        <a key={id} href={listAddress(url, { ...others, category: String(id) })}>
          Category: <Isolated>{name}</Isolated>
        </a>
      ))}
      {named.slice(0, MAX_MATCHES).map(({ collection, id, name }) => (
        <a key={`${collection} ${id}`} href={`${collectionPath(site, collection)}${id}/`}>
          {humanize(NAMED_TABLES[collection])}: <Isolated>{name}</Isolated>
        </a>
      ))}
      <SearchLink site={site} list={other} search={search} />
      <a href={listAddress(url, others)}>Without the search</a>
    </p>
  )
}

interface SearchLinkProps {
  readonly site: Site
  readonly list: ListName
  readonly search: string
}

/** A link to what a search finds in a list, which forgives a misspelt letter. */
export function SearchLink({ site, list, search }: SearchLinkProps): VNode {
  const query = new URLSearchParams({ q: search }).toString()
  return <a href={`${site.api}${LISTS[list].path}?${query}`}>{TITLES[list]} for this search</a>
}
