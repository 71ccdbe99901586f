import { sql, type Insertable, type Kysely, type Updateable } from 'kysely'
import type { Database } from '../database/tables.ts'
import { isVisibleArtwork, type Viewer } from '../database/visibility.ts'

type NewArtwork = Insertable<Database['artworks']>
export type NewArtworkColumns = Omit<NewArtwork, 'slug' | 'author_id' | 'featured_image_id'>
export type ArtworkColumns = Updateable<Database['artworks']>

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

/** The columns that a change of an artwork is checked against. */
export type LockedArtwork = NonNullable<Awaited<ReturnType<typeof lockArtwork>>>

/** Locks an artwork that the viewer may see, until the end of the transaction. */
export function lockArtwork(trx: Kysely<Database>, id: number, viewer: Viewer) {
  return trx
    .selectFrom('artworks')
    .select(['id', 'gallery_id', 'publish_status', 'featured_image_id', 'updated_at'])
    .select(['price', 'price_currency'])
    .where('id', '=', id)
    .where(isVisibleArtwork(viewer))
    .forUpdate()
    .executeTakeFirst()
}

/** A trigger increases `updated_at`, so no two states of an artwork have the same ETag. */
export async function updateArtworkColumns(
  trx: Kysely<Database>,
  id: number,
  columns: ArtworkColumns,
): Promise<void> {
  await trx.updateTable('artworks').set(columns).where('id', '=', id).execute()
}

export async function deleteArtworkRow(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('artworks').where('id', '=', id).execute()
}

export async function deleteArtworkArtists(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('artwork_artists').where('artwork_id', '=', id).execute()
}

export async function deleteArtworkTags(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('artwork_tags').where('artwork_id', '=', id).execute()
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

/** Whether a price in this currency can be converted today. */
export async function hasRate(db: Kysely<Database>, currency: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select price_eur is not null as known from converted_prices(1, ${currency})`.execute(db)
  return rows[0]?.known === true
}
