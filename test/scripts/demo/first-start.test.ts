import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { lockApiKeys } from '../../../scripts/demo/first-start-queries.ts'
import { makeFirstKey } from '../../../scripts/demo/first-start.ts'
import { authenticate } from '../../../src/auth/authenticate.ts'
import { PARTNER_SCOPES } from '../../../src/auth/principal.ts'
import { useDatabase } from '../../support/database.ts'
import { makeApiKey } from '../../support/make-api-key.ts'

const test = useDatabase()

beforeEach(async () => {
  await sql`TRUNCATE api_keys`.execute(test.db)
})

function start(embedded: boolean): Promise<string | undefined> {
  const database = { databaseUrl: test.url, embedded, close: () => Promise.resolve() }
  return makeFirstKey({ database, db: test.db })
}

async function countKeys(): Promise<number> {
  return (await sql`SELECT FROM api_keys`.execute(test.db)).rows.length
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql`SELECT FROM pg_locks
    WHERE relation = 'api_keys'::regclass AND NOT granted`.execute(test.db)
  return rows.length
}

describe('the first key of the embedded database', () => {
  it('is issued and shown once, for a partner with permission to write', async () => {
    const shown = await start(true)
    const key = /^ {2}API key {4}(amk_\S{43})$/m.exec(shown ?? '')?.[1]
    const owner = await test.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'demo-partner')
      .executeTakeFirstOrThrow()
    expect(await authenticate(test.db, `Bearer ${key}`)).toMatchObject({
      userId: owner.id,
      scopes: PARTNER_SCOPES,
    })
    expect(shown).toContain('of demo-partner, a member of the first gallery, for\n')
    expect(shown).toContain(
      'artworks:write, catalogue:write, events:write, webhooks; shown only now',
    )
    expect(await start(true)).toBeUndefined()
    expect(await countKeys()).toBe(1)
  })

  it('waits for another first start, and keeps its key', async () => {
    const shown = await test.db.transaction().execute(async (other) => {
      await lockApiKeys(other)
      await makeApiKey(other)
      const started = start(true)
      await expect.poll(countWaiting).toBe(1)
      return { started }
    })
    expect(await shown.started).toBeUndefined()
    expect(await countKeys()).toBe(1)
  })

  it('is not issued where there has been any key, even a revoked one', async () => {
    await makeApiKey(test.db, { revoked_at: '2024-05-07T09:30:00Z' })
    expect(await start(true)).toBeUndefined()
    expect(await countKeys()).toBe(1)
  })

  it('is never issued in a database of somebody else', async () => {
    expect(await start(false)).toBeUndefined()
    expect(await countKeys()).toBe(0)
  })
})
