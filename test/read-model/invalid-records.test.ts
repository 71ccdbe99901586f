import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { finishBackgroundWork } from '../../scripts/finish-background-work.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { connectionTo } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { send } from '../support/send.ts'
import { LISTS, plainBodies, wholePage } from './plain-reading.ts'
import { serviceAt, useServices } from './services.ts'
import { makeShownRows, SHOWN_ROWS } from './shown-rows.ts'

// What the contract does not allow is not told, even if somebody has switched off what keeps it out of
// the database: not made, not put together of parts, not stored, not remembered.

const test = useServices(2, 'error')

/** Records that have nothing to do with those that are spoilt, but the empty picture and category. */
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
const spoiltSlug = `slug = '${SECRET}' || slug`

/** What is spoilt of a row, by what the row is to the record; and the list that shows it. */
const SPOILT: readonly (readonly [row: string, set: string, list: 'artworks' | 'events'])[] = [
  ['artwork', spoiltSlug, 'artworks'],
  ['artwork', `order_date = 'infinity'`, 'artworks'],
  ['artwork', `price_currency = 'secret@value'`, 'artworks'],
  ['picture of the artwork', `created_at = 'infinity'`, 'artworks'],
  ['picture of the gallery', `image = 'http://secret@value'`, 'artworks'],
  ['picture of the artist', `created_at = 'infinity'`, 'artworks'],
  ['gallery', spoiltSlug, 'artworks'],
  ['owner of the gallery', spoiltSlug, 'artworks'],
  ['author of the artwork', spoiltSlug, 'artworks'],
  ['artist', spoiltSlug, 'artworks'],
  ['category of the artwork', `updated_at = 'infinity'`, 'artworks'],
  ['tag', `created_at = 'infinity'`, 'artworks'],
  ['colour', 'red = -32123', 'artworks'],
  ['event', spoiltSlug, 'events'],
  ['event', `publish_time = 'infinity'`, 'events'],
  ['picture of the event', `updated_at = 'infinity'`, 'events'],
  ['category of the event', spoiltSlug, 'events'],
  ['venue', spoiltSlug, 'events'],
  ['picture of the venue', `created_at = 'infinity'`, 'events'],
  ['author of the event', spoiltSlug, 'events'],
]

async function expectRefused(app: FastifyInstance, path: string): Promise<void> {
  const log = captureLog(app)
  const answer = await send(app, { path })
  expect(answer.status, path).toBe(500)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expect(answer.json()).toMatchObject({ code: 'internal_error' })
  expect(JSON.stringify(log)).toMatch(/outside the contract/)
  expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/secret@value|infinit|32123/)
  expect(JSON.stringify(log)).not.toMatch(/secret@value|32123/)
}

describe('a record that the contract does not allow', () => {
  it.each(SPOILT)(
    'because of its %s, %s, is not told until that is put right',
    async (row, set, list) => {
      const { table, where } = SHOWN_ROWS[row] ?? { table: '', where: '' }
      const whole = wholePage(list)
      const good = await plainBodies(test.db, list)
      const id = [...good.records.keys()].find((one) => one !== others[list]) ?? 0
      const single = `${LISTS[list].path}${id}/`
      // So that one has it all in memory.
      const [first] = test.apps
      for (const path of [whole, single]) expect((await send(first!, { path })).status).toBe(200)

      const column = set.slice(0, set.indexOf(' '))
      const { rows } = await sql
        .raw<{ old: string }>(`SELECT ${column}::text AS old FROM ${table} WHERE ${where}`)
        .execute(test.db)
      await run(`UPDATE ${table} SET ${set} WHERE ${where}`)
      for (const app of test.apps) {
        // Made anew, and found in memory as what cannot be told.
        for (const path of [single, whole, single, whole]) await expectRefused(app, path)
        const rest = { path: `${LISTS[list].path}?limit=1&ordering=-${LISTS[list].firstOrder}` }
        const beside = await send(app, rest)
        if (set.includes('order_date')) continue
        expect(beside.json()['results']).toMatchObject([{ id: others[list] }])
      }
      const stored = await sql`
        SELECT FROM artwork_documents WHERE pieces::text ~ 'secret@value|infinit'
        UNION ALL SELECT FROM event_documents WHERE pieces::text ~ 'secret@value|infinit'`.execute(
        test.db,
      )
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

describe('a document of another format', () => {
  const store = (format: number) =>
    run(`INSERT INTO artwork_documents SELECT id, ${format}, 'digest', ARRAY['{"id":1}'] FROM artworks
      ON CONFLICT (id) DO UPDATE SET format = excluded.format, digest = 'digest',
        pieces = ARRAY['{"id":1}']`)
  const formats = async (): Promise<number[]> => {
    const { rows } = await sql<{ format: number }>`
      SELECT DISTINCT format FROM artwork_documents ORDER BY format`.execute(test.db)
    return rows.map(({ format }) => format)
  }

  it('is not told; a later one stays, and an earlier one makes way', async () => {
    const { page } = await plainBodies(test.db, 'artworks')
    const later = DOCUMENTS.artworks.format + 1
    await store(later)
    const { app, close } = await serviceAt(test.url)
    const told = async () => (await send(app, { path: wholePage('artworks') })).text
    expect(await told()).toBe(page)
    await finishBackgroundWork(test.url, new AbortController().signal)
    expect(await formats()).toEqual([later])
    expect(await told()).toBe(page)
    await store(0)
    expect(await told()).toBe(page)
    await expect.poll(formats, { timeout: 10_000 }).toEqual([DOCUMENTS.artworks.format])
    expect(await told()).toBe(page)
    await close()
  })
})

describe('documents that cannot be stored', () => {
  const renew = () => run('UPDATE artworks SET units = units')

  /** The page that a service gives whose pool is another. */
  async function pageThrough(url: string, statementTimeoutMs = 30_000): Promise<string> {
    const db = connect({ ...connectionTo(url), statementTimeoutMs, poolSize: 2 })
    const app = await testApp({ db, url }, { logLevel: 'fatal' })
    const { text } = await send(app, { path: wholePage('artworks') })
    await app.close()
    await db.destroy()
    return text
  }

  it('because the database is read-only, are told all the same', async () => {
    await renew()
    const { page } = await plainBodies(test.db, 'artworks')
    const readOnly = `${test.url}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    expect(await pageThrough(readOnly)).toBe(page)
  })

  it.each([
    ['their records are', 'SELECT FROM artworks FOR UPDATE'],
    ['their table is', 'LOCK TABLE artwork_documents IN EXCLUSIVE MODE'],
  ])('because %s locked, are told all the same', async (_, lock) => {
    await renew()
    const { page } = await plainBodies(test.db, 'artworks')
    await test.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM artwork_documents`.execute(trx)
      await sql.raw(lock).execute(trx)
      expect(await pageThrough(test.url, 200)).toBe(page)
    })
  })

  it('because the record has changed meanwhile, are not stored for the next', async () => {
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
