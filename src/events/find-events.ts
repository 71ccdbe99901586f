import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import { byId, required } from '../list/by-id.ts'
import { selectVenues } from '../venues/venue-queries.ts'
import { selectEvents } from './event-queries.ts'
import { eventResource } from './event-resource.ts'

/**
 * The records of these ids in their order, in two queries however many there are. Ids that the
 * viewer may not see are left out.
 * @param isCounted whether venues tell how much their gallery has for sale.
 */
export async function findEvents(
  db: Kysely<Database>,
  ids: readonly number[],
  mediaUrl: string,
  viewer: Viewer,
  isCounted = true,
): Promise<components['schemas']['Event'][]> {
  const rows = byId(await selectEvents(db, ids, viewer))
  const venueIds = new Set([...rows.values()].map((row) => row.venue_id))
  const venues = byId(await selectVenues(db, [...venueIds], isCounted))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row === undefined ? [] : [eventResource(row, required(venues, row.venue_id), mediaUrl)]
  })
}

/** The record that this transaction has just written. */
export async function requiredEvent(
  db: Kysely<Database>,
  id: number,
  mediaUrl: string,
  viewer: Viewer,
): Promise<components['schemas']['Event']> {
  const [event] = await findEvents(db, [id], mediaUrl, viewer)
  if (event === undefined) throw new Error(`Event ${id} is gone`)
  return event
}
