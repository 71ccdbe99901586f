import { sql, type InsertObject, type Transaction } from 'kysely'
import { anyOf } from '../../src/database/kysely.ts'
import type { Database } from '../../src/database/tables.ts'
import { upsertArtists } from './artist-import-queries.ts'
import { upsertArtworkImages } from './artwork-image-import-queries.ts'
import type { ArtworkListing, Museum } from './artwork-listing.ts'
import { upsertCategories } from './category-import-queries.ts'
import { upsertGallery } from './gallery-import-queries.ts'
import { slugOf } from './slug.ts'
import { upsertFromSource, type Identified } from './source-queries.ts'

type Row = Identified<ArtworkListing>

/** Ids of what artworks refer to: categories and artists by name and external id, images by artwork. */
interface References {
  readonly galleryId: number
  readonly categories: ReadonlyMap<string, number>
  readonly artists: ReadonlyMap<string, number>
  readonly images: ReadonlyMap<number, number>
}

/** Writes the works that are new or have changed, and all that they refer to. */
export async function upsertArtworks(
  trx: Transaction<Database>,
  source: string,
  museum: Museum,
  listings: readonly ArtworkListing[],
): Promise<void> {
  await upsertFromSource(trx, { kind: 'artwork', name: source }, listings, async (_, rows) => {
    const references = await upsertReferences(trx, source, museum, rows)
    await writeArtworks(
      trx,
      rows.map((row) => artworkRow(row, source, references)),
    )
    await writeAuthors(trx, rows, references.artists)
  })
}

async function upsertReferences(
  trx: Transaction<Database>,
  source: string,
  museum: Museum,
  rows: readonly Row[],
): Promise<References> {
  const listings = rows.map(({ record }) => record)
  return {
    galleryId: await upsertGallery(trx, museum),
    categories: await upsertCategories(
      trx,
      listings.map(({ category }) => category),
    ),
    artists: await upsertArtists(
      trx,
      source,
      listings.flatMap(({ artists }) => artists),
    ),
    images: await upsertArtworkImages(trx, rows),
  }
}

function artworkRow(
  { id, record }: Row,
  source: string,
  { galleryId, categories, images }: References,
): InsertObject<Database, 'artworks'> {
  return {
    id,
    title: record.title,
    slug: slugOf(record.title, source, record.externalId),
    gallery_id: galleryId,
    units: record.units,
    year_of_creation: record.yearOfCreation,
    // Without one, the column's default is the placeholder.
    featured_image_id: images.get(id),
    size_h: record.sizeH,
    size_w: record.sizeW,
    size_d: record.sizeD,
    category_id: known(categories.get(record.category.toLowerCase())),
    price_display: 'price on request',
    publish_status: 'published',
    published_at: sql`now()`,
    medium: record.medium,
  }
}

/** Slug, author, dates and all that people may have set since are only written once. */
async function writeArtworks(
  trx: Transaction<Database>,
  rows: readonly InsertObject<Database, 'artworks'>[],
): Promise<void> {
  await trx
    .insertInto('artworks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        title: ref('excluded.title'),
        units: ref('excluded.units'),
        year_of_creation: ref('excluded.year_of_creation'),
        featured_image_id: ref('excluded.featured_image_id'),
        size_h: ref('excluded.size_h'),
        size_w: ref('excluded.size_w'),
        size_d: ref('excluded.size_d'),
        category_id: ref('excluded.category_id'),
        medium: ref('excluded.medium'),
      })),
    )
    .execute()
}

async function writeAuthors(
  trx: Transaction<Database>,
  rows: readonly Row[],
  artists: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('artwork_artists').where('artwork_id', '=', anyOf(ids)).execute()
  const authors = rows.flatMap(({ id, record }) =>
    record.artists.map(({ externalId }, position) => ({
      artwork_id: id,
      position,
      artist_id: known(artists.get(externalId)),
    })),
  )
  if (authors.length > 0) await trx.insertInto('artwork_artists').values(authors).execute()
}

function known(id: number | undefined): number {
  if (id === undefined) throw new Error('A record refers to one that was not written')
  return id
}
