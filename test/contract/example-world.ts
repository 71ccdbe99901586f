import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { PARTNER_SCOPES } from '../../src/auth/principal.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeUser } from '../support/make-user.ts'
import { makeVenue } from '../support/make-venue.ts'

/** The user whom the examples name as an owner. */
export const USERNAME = 'quayside'

/** Fills an empty database with the records that the examples of the contract name. */
export async function makeExampleWorld(db: Kysely<Database>) {
  const owner_id = (await makeUser(db, { username: USERNAME })).id
  for (const table of ['artists', 'galleries', 'tags', 'venues']) {
    // The ids before it are free for the records that the examples name.
    await sql`ALTER TABLE ${sql.table(table)} ALTER id RESTART WITH 1000`.execute(db)
  }
  await makeVenue(db, { id: 12 })
  await makeArtist(db, { id: 1 })
  await makeGallery(db, { id: 1, owner_id })
  await makeTag(db, { id: 1 })
  const author = `Bearer ${(await makeApiKey(db, { owner_id, scopes: PARTNER_SCOPES })).key}`
  const admin = `Bearer ${(await makeApiKey(db, { owner_id, scopes: ['admin'] })).key}`
  return { owner_id, keys: { author, admin } }
}
