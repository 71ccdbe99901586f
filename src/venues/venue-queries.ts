import type { Insertable, Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { pictureColumns, type PictureInput } from '../images/image-resource.ts'

type NewVenue = Insertable<Database['venues']>

const RENDITIONS = [
  'crop_medium_webp',
  'crop_medium',
  'crop_small',
  'full_size',
  'crop_small_webp',
  'crop_big',
  'crop_big_webp',
  'full_size_webp',
] as const

/** @returns undefined when the slug is taken. */
export function insertVenue(
  trx: Kysely<Database>,
  venue: NewVenue,
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto('venues')
    .values(venue)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** @returns the picture's id. */
export async function insertVenueImage(
  trx: Kysely<Database>,
  picture: PictureInput,
  uploadedBy: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('venue_images')
    .values({ ...pictureColumns(picture, RENDITIONS), uploaded_by: uploadedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The place of a venue. */
export function selectVenuePlace(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('venues')
    .select(['country_code', 'city', 'latitude', 'longitude'])
    .where('id', '=', id)
    .executeTakeFirst()
}
