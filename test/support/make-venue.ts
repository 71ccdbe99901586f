import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database, VenueTable } from '../../src/database/tables.ts'
import { nextNumber } from './sequence.ts'

export function makeVenue(
  db: Kysely<Database>,
  values: Partial<Insertable<VenueTable>> = {},
): Promise<Selectable<VenueTable>> {
  return db
    .insertInto('venues')
    .values({
      name: 'Kunsthal Nord',
      slug: `kunsthal-nord-${nextNumber()}`,
      city: 'Aarhus',
      country_code: 'DK',
      latitude: '56.153300',
      longitude: '10.214100',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
