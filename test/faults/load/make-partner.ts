import type { Kysely } from 'kysely'
import type { Database } from '../../../src/database/tables.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { makeArtist } from '../../support/make-artist.ts'
import { makeArtworkCategory, makeEventCategory } from '../../support/make-categories.ts'
import { makeTag } from '../../support/make-tag.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeVenue } from '../../support/make-venue.ts'
import { createGalleries } from '../system/database-queries.ts'
import type { Partner } from './record-requests.ts'

/** A partner in the database of a test. */
export async function makePartner({
  db,
  url,
}: {
  readonly db: Kysely<Database>
  readonly url: string
}): Promise<Partner> {
  const { id, username } = await makeUser(db)
  const { key } = await makeApiKey(db, {
    owner_id: id,
    scopes: ['artworks:write', 'catalogue:write', 'events:write'],
  })
  const ids = async (count: number, make: () => Promise<{ id: number }>): Promise<number[]> => {
    const made = await Promise.all(Array.from({ length: count }, make))
    return made.map((each) => each.id)
  }
  return {
    key,
    galleries: await createGalleries(url, username),
    artists: await ids(4, () => makeArtist(db)),
    tags: await ids(3, () => makeTag(db)),
    category: (await makeArtworkCategory(db)).id,
    venue: (await makeVenue(db)).id,
    eventCategory: (await makeEventCategory(db)).id,
  }
}
