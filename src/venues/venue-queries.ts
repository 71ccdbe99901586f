import { anyOf, type DatabaseReader } from '../database/kysely.ts'

export type VenuePlace = Awaited<ReturnType<typeof placesOf>>[number]

export async function selectVenuePlaces(
  db: DatabaseReader,
  ids: readonly number[],
): Promise<Map<number, VenuePlace>> {
  const places = await placesOf(db, ids)
  return new Map(places.map((place) => [place.id, place]))
}

function placesOf(db: DatabaseReader, ids: readonly number[]) {
  return db
    .selectFrom('venues')
    .select(['id', 'country_code', 'city', 'latitude', 'longitude'])
    .where('id', '=', anyOf(ids))
    .execute()
}
