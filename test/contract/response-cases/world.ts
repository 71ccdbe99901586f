import type { Kysely } from 'kysely'
import type { Scope } from '../../../src/auth/principal.ts'
import type { Database } from '../../../src/database/tables.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeTag } from '../../support/make-tag.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeFullRecords } from '../full-records.ts'
import type { World } from './response-case.ts'

const DRAFT = { publish_status: 'draft', published_at: null }

/** Fills an empty database. */
export async function makeWorld(db: Kysely<Database>, hasBegun: World['hasBegun']): Promise<World> {
  const author = { author_id: (await makeUser(db)).id }
  const another = { author_id: (await makeUser(db)).id }
  const bearer = async (owner_id: string, ...scopes: Scope[]) =>
    `Bearer ${(await makeApiKey(db, { owner_id, scopes })).key}`
  const recordIds = await makeFullRecords(db)
  const idOf = (collection: string) => recordIds[`/${collection}/{id}/`] ?? 0
  return {
    recordIds,
    artworkId: idOf('marketplace-artworks'),
    eventId: idOf('events'),
    venueId: idOf('venues'),
    galleryId: idOf('galleries'),
    artistId: idOf('artists'),
    tagId: (await makeTag(db)).id,
    ownEventId: (await makeEvent(db, author)).id,
    ownDraftId: (await makeEvent(db, { ...author, ...DRAFT })).id,
    ownDraftArtworkId: (await makeArtwork(db, { ...author, ...DRAFT })).id,
    draftOfAnotherId: (await makeEvent(db, { ...another, ...DRAFT })).id,
    keys: {
      author: await bearer(author.author_id, 'events:write', 'artworks:write'),
      another: await bearer(another.author_id, 'events:write', 'artworks:write'),
      painter: await bearer(author.author_id, 'artworks:write'),
      host: await bearer(author.author_id, 'events:write'),
    },
    hasBegun,
    unfinished: [],
  }
}
