import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import { testApp } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { send } from '../support/send.ts'

const test = useDatabase()
let db: ReturnType<typeof connect>
let app: Awaited<ReturnType<typeof testApp>>
let authorization: string

const remaining = (headers: Record<string, string>): number =>
  Number(/r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1])

/** Each scan by `near` takes too long. */
beforeAll(async () => {
  const connection = { ...connectionTo(test.url), statementTimeoutMs: 600 }
  db = connect({ ...connection, poolSize: 16 })
  app = await testApp(
    { db, url: test.url },
    { connection, limits: { perMinute: 1_000, poolSize: 16 } },
  )
  const { key, userId } = await makeApiKey(test.db)
  authorization = `Bearer ${key}`
  const place = { author_id: userId, latitude: '47.5', longitude: '7.5' }
  for (const publish_status of ['published', 'draft'] as const)
    await makeEvent(test.db, { ...place, publish_status })
  await sql`CREATE OR REPLACE FUNCTION distance_km(latitude numeric, longitude numeric, other_latitude float8, other_longitude float8)
    RETURNS float8 LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(10); RETURN 0; END'`.execute(test.db)
  // Until the service knows the key, a request with it counts for the address.
  await send(app, { path: '/events/?limit=1', headers: { authorization } })
})

afterAll(async () => {
  await app.close()
  await db.destroy()
})

it('D13 a scan that takes too long counts as 100 requests, and one that waits for a lock does not', async () => {
  /** How many requests the rate limit counts for one, of the address without a key, or of the key. */
  const counted = async (path: string, headers = {}): Promise<number> => {
    const before = await send(app, { path: '/events/?limit=1', headers })
    expect((await send(app, { path, headers })).status).toBe(503)
    const after = await send(app, { path: '/events/?limit=1', headers })
    return remaining(before.headers) - remaining(after.headers) - 1
  }
  expect(await counted('/events/?near=47.5,7.5')).toBe(101)
  expect(await counted('/events/facets/?near=47.5,7.5')).toBe(101)
  const drafts = '/events/?publish_status=draft&near=47.5,7.5'
  expect(await counted(drafts, { authorization })).toBe(101)
  await test.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE artworks`.execute(trx)
    expect(await counted('/marketplace-artworks/?category=1')).toBe(1)
  })
})

it.each(['/events/?country=DE', '/events/facets/?country=DE'])(
  'a client waits for one scan of another client, not for all of them: %s',
  async (path) => {
    let ended = 0
    // On a busy machine, a second one may end before the other client has its response. In the order of arrival, all would.
    const slow = [1, 2, 3, 4].map(async (decimal) => {
      await send(app, { path: `/events/?near=47.${decimal},7.5` })
      ended += 1
    })
    await slowScanBegins()
    const { status } = await send(app, { path, headers: { authorization } })
    expect(status).toBe(200)
    expect(ended).toBeLessThan(slow.length - 1)
    await Promise.all(slow)
  },
)

async function slowScanBegins(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{
        waiting: number
      }>`SELECT count(*) AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`.execute(test.db)
      return Number(rows[0]?.waiting)
    })
    .toBe(1)
}
