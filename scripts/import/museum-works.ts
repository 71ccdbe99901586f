import type { Kysely } from 'kysely'
import { artworkCategoryKind } from '../../src/categories/category-resources.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import type { Database } from '../../src/database/tables.ts'
import { galleryKind } from '../../src/galleries/gallery-kind.ts'
import { nameKey } from '../../src/records/name-key.ts'
import { createRecord } from '../../src/records/write-record.ts'
import type { Step } from '../files/import-plan.ts'
import type { FileSender } from '../files/line.ts'
import { selectNames } from '../files/reference-queries.ts'
import type { Fields, Row } from '../files/row.ts'
import { checkFile, jsonLines } from './check-file.ts'
import { mapped, nameOf, requiredTextOf, textOf, trimmedTextOf, webUrl } from './fields.ts'
import { selectIdBySlug, selectPublished } from './publisher-queries.ts'
import { stepOf, type PublishedLines } from './published-lines.ts'

/** A collection that is imported as one gallery. */
interface Museum {
  readonly name: string
  /** Slug of the gallery, and handle of the user who owns it. */
  readonly slug: string
  readonly city: string
}

/** An author of a work, under the publisher's id. */
export interface Artist {
  readonly externalId: string
  readonly name: string
  readonly summary: string | null
}

/** How the files of a museum differ from those of others. */
export interface MuseumFormat {
  /** Name of the source, as the summary shows it and the tables of sources hold it. */
  readonly source: string
  readonly content: string
  readonly museum: Museum
  readonly idField: string
  /** Other fields that show that a row is a work of this museum. */
  readonly keys: readonly string[]
  readonly units: 'centimeter' | 'inch'
  sizesOf(work: Fields): Sizes
  yearOf(work: Fields): number | null
  categoryOf(classification: string): string
  imageUrlOf(work: Fields): string | null
  /** In the publisher's order. */
  artistsOf(work: Fields): readonly Artist[]
}

export interface Sizes {
  readonly size_h: number | null
  readonly size_w: number | null
  readonly size_d: number | null
}

export const UNTITLED = 'Untitled'

/** A work, and the records to which it refers. */
interface Work {
  readonly externalId: string
  readonly fields: Fields
  readonly category: string
  readonly artists: readonly Artist[]
}

/** The import of a museum's works, one JSON object a line: first their artists, then the works. */
export async function planMuseum(
  format: MuseumFormat,
  file: string,
  urls: Urls,
  signal?: AbortSignal,
): Promise<Step[]> {
  const { source, content, museum, idField, keys } = format
  const expected = { content, ...jsonLines([idField, ...keys]) }
  const artists = new Map<string, Row>()
  // Of two spellings, the first stays.
  const categories = new Map<string, string>()
  const total = await checkFile(file, expected, signal, (row) => {
    const work = mapped(row, idField, (fields) => readWork(fields, format))
    if ('error' in work) return
    for (const { externalId, name, summary } of work.fields.artists) {
      const fields = { external_id: externalId, artist: { name: nameOf(name), summary } }
      if (!artists.has(externalId)) artists.set(externalId, { line: row.line, fields })
    }
    const { category } = work.fields
    if (!categories.has(nameKey(category))) categories.set(nameKey(category), category)
  })
  const steps: PublishedLines[] = [
    {
      kind: 'artists',
      source,
      shown: `artists of ${source}`,
      total: artists.size,
      rows: () => artists.values(),
    },
    {
      kind: 'artworks',
      source,
      total,
      async *rows(session, sender) {
        const references = {
          gallery: await museumGallery(session, museum, sender),
          categories: await categoryIds(session, [...categories.values()], sender),
          artists: await selectPublished(session, { noun: 'artist', name: source }),
        }
        for await (const row of expected.rows(file))
          yield mapped(row, idField, (fields) => lineOf(readWork(fields, format), references))
      },
    },
  ]
  return steps.map((step) => stepOf(step, museum.slug, urls))
}

interface References {
  readonly gallery: number
  /** By the key of their names. */
  readonly categories: ReadonlyMap<string, number>
  /** By external id. */
  readonly artists: ReadonlyMap<string, { readonly id: number }>
}

/** An artist that was rejected is left out. */
function lineOf(
  { externalId, fields, category, artists }: Work,
  { gallery, categories, artists: known }: References,
): Fields {
  const ids = artists.flatMap((artist) => known.get(artist.externalId)?.id ?? [])
  const artwork = {
    ...fields,
    artists: [...new Set(ids)],
    gallery,
    category: categories.get(nameKey(category)),
    price_display: 'price on request',
    publish_status: 'published',
  }
  return { external_id: externalId, artwork }
}

/** The order of the fields is part of the stored fingerprint. */
function readWork(work: Fields, format: MuseumFormat): Work {
  const imageUrl = webUrl(format.imageUrlOf(work))
  return {
    externalId: requiredTextOf(work, format.idField),
    fields: {
      title: nameOf(trimmedTextOf(work, 'title') ?? UNTITLED),
      units: format.units,
      ...format.sizesOf(work),
      year_of_creation: format.yearOf(work),
      medium: textOf(work, 'medium'),
      featured_image: imageUrl && { full_size: imageUrl },
    },
    category: nameOf(format.categoryOf(trimmedTextOf(work, 'classification') ?? 'Unclassified')),
    artists: format.artistsOf(work),
  }
}

/** @returns the id of the museum's gallery, which the first import creates. */
async function museumGallery(
  session: Kysely<Database>,
  { slug, name, city }: Museum,
  { principal, urls }: FileSender,
): Promise<number> {
  const known = await selectIdBySlug(session, 'galleries', slug)
  if (known !== undefined) return known
  return session.transaction().execute(async (db) => {
    const { body } = await createRecord(
      galleryKind,
      { body: { name, city }, principal },
      { db, urls },
    )
    return body.id
  })
}

/** The ids of categories by the key of their names; creates those that are missing. */
async function categoryIds(
  session: Kysely<Database>,
  names: readonly string[],
  { principal, urls }: FileSender,
): Promise<Map<string, number>> {
  const stored = await selectNames(session, 'artwork_categories')
  const ids = new Map(stored.map(({ id, name }) => [nameKey(name), id]))
  for (const name of names.filter((each) => !ids.has(nameKey(each)))) {
    await session.transaction().execute(async (db) => {
      const { body } = await createRecord(
        artworkCategoryKind,
        { body: { name }, principal },
        { db, urls },
      )
      ids.set(nameKey(name), body.id)
    })
  }
  return ids
}
