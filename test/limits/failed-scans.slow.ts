import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { send } from '../support/send.ts'

const test = useDatabase()

it('D13 a scan that fails counts as 100 requests', async () => {
  const app = await testApp(test, { limits: { perMinute: 1_000, poolSize: 8 } })
  let sent = 0
  const get = (path: string) => {
    sent += 1
    return send(app, { path })
  }
  await test.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE artworks`.execute(trx)
    const scans = ['/marketplace-artworks/?category=1', '/marketplace-artworks/facets/?category=1']
    const responses = await Promise.all(scans.map(get))
    expect(responses.map(({ status }) => status)).toEqual([503, 503])
    // PostgreSQL ends the statements somewhat later than the service their requests.
    await vi.waitFor(
      async () => {
        const { headers } = await get('/events/')
        const [, left] = /r=(\d+)/.exec(headers['ratelimit'] ?? '') ?? []
        expect(1_000 - Number(left) - sent).toBe(200)
      },
      { timeout: 60_000, interval: 500 },
    )
  })
  await app.close()
})
