import {
  UNCLASSIFIED,
  UNTITLED,
  withoutRepeats,
  type ArtistListing,
  type ArtworkListing,
} from './artwork-listing.ts'
import { objectOf, objectsOf, requiredTextOf, textOf, trimmedTextOf, webUrl } from './fields.ts'
import { museumWorks } from './museum-works.ts'
import { ndjson } from './ndjson-rows.ts'
import { Rejection } from './rejection.ts'
import type { Fields } from './row.ts'
import { tateSizes } from './tate-sizes.ts'

/** Works of Tate: github.com/tategallery/collection, one JSON a line. */
export const tate = museumWorks(
  'tate',
  { name: 'Tate', slug: 'tate', city: 'London' },
  {
    content: 'works of Tate, one JSON object a line',
    format: ndjson(['acno', 'contributors']),
    idField: 'acno',
    readListing,
  },
)

function readListing(work: Fields): ArtworkListing {
  return {
    externalId: requiredTextOf(work, 'acno'),
    title: trimmedTextOf(work, 'title') ?? UNTITLED,
    units: 'centimeter',
    ...tateSizes(work),
    yearOfCreation: startYear(objectOf(work, 'dateRange')),
    category: categoryOf(work),
    medium: textOf(work, 'medium'),
    imageUrl: webUrl(trimmedTextOf(work, 'thumbnailUrl')),
    artists: withoutRepeats(objectsOf(work, 'contributors').filter(isAuthor).map(readArtist)),
  }
}

/** A number, a number as text, or words such as `no date`. */
function startYear({ startYear: year }: Fields): number | null {
  return /^\s*-?\d{1,9}\s*$/.test(String(year)) ? Number(year) : null
}

const CATEGORIES: Readonly<Record<string, string>> = {
  'on paper, print': 'Prints',
  'on paper, unique': 'Works On Paper',
  painting: 'Paintings',
  photograph: 'Photography',
  photographs: 'Photography',
  photography: 'Photography',
  sculpture: 'Sculptures And Ceramics',
  ceramics: 'Sculptures And Ceramics',
}

function categoryOf(work: Fields): string {
  const classification = trimmedTextOf(work, 'classification') ?? UNCLASSIFIED
  return CATEGORIES[classification.toLowerCase()] ?? capitalized(classification)
}

/** `block for printing` becomes `Block For Printing`, like the names of the other categories. */
function capitalized(words: string): string {
  return words.replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase())
}

/** `Ian Hamilton Finlay, with Gary Hincks` is by both; `after`, `studio of` and the like is not. */
const AUTHOR_ROLES: readonly unknown[] = ['artist', 'with', 'and other artists']

function isAuthor({ role }: Fields): boolean {
  return AUTHOR_ROLES.includes(role)
}

/** Different artists share a name, so the id is the key. */
function readArtist(contributor: Fields): ArtistListing {
  return {
    externalId: idOf(contributor),
    name: requiredTextOf(contributor, 'fc'),
    summary: trimmedTextOf(contributor, 'date')?.replace(/^born/, 'Born') ?? null,
  }
}

function idOf({ id }: Fields): string {
  if (Number.isSafeInteger(id)) return String(id)
  throw new Rejection("an artist's id is not a whole number")
}
