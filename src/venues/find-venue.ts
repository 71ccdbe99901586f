import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import { selectRecords } from '../json-sql/select-records.ts'
import { venueJson } from './venue-resource.ts'

/** The venue of this id, if there is one. */
export async function findVenue(
  db: Kysely<Database>,
  id: number,
  mediaUrl: string,
): Promise<components['schemas']['Venue'] | undefined> {
  const [venue] = await selectRecords(db, { table: 'venues', json: venueJson }, [id], mediaUrl)
  return venue
}
