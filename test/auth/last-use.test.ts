import { sql, type Kysely } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authenticate } from '../../src/auth/authenticate.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { useDatabase } from '../support/database.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeApiKey, type MadeApiKey } from '../support/make-api-key.ts'

const test = useDatabase()
let key: MadeApiKey

beforeAll(async () => {
  await sql`CREATE TABLE uses (key_id integer)`.execute(test.db)
  await sql`CREATE FUNCTION record_use() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO uses VALUES (new.id); RETURN new; END $$`.execute(test.db)
  await sql`CREATE TRIGGER record_use AFTER UPDATE OF last_used_at ON api_keys
    FOR EACH ROW EXECUTE FUNCTION record_use()`.execute(test.db)
})

beforeEach(async () => {
  key = await makeApiKey(test.db)
})

const use = (db: Kysely<Database>) => authenticate(db, `Bearer ${key.key}`)

async function usedAgo(interval: string): Promise<void> {
  await sql`UPDATE api_keys SET last_used_at = now() - ${interval}::interval
    WHERE id = ${key.id}`.execute(test.db)
  await sql`TRUNCATE uses`.execute(test.db)
}

async function recordedUses(): Promise<number> {
  const { rows } = await sql`SELECT FROM uses WHERE key_id = ${key.id}`.execute(test.db)
  return rows.length
}

async function secondsSinceUse(): Promise<number | undefined> {
  const { rows } = await sql<{ age: number }>`
    SELECT extract(epoch FROM now() - last_used_at)::float8 AS age FROM api_keys
    WHERE id = ${key.id}`.execute(test.db)
  return rows[0]?.age
}

describe('the last use of a key', () => {
  it('is recorded at the first use', async () => {
    await use(test.db)
    expect(await recordedUses()).toBe(1)
    expect(await secondsSinceUse()).toBeLessThan(60)
  })

  it('is recorded once for 50 concurrent requests', async () => {
    const principals = await Promise.all(Array.from({ length: 50 }, () => use(test.db)))
    expect(principals.map((principal) => principal?.userId)).toEqual(
      Array.from({ length: 50 }, () => key.userId),
    )
    expect(await recordedUses()).toBe(1)
  })

  it.each([
    ['30 seconds', 0],
    ['61 seconds', 1],
  ])('is recorded again a minute after: %s later %d times', async (interval, times) => {
    await usedAgo(interval)
    await use(test.db)
    await use(test.db)
    expect(await recordedUses()).toBe(times)
  })

  it('is not recorded for other keys', async () => {
    const other = await makeApiKey(test.db)
    await use(test.db)
    const { rows } = await sql`SELECT last_used_at FROM api_keys WHERE id = ${other.id}`.execute(
      test.db,
    )
    expect(rows).toEqual([{ last_used_at: null }])
  })

  it('does not delay a request while another one records it', async () => {
    await test.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM api_keys WHERE id = ${key.id} FOR UPDATE`.execute(trx)
      const used = use(test.db)
      expect(await untilLockWaitOrEnd(trx, used)).toBe('end')
      expect(await used).toMatchObject({ userId: key.userId })
    })
    expect(await recordedUses()).toBe(0)
  })

  it('does not fail a request when it cannot be written', async () => {
    const db = connect({
      databaseUrl: `${test.url}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`,
      poolSize: 1,
      statementTimeoutMs: 30_000,
      onConnectionError: () => {},
    })
    try {
      await expect(sql`CREATE TABLE nothing ()`.execute(db)).rejects.toThrow('read-only')
      expect(await use(db)).toMatchObject({ userId: key.userId })
    } finally {
      await db.destroy()
    }
    expect(await recordedUses()).toBe(0)
  })
})
