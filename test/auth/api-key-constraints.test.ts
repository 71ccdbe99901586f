import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { makeApiKey, type MadeApiKey } from '../support/make-api-key.ts'

const test = useDatabase()
let made: MadeApiKey

beforeAll(async () => {
  made = await makeApiKey(test.db, { scopes: ['artworks:write', 'events:write', 'admin'] })
})

const FOREIGN_KEY = '23503'

describe('a stored key', () => {
  it('has a unique hash', async () => {
    const copy = sql`INSERT INTO api_keys (hint, key_hash, owner_id, scopes)
      SELECT hint, key_hash, owner_id, scopes FROM api_keys WHERE id = ${made.id}`.execute(test.db)
    await expect(copy).rejects.toMatchObject({ code: '23505' })
  })

  it('prevents the deletion of its owner', async () => {
    const deletion = sql`DELETE FROM users WHERE id = ${made.userId}`.execute(test.db)
    await expect(deletion).rejects.toMatchObject({ code: FOREIGN_KEY })
  })

  it('contains no part of the key except the hint', async () => {
    const { rows } = await sql<{ row: string }>`SELECT api_keys::text AS row FROM api_keys`.execute(
      test.db,
    )
    const row = rows.map((each) => each.row).join()
    expect(row).toContain(made.key.slice(0, 12))
    expect(row).not.toContain(made.key.slice(4, 13))
    expect(row).not.toContain(made.key.slice(12))
    expect(row).not.toContain(Buffer.from(made.key).toString('hex'))
  })
})
