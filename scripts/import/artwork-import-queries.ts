import { sql, type InsertObject, type Transaction, type Insertable } from 'kysely'
import { anyOf } from '../../src/database/kysely.ts'
import type { Database, ArtworkImageTable } from '../../src/database/tables.ts'
import { upsertFromSource, type Identified, reserveIds } from './import-queries.ts'
import type { ArtworkListing, Museum, ArtistListing } from './listings.ts'
import { slugOf } from './slug.ts'
import { upsertGallery } from './venue-import-queries.ts'

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

/** The picture that works without their own share (schema/8-reference-data.sql). */
const PLACEHOLDER_IMAGE_ID = 1

/**
 * Gives each work that has a picture its own image row.
 * @returns the images' ids by the artworks'; works without a picture are not in it.
 */
async function upsertArtworkImages(
  trx: Transaction<Database>,
  rows: readonly Identified<ArtworkListing>[],
): Promise<Map<number, number>> {
  const depicted = rows.filter(({ record }) => record.imageUrl !== null)
  const imageIds = await findImageIds(
    trx,
    depicted.map(({ id }) => id),
  )
  const bare = depicted.filter(({ id }) => !imageIds.has(id))
  const newIds = await reserveIds(trx, 'artwork_images', bare.length)
  bare.forEach(({ id }, index) => imageIds.set(id, newIds[index] as number))
  await writeImages(
    trx,
    depicted.map(({ id, record }) => imageRow(imageIds.get(id), record.imageUrl ?? '')),
  )
  return imageIds
}

/** The images that works have already, by artwork. */
async function findImageIds(
  trx: Transaction<Database>,
  artworkIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('artworks')
    .select(['id', 'featured_image_id'])
    .where('id', '=', anyOf(artworkIds))
    .where('featured_image_id', '<>', PLACEHOLDER_IMAGE_ID)
    .execute()
  return new Map(rows.map((row) => [row.id, row.featured_image_id]))
}

/** Until a rendition of its own exists, every one is the publisher's picture. */
function imageRow(id: number | undefined, url: string): Insertable<ArtworkImageTable> {
  return {
    id,
    thumbnail_small: url,
    thumbnail: url,
    full_size: url,
    thumbnail_webp: url,
    full_size_webp: url,
    thumbnail_small_webp: url,
  }
}

async function writeImages(
  trx: Transaction<Database>,
  images: readonly Insertable<ArtworkImageTable>[],
): Promise<void> {
  if (images.length === 0) return
  await trx
    .insertInto('artwork_images')
    .values(images)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          thumbnail_small: ref('excluded.thumbnail_small'),
          thumbnail: ref('excluded.thumbnail'),
          full_size: ref('excluded.full_size'),
          thumbnail_webp: ref('excluded.thumbnail_webp'),
          full_size_webp: ref('excluded.full_size_webp'),
          thumbnail_small_webp: ref('excluded.thumbnail_small_webp'),
          updated_at: sql<string>`now()`,
        }))
        .whereRef('artwork_images.full_size', '<>', 'excluded.full_size'),
    )
    .execute()
}

/** @returns the artists' ids by external id. */
function upsertArtists(
  trx: Transaction<Database>,
  source: string,
  artists: readonly ArtistListing[],
): Promise<Map<string, number>> {
  return upsertFromSource(trx, { kind: 'artist', name: source }, artists, (_, rows) =>
    writeArtists(trx, source, rows),
  )
}

async function writeArtists(
  trx: Transaction<Database>,
  source: string,
  rows: readonly Identified<ArtistListing>[],
): Promise<void> {
  const values = rows.map(({ id, record: { externalId, name, summary } }) => ({
    id,
    name,
    slug: slugOf(name, source, externalId),
    summary,
  }))
  await trx
    .insertInto('artists')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        summary: ref('excluded.summary'),
      })),
    )
    .execute()
}

/**
 * Finds the categories by name, case-insensitively, and makes those that are missing.
 * @returns their ids by name in lower case.
 */
async function upsertCategories(
  trx: Transaction<Database>,
  names: readonly string[],
): Promise<Map<string, number>> {
  const byLowerCase = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]))
  const found = await findCategories(trx, byLowerCase)
  if (found.size === byLowerCase.size) return found
  // Two imports at once must not make one category in two cases.
  await sql`LOCK TABLE artwork_categories IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  const existing = await findCategories(trx, byLowerCase)
  const missing = [...byLowerCase].filter(([key]) => !existing.has(key))
  await insertCategories(
    trx,
    missing.map(([, name]) => name),
  )
  return findCategories(trx, byLowerCase)
}

async function findCategories(
  trx: Transaction<Database>,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const categories = await trx.selectFrom('artwork_categories').select(['id', 'name']).execute()
  const entries = categories.map(({ id, name }) => [name.toLowerCase(), id] as const)
  return new Map(entries.filter(([key]) => names.has(key)))
}

async function insertCategories(
  trx: Transaction<Database>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await trx
    .insertInto('artwork_categories')
    .values(names.map((name) => ({ name })))
    .execute()
}
