import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database, GalleryTable } from '../../src/database/tables.ts'
import { makeUser } from './make-user.ts'
import { nextNumber } from './sequence.ts'

export async function makeGallery(
  db: Kysely<Database>,
  values: Partial<Insertable<GalleryTable>> = {},
): Promise<Selectable<GalleryTable>> {
  return db
    .insertInto('galleries')
    .values({
      name: 'Quayside Editions',
      slug: `quayside-editions-${nextNumber()}`,
      city: 'Bristol',
      summary: 'Prints and paintings of the Atlantic coast.',
      owner_id: values.owner_id ?? (await makeUser(db)).id,
      phone_number: '+44 117 496 0123',
      address: '12 Quay Street, Bristol',
      registered_since: '2019-03-01T08:00:00Z',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
