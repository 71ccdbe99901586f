import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { startProxiedService, type ProxiedService } from '../support/proxied-service.ts'
import { sendUnvalidated, type Sent } from '../support/send.ts'
import { nextNumber } from '../support/sequence.ts'
import { withoutTimers } from '../support/without-timers.ts'
import { eventBody, posting } from '../writes/event-requests.ts'

const test = useDatabase()
let service: ProxiedService
let key: string
let venue: number

beforeAll(async () => {
  await makeEvent(test.db)
  key = (await makeApiKey(test.db)).key
  venue = (await makeVenue(test.db)).id
  service = await startProxiedService(test.url)
})
afterAll(() => service.close())

const PAGE: Sent = { path: '/events/' }
const post = (): Sent => posting(key, eventBody(venue, { title: `Event ${nextNumber()}` }))
const statusOf = async (sent: Sent): Promise<number> =>
  (await sendUnvalidated(service.app, sent)).status

/** In a transaction that may write although the session's default is read-only. */
const alterDatabase = (change: string) =>
  test.db
    .transaction()
    .setAccessMode('read write')
    .execute((trx) =>
      sql`DO ${sql.lit(
        `BEGIN EXECUTE format('ALTER DATABASE %I ${change}', current_database()); END`,
      )}`.execute(trx),
    )

/** Like a primary that becomes a standby: terminates all connections; new ones cannot write. */
async function makeReadOnly(): Promise<void> {
  await alterDatabase('SET default_transaction_read_only = on')
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(test.db)
}

/** For new connections only. */
const makeWritable = () => alterDatabase('RESET default_transaction_read_only')

describe('F11 a database that becomes read-only', () => {
  it('serves reads, and writes again as soon as it is writable', async () => {
    expect([await statusOf(PAGE), await statusOf(post())]).toEqual([200, 201])
    await makeReadOnly()
    // Every connection of the pool is used.
    const attempts = Array.from({ length: 2 * service.poolSize }, () => statusOf(post()))
    expect(new Set(await Promise.all(attempts))).toEqual(new Set([503]))
    await expect.poll(() => statusOf(PAGE), { interval: 5 }).toBe(200)
    const rejected = await sendUnvalidated(service.app, post())
    expect(rejected.json()['code']).toBe('service_unavailable')
    expect(rejected.headers['retry-after']).toMatch(/^\d+$/)
    await makeWritable()
    expect([await statusOf(post()), await statusOf(PAGE)]).toEqual([201, 200])
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }

const WITHOUT_DATABASE: readonly (readonly [number, Sent])[] = [
  [404, { path: '/nothing/' }],
  [404, { path: '/events/0/' }],
  [405, { method: 'DELETE', path: '/events/' }],
  [406, { path: '/events/', headers: { accept: 'image/png' } }],
  [400, { path: '/events/?limit=x' }],
  [400, { path: '/events/?offset=1e1' }],
  [401, { method: 'POST', path: '/events/', headers: JSON_TYPE, body: '{}' }],
  [401, { path: '/events/', headers: { authorization: 'Basic eDp5' } }],
  [200, { method: 'OPTIONS', path: '/events/' }],
  [200, { url: '/openapi/v1.json' }],
  [200, { url: '/docs' }],
]

describe('F8 with all connections waiting for a silent database', () => {
  it('responds to requests that need none, without waiting', async () => {
    const authorized = { path: '/events/1/', headers: { authorization: `Bearer ${key}` } }
    for (const sent of [authorized, ...WITHOUT_DATABASE.map(([, each]) => each)]) {
      await statusOf(sent)
    }
    service.proxy.suffer({ isSilent: true })
    const held = Array.from({ length: 20 }, (_, offset) => [
      statusOf(authorized),
      statusOf({ path: `/events/?offset=${offset}` }),
    ]).flat()
    // Now they wait for a connection.
    for (let turn = 0; turn < 50; turn += 1) await nextTurn()
    await withoutTimers(async () => {
      for (const [status, sent] of WITHOUT_DATABASE) {
        expect(await statusOf(sent), JSON.stringify(sent)).toBe(status)
      }
    })
    service.proxy.suffer()
    await Promise.all(held)
    await expect.poll(() => statusOf(authorized)).toBe(200)
  })
})
