import type { Kysely } from 'kysely'
import { anyOf } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'

export type VenuePlace = Awaited<ReturnType<typeof placesOf>>[number]

/** The places of venues, by their ids. */
export async function selectVenuePlaces(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, VenuePlace>> {
  const places = await placesOf(db, ids)
  return new Map(places.map((place) => [place.id, place]))
}

function placesOf(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('venues')
    .select(['id', 'country_code', 'city', 'latitude', 'longitude'])
    .where('id', '=', anyOf(ids))
    .execute()
}
