import type { Fields } from '../files/row.ts'
import { numberOf, objectsOf, Rejection, requiredTextOf, textOf, trimmedTextOf } from './fields.ts'
import type { Artist, MuseumFormat } from './museum-works.ts'

/** Works of the Carnegie Museum of Art, Pittsburgh: github.com/cmoa/collection, one JSON a line. */
export const carnegie: MuseumFormat = {
  source: 'carnegie',
  museum: { name: 'Carnegie Museum of Art', slug: 'carnegie-museum-of-art', city: 'Pittsburgh' },
  content: 'works of the Carnegie Museum of Art, one JSON object a line',
  idField: 'id',
  keys: ['accession_number', 'creator'],
  units: 'inch',
  sizesOf: (work) => ({
    size_h: sizeOf(work, 'item_height'),
    size_w: sizeOf(work, 'item_width'),
    size_d: sizeOf(work, 'item_depth'),
  }),
  yearOf: earliestYear,
  categoryOf: (classification) => CATEGORIES[classification.toLowerCase()] ?? classification,
  imageUrlOf: (work) => trimmedTextOf(objectsOf(work, 'images')[0] ?? {}, 'image_url'),
  artistsOf: (work) =>
    objectsOf(work, 'creator')
      .filter((creator) => !NOT_BY.test(textOf(creator, 'role') ?? ''))
      .map(readArtist),
}

/** The museum writes 0.0 for a size that it does not know. */
function sizeOf(work: Fields, name: string): number | null {
  return numberOf(work, name) || null
}

/** In a few works the two dates are reversed. */
function earliestYear(work: Fields): number | null {
  const earliest = yearOf(work, 'creation_date_earliest')
  const latest = yearOf(work, 'creation_date_latest')
  return earliest === null || latest === null ? earliest : Math.min(earliest, latest)
}

/** `-0206-01-05` is a day in 206 BCE. */
function yearOf(fields: Fields, name: string): number | null {
  const date = trimmedTextOf(fields, name)
  if (date === null) return null
  const [, year] = /^(-?\d{4,6})-\d\d-\d\d$/.exec(date) ?? []
  if (year === undefined) throw new Rejection(`${name} is not a date such as 1938-01-01`)
  return Number(year)
}

const CATEGORIES: Readonly<Record<string, string>> = {
  prints: 'Prints',
  paintings: 'Paintings',
  'drawings and watercolors': 'Works On Paper',
  photographs: 'Photography',
  sculpture: 'Sculptures And Ceramics',
  ceramics: 'Sculptures And Ceramics',
}

/** Roles in works that are, or may be, by someone else. */
const NOT_BY =
  /\b(after|attributed|possible|possibly|probably|workshop of|studio of|school of|circle of|follower of|manner of|style of)\b/i

function readArtist(creator: Fields): Artist {
  return {
    externalId: requiredTextOf(creator, 'artist_id'),
    name: trimmedTextOf(creator, 'full_name') ?? requiredTextOf(creator, 'cited_name'),
    summary: [nationalityOf(creator), lifeOf(creator)].filter(Boolean).join(', ') || null,
  }
}

function nationalityOf(creator: Fields): string | null {
  const nationality = trimmedTextOf(creator, 'nationality')
  return nationality === 'undetermined' ? null : nationality
}

/** Workshops and companies have dates as well, but no birth. */
function lifeOf(creator: Fields): string | null {
  const [birth, death] = [yearOf(creator, 'birth_date'), yearOf(creator, 'death_date')]
  if (birth !== null && death !== null) return `${yearText(birth)}–${yearText(death)}`
  const [began, ended] =
    textOf(creator, 'party_type') === 'Person' ? ['born', 'died'] : ['founded', 'closed']
  if (birth !== null) return `${began} ${yearText(birth)}`
  return death === null ? null : `${ended} ${yearText(death)}`
}

function yearText(year: number): string {
  return year < 0 ? `${-year} BCE` : String(year)
}
