import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../src/database/pool.ts'
import { testApp } from '../../support/app.ts'
import { captureLog } from '../../support/captured-log.ts'
import { connectionTo } from '../../support/database.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEvent } from '../../support/make-event.ts'
import { send } from '../../support/send.ts'
import { LISTS, plainBodies, wholePage } from '../reference-responses.ts'
import { useServices } from '../services.ts'
import { makeShownRows, SHOWN_ROWS } from '../shown-rows.ts'

// Data that violates the contract is never sent, stored or cached, not even with the constraints of the database
// dropped.

const test = useServices(2, 'error')

/** Records without the invalid rows, except for the placeholder picture and the category. */
const others = {} as { artworks: number; events: number }

const run = (statement: string) => sql.raw(statement).execute(test.db)

beforeAll(async () => {
  await makeShownRows(test.db)
  others.artworks = (await makeArtwork(test.db, { order_date: '2030-01-01T00:00:00Z' })).id
  others.events = (
    await makeEvent(test.db, {
      start_time: '2030-01-01T00:00:00Z',
      end_time: '2030-01-01T00:00:00Z',
    })
  ).id
  const { rows } = await sql<{ statement: string }>`
    SELECT format('ALTER DOMAIN %I DROP CONSTRAINT %I', typname, conname) AS statement
    FROM pg_constraint JOIN pg_type ON pg_type.oid = contypid
    WHERE typnamespace = 'public'::regnamespace`.execute(test.db)
  for (const { statement } of rows) await run(statement)
  for (const table of ['colors', 'users']) {
    const checks = await sql<{ name: string }>`
      SELECT conname AS name FROM pg_constraint
      WHERE contype = 'c' AND conrelid = ${table}::regclass`.execute(test.db)
    for (const { name } of checks.rows) await run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  }
})

const SECRET = 'no slug: secret@value'
const invalidSlug = `slug = '${SECRET}' || slug`

/** Invalid assignments, by the role of the row in the record; and the list that shows it. */
const INVALID: readonly (readonly [row: string, set: string, list: 'artworks' | 'events'])[] = [
  ['artwork', invalidSlug, 'artworks'],
  ['artwork', `order_date = 'infinity'`, 'artworks'],
  ['artwork', `price_currency = 'secret@value'`, 'artworks'],
  ['picture of the artwork', `created_at = 'infinity'`, 'artworks'],
  ['picture of the gallery', `image = 'http://secret@value'`, 'artworks'],
  ['picture of the artist', `created_at = 'infinity'`, 'artworks'],
  ['gallery', invalidSlug, 'artworks'],
  ['owner of the gallery', invalidSlug, 'artworks'],
  ['author of the artwork', invalidSlug, 'artworks'],
  ['artist', invalidSlug, 'artworks'],
  ['category of the artwork', `created_at = 'infinity'`, 'artworks'],
  ['tag', `created_at = 'infinity'`, 'artworks'],
  ['colour', 'red = -32123', 'artworks'],
  ['event', invalidSlug, 'events'],
  ['event', `publish_time = 'infinity'`, 'events'],
  ['picture of the event', `updated_at = 'infinity'`, 'events'],
  ['category of the event', invalidSlug, 'events'],
  ['venue', invalidSlug, 'events'],
  ['picture of the venue', `created_at = 'infinity'`, 'events'],
  ['author of the event', invalidSlug, 'events'],
]

async function expectInternalError(app: FastifyInstance, path: string): Promise<void> {
  const log = captureLog(app)
  const response = await send(app, { path })
  expect(response.status, path).toBe(500)
  expect(response.headers['content-type']).toBe('application/problem+json')
  expect(response.json()).toMatchObject({ code: 'internal_error' })
  expect(JSON.stringify(log)).toMatch(/outside the contract/)
  expect(response.text + JSON.stringify(response.headers)).not.toMatch(/secret@value|infinit|32123/)
  expect(JSON.stringify(log)).not.toMatch(/secret@value|32123/)
}

describe('a record that violates the contract', () => {
  it.each(INVALID)(
    'because of its %s, %s, is not sent until that is corrected',
    async (row, set, list) => {
      const { table, where } = SHOWN_ROWS[row] ?? { table: '', where: '' }
      const whole = wholePage(list)
      const good = await plainBodies(test.db, list)
      const id = [...good.records.keys()].find((one) => one !== others[list]) ?? 0
      const single = `${LISTS[list].path}${id}/`
      // One service has all of it in its caches.
      const [first] = test.apps
      for (const path of [whole, single]) expect((await send(first!, { path })).status).toBe(200)

      const column = set.slice(0, set.indexOf(' '))
      const { rows } = await sql
        .raw<{ old: string }>(`SELECT ${column}::text AS old FROM ${table} WHERE ${where}`)
        .execute(test.db)
      await run(`UPDATE ${table} SET ${set} WHERE ${where}`)
      for (const app of test.apps) {
        // Built at first, and found invalid in local state after that.
        for (const path of [single, whole, single, whole]) await expectInternalError(app, path)
        const rest = { path: `${LISTS[list].path}?limit=1&ordering=-${LISTS[list].firstOrder}` }
        const beside = await send(app, rest)
        if (set.includes('order_date')) continue
        expect(beside.json()['results']).toMatchObject([{ id: others[list] }])
      }
      const stored = await sql`
        SELECT FROM artwork_documents WHERE text ~ 'secret@value|infinit'
        UNION ALL SELECT FROM event_documents WHERE text ~ 'secret@value|infinit'`.execute(test.db)
      expect(stored.rows).toEqual([])

      await run(`UPDATE ${table} SET ${column} = '${rows[0]?.old}' WHERE ${where}`)
      const now = await plainBodies(test.db, list)
      for (const app of test.apps) {
        expect((await send(app, { path: whole })).text).toBe(now.page)
        expect((await send(app, { path: single })).text).toBe(now.records.get(id))
      }
    },
  )
})

describe('a document that cannot be stored', () => {
  const renew = () => run('UPDATE artworks SET units = units')

  /** The page from a service with another pool. */
  async function pageThrough(url: string, statementTimeoutMs = 30_000): Promise<string> {
    const db = connect({ ...connectionTo(url), statementTimeoutMs, poolSize: 2 })
    const app = await testApp({ db, url }, { logLevel: 'fatal' })
    const { text } = await send(app, { path: wholePage('artworks') })
    await app.close()
    await db.destroy()
    return text
  }

  it('is sent, when the database is read-only', async () => {
    await renew()
    const { page } = await plainBodies(test.db, 'artworks')
    const readOnly = `${test.url}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    expect(await pageThrough(readOnly)).toBe(page)
  })

  it.each([
    ['its record is', 'SELECT FROM artworks FOR UPDATE'],
    ['its table is', 'LOCK TABLE artwork_documents IN EXCLUSIVE MODE'],
  ])('is sent, when %s locked', async (_, lock) => {
    await renew()
    const { page } = await plainBodies(test.db, 'artworks')
    await test.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM artwork_documents`.execute(trx)
      await sql.raw(lock).execute(trx)
      expect(await pageThrough(test.url, 200)).toBe(page)
    })
  })

  it('because its record has changed meanwhile, is not sent to the next request', async () => {
    await renew()
    for (let time = 0; time < 20; time += 1) {
      const read = send(test.apps[time % 2]!, { path: wholePage('artworks') })
      await Promise.all([read, run(`UPDATE artworks SET title = 'Title ${time}'`)])
      const { page } = await plainBodies(test.db, 'artworks')
      for (const app of test.apps) {
        expect((await send(app, { path: wholePage('artworks') })).text).toBe(page)
      }
    }
  })
})
