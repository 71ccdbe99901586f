import { sql, type Insertable, type Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { pictureColumns, type PictureInput } from '../images/image-resource.ts'

type NewArtwork = Insertable<Database['artworks']>
export type ArtworkColumns = Omit<NewArtwork, 'slug' | 'author_id' | 'featured_image_id'>

const RENDITIONS = [
  'thumbnail_small',
  'thumbnail',
  'full_size',
  'thumbnail_webp',
  'full_size_webp',
  'thumbnail_small_webp',
] as const

/** @returns undefined when the slug is taken. */
export function insertArtwork(
  trx: Kysely<Database>,
  artwork: NewArtwork,
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto('artworks')
    .values(artwork)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** @param artistIds in the order of their credits. */
export async function insertArtworkArtists(
  trx: Kysely<Database>,
  artwork_id: number,
  artistIds: readonly number[],
): Promise<void> {
  if (artistIds.length === 0) return
  const credits = artistIds.map((artist_id, position) => ({ artwork_id, position, artist_id }))
  await trx.insertInto('artwork_artists').values(credits).execute()
}

export async function insertArtworkTags(
  trx: Kysely<Database>,
  artwork_id: number,
  tagIds: readonly number[],
): Promise<void> {
  if (tagIds.length === 0) return
  const links = tagIds.map((tag_id) => ({ artwork_id, tag_id }))
  await trx.insertInto('artwork_tags').values(links).execute()
}

/** @returns the picture's id. Its colours are not known. */
export async function insertArtworkImage(
  trx: Kysely<Database>,
  picture: PictureInput,
  uploadedBy: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('artwork_images')
    .values({ ...pictureColumns(picture, RENDITIONS), uploaded_by: uploadedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether a price in this currency can be converted today. */
export async function hasRate(db: Kysely<Database>, currency: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select price_eur is not null as known from converted_prices(1, ${currency})`.execute(db)
  return rows[0]?.known === true
}
