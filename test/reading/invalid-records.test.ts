import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../src/database/connect.ts'
import { recordMaker } from '../../src/reading/records/record-maker.ts'
import { asByteText } from '../../src/byte-text.ts'
import { selectVersions, storeTexts } from '../../src/reading/records/ready-record-queries.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { connectionTo } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { recordDatabase } from '../support/recorded-database.ts'
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
  expect(JSON.stringify(log)).toMatch(/outside the contract|Not a UTC timestamp/)
  expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/secret@value|infinity|32123/)
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
      const stored =
        await sql`SELECT FROM ready_artworks WHERE text ~ 'secret@value|infinity'`.execute(test.db)
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

describe('many who ask at once for a record that must not be told', () => {
  it('are all told so by one try', async () => {
    const id = others.artworks
    const path = `${LISTS.artworks.path}${id}/`
    await run(`UPDATE artworks SET ${spoiltSlug} WHERE id = ${id}`)
    const { db, statements } = recordDatabase(test.url)
    const maker = recordMaker(db, 'https://media.example', 'maker', () => {})
    const tries = await Promise.all(Array.from({ length: 20 }, () => maker.make('artworks', [id])))
    for (const refusals of tries) expect([...refusals.keys()]).toEqual([id])
    const once = statements.length
    await maker.make('artworks', [id])
    expect(statements).toHaveLength(2 * once)
    await db.destroy()

    const [app] = test.apps
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(app!, { path })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 500))
    await run(`UPDATE artworks SET slug = 'good-again' WHERE id = ${id}`)
    expect((await send(app!, { path })).status).toBe(200)
  })
})

const ready = (text: string) =>
  run(`UPDATE ready_artworks SET maker = ${text}, digest = 'digest', text = '{"id":1}'`)

describe('a text that another program has made', () => {
  it('is not told, and makes way', async () => {
    const { page } = await plainBodies(test.db, 'artworks')
    await ready(`'another'`)
    const { app, close } = await serviceAt(test.url)
    expect((await send(app, { path: wholePage('artworks') })).text).toBe(page)
    await close()
    const { rows } = await sql<{ maker: string }>`SELECT DISTINCT maker FROM ready_artworks
      WHERE is_public`.execute(test.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.maker).not.toBe('another')
  })
})

describe('texts that cannot be stored', () => {
  const renew = () => run('UPDATE artworks SET units = units')

  /** The page that a service gives whose pool is another, and what it warns of. */
  async function pageThrough(url: string, statementTimeoutMs = 30_000) {
    const db = connect({ ...connectionTo(url), statementTimeoutMs, poolSize: 2 })
    const app = await testApp({ db, url }, { logLevel: 'warn' })
    const log = captureLog(app)
    const { text } = await send(app, { path: wholePage('artworks') })
    await app.close()
    await db.destroy()
    return { text, warnings: log.filter(({ msg }) => /could not be stored/.test(String(msg))) }
  }

  it('because the database is read-only, are told all the same', async () => {
    await renew()
    const { page } = await plainBodies(test.db, 'artworks')
    const readOnly = `${test.url}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    const { text, warnings } = await pageThrough(readOnly)
    expect(text).toBe(page)
    expect(warnings.length).toBeGreaterThan(0)
  })

  it.each([
    ['their rows are', 'SELECT FROM ready_artworks FOR UPDATE', 30_000],
    ['their table is', 'LOCK TABLE ready_artworks IN EXCLUSIVE MODE', 200],
  ])('because %s locked, are told all the same', async (_, lock, patience) => {
    await renew()
    const { page } = await plainBodies(test.db, 'artworks')
    await test.db.transaction().execute(async (trx) => {
      await sql.raw(lock).execute(trx)
      expect((await pageThrough(test.url, patience)).text).toBe(page)
    })
    const { rows } =
      await sql`SELECT FROM ready_artworks WHERE is_public AND text IS NOT NULL`.execute(test.db)
    expect(rows).toEqual([])
  })

  it('because the record has changed since they were made, are left out', async () => {
    const ids = [others.artworks]
    const made = async () =>
      [...(await selectVersions(test.db, 'artworks', ids))].map(([id, version]) => ({
        id,
        version,
        text: asByteText('{}'),
        digest: 'made by a test',
      }))
    const store = async (texts: Awaited<ReturnType<typeof made>>) => {
      await storeTexts(test.db, 'artworks', 'test', texts)
      const { rows } =
        await sql`SELECT FROM ready_artworks WHERE digest = 'made by a test'`.execute(test.db)
      return rows.length
    }
    const old = await made()
    await renew()
    expect(await store(old)).toBe(0)
    expect(await store(await made())).toBe(1)
    await renew()
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
