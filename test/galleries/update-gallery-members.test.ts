import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeGallery } from '../support/make-gallery.ts'

const service = useService()

it('does not wait for a transaction that writes artworks of the gallery, such as that of a long batch', async () => {
  const { key, userId } = await makeApiKey(service.db, { scopes: ['catalogue:write'] })
  const { id } = await makeGallery(service.db, { owner_id: userId })
  await service.db.transaction().execute(async (trx) => {
    // As the foreign key of a new artwork does.
    await sql`SELECT FROM galleries WHERE id = ${id} FOR KEY SHARE`.execute(trx)
    const { status } = await service.send({
      method: 'PUT',
      path: `/galleries/${id}/members/`,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'if-match': '*',
      },
      body: JSON.stringify({ members: [] }),
    })
    expect(status).toBe(200)
  })
})
