import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeGallery } from '../support/make-gallery.ts'

const service = useService()

/** Sets the members, which must be possible. */
async function put(key: string, id: number, members: readonly string[]): Promise<void> {
  const { status } = await service.send({
    method: 'PUT',
    path: `/galleries/${id}/members/`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'if-match': '*',
    },
    body: JSON.stringify({ members }),
  })
  expect(status).toBe(200)
}

it('does not wait for a transaction that writes artworks of the gallery, such as that of a long batch', async () => {
  const { key, userId } = await makeApiKey(service.db, { scopes: ['catalogue:write'] })
  const { id } = await makeGallery(service.db, { owner_id: userId })
  await service.db.transaction().execute(async (trx) => {
    // As the foreign key of a new artwork does.
    await sql`SELECT FROM galleries WHERE id = ${id} FOR KEY SHARE`.execute(trx)
    await put(key, id, [])
  })
})

it('keeps the sender of each invitation that stays', async () => {
  const { key, userId } = await makeApiKey(service.db, { scopes: ['catalogue:write'] })
  const { id } = await makeGallery(service.db, { owner_id: userId })
  await put(key, id, ['anna', 'bela', 'carl'])
  const other = await makeApiKey(service.db, { scopes: ['catalogue:write'] })
  await service.db.updateTable('galleries').set({ owner_id: other.userId }).execute()
  await put(other.key, id, ['anna', 'bela', 'dora'])
  const invitations = await service.db
    .selectFrom('gallery_invitations')
    .select(['username', 'invited_by'])
    .orderBy('username')
    .execute()
  expect(invitations).toEqual([
    { username: 'anna', invited_by: userId },
    { username: 'bela', invited_by: userId },
    { username: 'dora', invited_by: other.userId },
  ])
})
