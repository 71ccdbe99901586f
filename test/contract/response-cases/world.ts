import type { Kysely } from 'kysely'
import { PARTNER_SCOPES, type Scope } from '../../../src/auth/principal.ts'
import type { Database } from '../../../src/database/tables.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeWebhook } from '../../support/make-webhook.ts'
import { makeFullRecords } from '../full-records.ts'
import type { World } from './response-case.ts'

/** Fills an empty database. */
export async function makeWorld(db: Kysely<Database>, hasBegun: World['hasBegun']): Promise<World> {
  const authorId = (await makeUser(db)).id
  const anotherId = (await makeUser(db)).id
  const bearer = async (owner_id: string, ...scopes: Scope[]) =>
    `Bearer ${(await makeApiKey(db, { owner_id, scopes })).key}`
  const recordIds = await makeFullRecords(db)
  const member = { gallery_id: recordIds['/galleries/{id}/'] ?? 0, user_id: authorId }
  await db.insertInto('gallery_members').values(member).execute()
  const ownKey = await makeApiKey(db, { owner_id: authorId })
  const webhook = await makeWebhook(db, { owner_id: authorId })
  const ofWebhook = Object.fromEntries(
    Object.keys(recordIds)
      .filter((template) => template.startsWith('/webhooks/'))
      .map((template) => [template, webhook.id]),
  )
  return {
    db,
    recordIds: { ...recordIds, '/api-keys/{id}/': ownKey.id, ...ofWebhook },
    authorId,
    anotherId,
    keys: {
      author: await bearer(authorId, ...PARTNER_SCOPES),
      another: await bearer(anotherId, ...PARTNER_SCOPES),
      admin: await bearer(authorId, 'admin'),
      painter: await bearer(authorId, 'artworks:write'),
      host: await bearer(authorId, 'events:write'),
    },
    hasBegun,
    unfinished: [],
  }
}
