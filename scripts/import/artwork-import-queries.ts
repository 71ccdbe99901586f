import { sql, type InsertObject, type Transaction } from 'kysely'
import { anyOf } from '../../src/database/kysely.ts'
import type { Database } from '../../src/database/tables.ts'
import { reserveIds, upsertFromSource, upsertRows, type Identified } from './import-queries.ts'
import { type ArtistListing, type ArtworkListing, type Museum } from './listings.ts'
import { slugOf } from '../../src/writes/stable-slug.ts'
import { upsertGallery } from './venue-import-queries.ts'

type Row = Identified<ArtworkListing>

/** Ids of the records to which artworks refer. */
interface References {
  readonly galleryId: number
  /** By name in lower case. */
  readonly categories: ReadonlyMap<string, number>
  /** By external id. */
  readonly artists: ReadonlyMap<string, number>
  /** By artwork. */
  readonly images: ReadonlyMap<number, number>
}

/** Writes the works that are new or have changed, and all records to which they refer. */
export async function upsertArtworks(
  trx: Transaction<Database>,
  source: string,
  museum: Museum,
  listings: readonly ArtworkListing[],
): Promise<void> {
  await upsertFromSource(trx, { kind: 'artwork', name: source }, listings, async (rows) => {
    const changed = rows.map(({ record }) => record)
    const references = {
      galleryId: await upsertGallery(trx, museum),
      categories: await upsertCategories(trx, changed),
      artists: await upsertArtists(trx, source, changed),
      images: await upsertArtworkImages(trx, rows),
    }
    const values = rows.map((row) => artworkRow(row, source, references))
    // Columns that people may have changed since.
    const writtenOnce = ['slug', 'gallery_id', 'price_display', 'publish_status'] as const
    await upsertRows(trx, 'artworks', values, [...writtenOnce, 'published_at'])
    await replaceAuthors(trx, rows, references.artists)
  })
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
    category_id: written(categories.get(record.category.toLowerCase())),
    price_display: 'price on request',
    publish_status: 'published',
    published_at: sql`now()`,
    medium: record.medium,
  }
}

async function replaceAuthors(
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
      artist_id: written(artists.get(externalId)),
    })),
  )
  if (authors.length > 0) await trx.insertInto('artwork_artists').values(authors).execute()
}

function written(id: number | undefined): number {
  if (id === undefined) throw new Error('A record refers to one that was not written')
  return id
}

/** The picture of all works without their own (migrations/0001-baseline.sql). */
const PLACEHOLDER_IMAGE_ID = 1

/**
 * Gives each work that has a picture its own image row.
 * @returns the images' ids by the artworks'; works without a picture are not in it.
 */
async function upsertArtworkImages(
  trx: Transaction<Database>,
  rows: readonly Row[],
): Promise<Map<number, number>> {
  const depicted = rows.filter(({ record }) => record.imageUrl !== null)
  const artworkIds = depicted.map(({ id }) => id)
  const existing = await findImages(trx, artworkIds)
  const images = new Map(existing.map(({ id, image_id: imageId }) => [id, imageId]))
  const bare = artworkIds.filter((id) => !images.has(id))
  const newIds = await reserveIds(trx, 'artwork_images', bare.length)
  bare.forEach((id, index) => images.set(id, newIds[index] as number))
  const urls = new Map(existing.map(({ id, full_size: url }) => [id, url]))
  const changed = depicted.filter(({ id, record }) => urls.get(id) !== record.imageUrl)
  const values = changed.map(({ id, record }) => imageRow(images.get(id), record.imageUrl ?? ''))
  await upsertRows(trx, 'artwork_images', values)
  return images
}

/** The images that works have already. */
function findImages(trx: Transaction<Database>, artworkIds: readonly number[]) {
  return trx
    .selectFrom('artworks')
    .innerJoin('artwork_images', 'artwork_images.id', 'featured_image_id')
    .select(['artworks.id', 'artwork_images.id as image_id', 'full_size'])
    .where('artworks.id', '=', anyOf(artworkIds))
    .where('featured_image_id', '<>', PLACEHOLDER_IMAGE_ID)
    .execute()
}

/** Until a rendition of its own exists, every one is the publisher's picture. */
function imageRow(id: number | undefined, url: string): InsertObject<Database, 'artwork_images'> {
  return {
    id,
    thumbnail_small: url,
    thumbnail: url,
    full_size: url,
    thumbnail_webp: url,
    full_size_webp: url,
    thumbnail_small_webp: url,
    updated_at: sql<string>`now()`,
  }
}

/** @returns the artists' ids by external id. */
function upsertArtists(
  trx: Transaction<Database>,
  source: string,
  works: readonly ArtworkListing[],
): Promise<Map<string, number>> {
  const artists = works.flatMap((work): readonly ArtistListing[] => work.artists)
  return upsertFromSource(trx, { kind: 'artist', name: source }, artists, async (rows) => {
    const values = rows.map(({ id, record: { externalId, name, summary } }) => ({
      id,
      name,
      slug: slugOf(name, source, externalId),
      summary,
    }))
    await upsertRows(trx, 'artists', values, ['slug'])
  })
}

/**
 * Finds the works' categories by name, case-insensitively, and inserts those that are missing.
 * @returns their ids by name in lower case.
 */
async function upsertCategories(
  trx: Transaction<Database>,
  works: readonly ArtworkListing[],
): Promise<Map<string, number>> {
  // Of two spellings, the first stays.
  const names = new Map(
    works.toReversed().map(({ category }) => [category.toLowerCase(), category]),
  )
  const missingIn = (found: ReadonlyMap<string, number>) =>
    [...names].flatMap(([key, name]) => (found.has(key) ? [] : [{ name }]))
  const found = await findCategories(trx)
  if (missingIn(found).length === 0) return found
  // Two imports at once must not insert one category in two cases.
  await sql`LOCK TABLE artwork_categories IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  const missing = missingIn(await findCategories(trx))
  if (missing.length > 0) await trx.insertInto('artwork_categories').values(missing).execute()
  return findCategories(trx)
}

async function findCategories(trx: Transaction<Database>): Promise<Map<string, number>> {
  const categories = await trx.selectFrom('artwork_categories').select(['id', 'name']).execute()
  return new Map(categories.map(({ id, name }) => [name.toLowerCase(), id]))
}
