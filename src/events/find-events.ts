import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import { selectVenues } from '../embedded/venue-queries.ts'
import { byId, required } from '../list/by-id.ts'
import { selectEvents } from './event-queries.ts'
import { eventResource } from './event-resource.ts'

/**
 * The records of these ids in their order, in two queries however many there are. Ids that are not
 * public are left out.
 */
export async function findEvents(
  db: Kysely<Database>,
  ids: readonly number[],
  mediaUrl: string,
): Promise<components['schemas']['Event'][]> {
  const rows = byId(await selectEvents(db, ids))
  const venueIds = new Set([...rows.values()].map((row) => row.venue_id))
  const venues = byId(await selectVenues(db, [...venueIds]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row === undefined ? [] : [eventResource(row, required(venues, row.venue_id), mediaUrl)]
  })
}
