import type { Fields } from '../files/row.ts'
import { objectOf, objectsOf, Rejection, requiredTextOf, trimmedTextOf } from './fields.ts'
import type { Artist, MuseumFormat, Sizes } from './museum-works.ts'

/** Works of Tate: github.com/tategallery/collection, one JSON a line. */
export const tate: MuseumFormat = {
  source: 'tate',
  museum: { name: 'Tate', slug: 'tate', city: 'London' },
  content: 'works of Tate, one JSON object a line',
  idField: 'acno',
  keys: ['contributors'],
  units: 'centimeter',
  sizesOf,
  yearOf: (work) => startYear(objectOf(work, 'dateRange')),
  categoryOf: (classification) =>
    CATEGORIES[classification.toLowerCase()] ?? capitalized(classification),
  imageUrlOf: (work) => trimmedTextOf(work, 'thumbnailUrl'),
  artistsOf: (work) =>
    objectsOf(work, 'contributors')
      .filter(({ role }) => AUTHOR_ROLES.includes(role))
      .map(readArtist),
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

/** `block for printing` becomes `Block For Printing`, like the names of the other categories. */
function capitalized(words: string): string {
  return words.replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase())
}

/** `Ian Hamilton Finlay, with Gary Hincks` is by both; `after`, `studio of` and the like is not. */
const AUTHOR_ROLES: readonly unknown[] = ['artist', 'with', 'and other artists']

/** Different artists share a name, so the id is the key. */
function readArtist(contributor: Fields): Artist {
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

const UNKNOWN: Sizes = { size_h: null, size_w: null, size_d: null }

/**
 * Sizes in centimeters. Tate's `width` and `height` are swapped in nearly all works: `dimensions`
 * reads height x width. In a few the columns are shifted instead, and then only `dimensions` is right.
 */
function sizesOf(work: Fields): Sizes {
  const [width, height, depth] = ['width', 'height', 'depth'].map((name) =>
    millimetersOf(work, name),
  )
  // A word, such as `(left):`, shifts the columns, and they measure only a part of the work.
  if (width === undefined || height === undefined || depth === undefined) return UNKNOWN
  if (width === null && height === null) return UNKNOWN
  if (trimmedTextOf(work, 'units') !== 'mm') throw new Rejection('units of the size is not mm')
  const written = readDimensions(trimmedTextOf(work, 'dimensions') ?? '')
  if (written === undefined || (written.size_h === width && written.size_w === height)) {
    return inCentimeters({ size_h: width, size_w: height, size_d: depth })
  }
  return inCentimeters(written)
}

/** Null when it is empty or 0, undefined when it is not a number. */
function millimetersOf(work: Fields, name: string): number | null | undefined {
  const text = trimmedTextOf(work, name)
  if (text === null) return null
  const value = Number(text)
  return Number.isNaN(value) ? undefined : value || null
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const DIMENSIONS = new RegExp(
  String.raw`(?<![\d.]|x ?)${NUMBER} ?x ?${NUMBER}(?: ?x ?${NUMBER})? ?mm\b`,
)

/** The first measurement in a text such as `image: 240 x 338 mm`, in millimeters. */
function readDimensions(text: string): Sizes | undefined {
  const [, height, width, depth] = DIMENSIONS.exec(text) ?? []
  if (height === undefined || width === undefined) return undefined
  return { size_h: Number(height), size_w: Number(width), size_d: depth ? Number(depth) : null }
}

function inCentimeters({ size_h, size_w, size_d }: Sizes): Sizes {
  return { size_h: centimeters(size_h), size_w: centimeters(size_w), size_d: centimeters(size_d) }
}

/** 12 digits keep the last bit of the division out: 12.3 mm are 1.23 cm. */
function centimeters(millimeters: number | null): number | null {
  return millimeters === null ? null : Number((millimeters / 10).toPrecision(12)) || null
}
