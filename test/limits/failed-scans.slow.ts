import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import { testApp } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { send } from '../support/send.ts'

const test = useDatabase()

it('D13 a scan that takes too long counts as 100 requests, and one that waits for a lock does not', async () => {
  const connection = { ...connectionTo(test.url), statementTimeoutMs: 1_000 }
  const db = connect({ ...connection, poolSize: 8 })
  const app = await testApp(
    { db, url: test.url },
    { connection, limits: { perMinute: 1_000, poolSize: 8 } },
  )
  const { key, userId } = await makeApiKey(test.db)
  const authorization = `Bearer ${key}`
  /** How many requests the rate limit counts for one, of the address without a key, and of the key. */
  const counted = async (path: string, headers = {}): Promise<number> => {
    const leftOf = async (of: string): Promise<number> => {
      const response = await send(app, { path: of, headers })
      return Number(/r=(\d+)/.exec(response.headers['ratelimit'] ?? '')?.[1])
    }
    // Until the service knows the key, a request with it counts for the address.
    await leftOf('/events/?limit=1')
    const before = await leftOf('/events/?limit=1')
    expect((await send(app, { path, headers })).status).toBe(503)
    return before - (await leftOf('/events/?limit=1')) - 1
  }
  for (const publish_status of ['published', 'draft'] as const)
    await makeEvent(test.db, {
      author_id: userId,
      publish_status,
      latitude: '47.5',
      longitude: '7.5',
    })
  await sql`CREATE OR REPLACE FUNCTION distance_km(latitude numeric, longitude numeric, other_latitude float8, other_longitude float8)
    RETURNS float8 LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(10); RETURN 0; END'`.execute(test.db)
  expect(await counted('/events/?near=47.5,7.5')).toBe(101)
  expect(await counted('/events/facets/?near=47.5,7.5')).toBe(101)
  const drafts = '/events/?publish_status=draft&near=47.5,7.5'
  expect(await counted(drafts, { authorization })).toBe(101)
  await test.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE artworks`.execute(trx)
    expect(await counted('/marketplace-artworks/?category=1')).toBe(1)
  })
  await app.close()
  await db.destroy()
})
