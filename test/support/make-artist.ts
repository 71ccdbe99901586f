import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ArtistTable, Database } from '../../src/database/tables.ts'
import { nextNumber } from './sequence.ts'

export function makeArtist(
  db: Kysely<Database>,
  values: Partial<Insertable<ArtistTable>> = {},
): Promise<Selectable<ArtistTable>> {
  return db
    .insertInto('artists')
    .values({
      name: 'Ines Falk',
      slug: `ines-falk-${nextNumber()}`,
      summary: 'Born 1951, Danish',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
