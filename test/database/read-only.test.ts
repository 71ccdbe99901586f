import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { startProxiedService, type ProxiedService } from '../support/proxied-service.ts'
import { sendUnjudged, type Sent } from '../support/send.ts'
import { nextNumber } from '../support/sequence.ts'
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
const status = async (sent: Sent): Promise<number> => (await sendUnjudged(service.app, sent)).status

/** Whatever the session may do by default. */
const alterDatabase = (change: string) =>
  test.db
    .transaction()
    .setAccessMode('read write')
    .execute((trx) =>
      sql`DO ${sql.lit(
        `BEGIN EXECUTE format('ALTER DATABASE %I ${change}', current_database()); END`,
      )}`.execute(trx),
    )

/** As a primary that becomes a standby: all connections are cut, and new ones cannot write. */
async function makeReadOnly(): Promise<void> {
  await alterDatabase('SET default_transaction_read_only = on')
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(test.db)
}

/** For new connections alone: those that are open go on as they were. */
const makeWritable = () => alterDatabase('RESET default_transaction_read_only')

describe('F11 a database that becomes read-only', () => {
  it('is read from, and written to again as soon as it can be', async () => {
    expect([await status(PAGE), await status(post())]).toEqual([200, 201])
    await makeReadOnly()
    // Of every connection of the pool.
    const attempts = Array.from({ length: 2 * service.poolSize }, () => status(post()))
    expect(new Set(await Promise.all(attempts))).toEqual(new Set([503]))
    await expect.poll(() => status(PAGE), { interval: 5 }).toBe(200)
    const refused = await sendUnjudged(service.app, post())
    expect(refused.json()['code']).toBe('service_unavailable')
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    await makeWritable()
    expect([await status(post()), await status(PAGE)]).toEqual([201, 200])
  })
})
