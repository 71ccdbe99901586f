import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { refreshAll } from '../../src/read-model/documents/background-refresh.ts'
import { priceRefresh } from '../../src/read-model/documents/price-refresh.ts'
import { sendUnjudged } from '../support/send.ts'
import { changeColumn, isKept, isUnseen, selectShownColumns } from './column-changes.ts'
import {
  LIST_NAMES,
  LISTS,
  plainBodies,
  plainPricedPage,
  PRICED_PAGE,
  wholePage,
} from './plain-reading.ts'
import { useServices } from './services.ts'
import { HIDDEN_TABLES, makeShownRows, SHOWN_ROWS } from './shown-rows.ts'

// Whatever of a record changes, by whatever statement of whomever: the next answer has it, in every
// process, however often the old one was told. What it has to be is read plainly, without memory.

const test = useServices(2)
/** For thousands of requests, on a machine that has other things to do. */
const PATIENT = { timeout: 120_000 }

beforeAll(() => makeShownRows(test.db))

/** Both services answer with what is in the database now, the first time and when they remember. */
async function expectFresh(change: string): Promise<string> {
  const { pages, records } = await plain()
  const wanted = new Map([...pages, ...records])
  for (let time = 0; time < 2; time += 1) {
    const asked = test.apps.flatMap((app) =>
      [...wanted].map(async ([path, text]) => {
        const answer = await sendUnjudged(app, { path })
        expect(difference(answer.text, text), `${change}, ${path}`).toBe('')
      }),
    )
    await Promise.all(asked)
  }
  return [...pages.values()].join()
}

/** By path, the pages of everything and the records, as they have to be. */
async function plain(): Promise<Record<'pages' | 'records', Map<string, string>>> {
  // Otherwise the services do it meanwhile.
  await refreshAll(test.db, priceRefresh)
  const [pages, records] = [new Map<string, string>(), new Map<string, string>()]
  for (const list of LIST_NAMES) {
    const bodies = await plainBodies(test.db, list)
    pages.set(wholePage(list), bodies.page)
    for (const [id, text] of bodies.records) records.set(`${LISTS[list].path}${id}/`, text)
  }
  return { pages: pages.set(PRICED_PAGE, await plainPricedPage(test.db)), records }
}

/** Where two texts part: they are long, and mostly the same. */
function difference(told: string, wanted: string): string {
  if (told === wanted) return ''
  const at = Array.from(wanted).findIndex((character, index) => told[index] !== character)
  return `told: ${told.slice(at - 60, at + 60)}; wanted: ${wanted.slice(at - 60, at + 60)}`
}

/** Whether anything that the public sees differs after it. */
async function changes(what: string, change: () => Promise<unknown>): Promise<boolean> {
  const before = await expectFresh(`before ${what}`)
  await change()
  return before !== (await expectFresh(what))
}

const run = (statement: string) => sql.raw(statement).execute(test.db)

describe('what the database has', () => {
  it('is all known, as shown or as hidden', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public'`.execute(test.db)
    const shown = new Set(Object.values(SHOWN_ROWS).map(({ table }) => table))
    const names = rows.map(({ name }) => name).filter((name) => !HIDDEN_TABLES.test(name))
    expect(names.toSorted()).toEqual([...shown].toSorted())
  })
})

describe('every column', PATIENT, () => {
  it.each(Object.keys(SHOWN_ROWS))('of the %s is told as it is now', async (row) => {
    const columns = (await selectShownColumns(test.db)).filter((shown) => shown.row === row)
    expect(columns).not.toEqual([])
    let before = await expectFresh('at first')
    for (const shown of columns.filter((column) => !isKept(column))) {
      const name = `${row}: ${shown.column}`
      const putBack = await changeColumn(test.db, shown)
      const after = await expectFresh(name)
      const [one, other] =
        shown.column === 'updated_at' ? [before, after] : [before, after].map(unmoved)
      expect(one !== other, `whether it is seen of ${name}`).toBe(!isUnseen(shown))
      await putBack()
      before = [...(await plain()).pages.values()].join()
    }
    await expectFresh('at the end')
  })
})

/** Without the time of an event's last change, which tells of every one. */
function unmoved(bodies: string): string {
  return bodies.replaceAll(/"updated_at":"[^"]*","summary"/g, '')
}

describe('what a transaction has done', () => {
  it('is told when it ends, and not at all when it is rolled back', async () => {
    const title = (text: string) => sql.raw(`UPDATE artworks SET title = '${text}'`)
    const before = await expectFresh('before')
    for (const isCommitted of [false, true]) {
      const transaction = await test.db.startTransaction().execute()
      await sql`SAVEPOINT one`.execute(transaction)
      await title('Never').execute(transaction)
      await sql`ROLLBACK TO one`.execute(transaction)
      await title('In the end').execute(transaction)
      expect(await expectFresh('within')).toBe(before)
      // So that the transaction is older than what others have told meanwhile.
      await run(`UPDATE tags SET name = name || '.'`)
      await expectFresh('another')
      await run(`UPDATE tags SET name = rtrim(name, '.')`)
      await (isCommitted ? transaction.commit() : transaction.rollback()).execute()
      expect((await expectFresh('after')).includes('In the end')).toBe(isCommitted)
    }
  })

  it('is told in one piece, whatever is written beside it', async () => {
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let time = 0; time < 5; time += 1) {
        const text = `${writer} ${time}`
        await run(`UPDATE galleries SET city = '${text}'`)
        const answers = await Promise.all(
          test.apps.map((app) => sendUnjudged(app, { path: wholePage('artworks') })),
        )
        for (const { text: told } of answers) expect(told).toMatch(/"city":"\d \d"/)
      }
    })
    await Promise.all(writers)
    await expectFresh('after all')
  })
})

const COPY = `INSERT INTO artworks (title, slug, gallery_id, units, category_id, price_display,
  featured_image_id, publish_status, available_for_sale)
  SELECT 'Another', 'another-' || gen_random_uuid(), gallery_id, units, category_id,
    'price on request', featured_image_id, 'published', 'available' FROM artworks`
const LAST = `(SELECT max(id) FROM artworks WHERE publish_status <> 'draft')`

/** One after the other, on what those before have left. */
const STATEMENTS: readonly string[] = [
  `UPDATE venues SET gallery_id = (SELECT gallery_id FROM artworks WHERE id = ${LAST})`,
  // How many of a gallery are shown and for sale.
  `${COPY} WHERE id = ${LAST}`,
  `UPDATE artworks SET available_for_sale = 'sold' WHERE id = ${LAST}`,
  `UPDATE artworks SET is_active = false WHERE id = ${LAST}`,
  `UPDATE artworks SET is_active = true WHERE id = ${LAST}`,
  `UPDATE artworks SET publish_status = 'archived' WHERE id = ${LAST}`,
  `UPDATE artworks SET publish_status = 'published' WHERE id = ${LAST}`,
  `UPDATE artworks SET gallery_id = (SELECT max(id) FROM galleries) WHERE id = ${LAST}`,
  `UPDATE artworks SET id = id + 1000 WHERE id = ${LAST}`,
  `DELETE FROM artworks WHERE id = ${LAST}`,
  // Whether an artist has anything on offer.
  `WITH new AS (INSERT INTO artists (name, slug) VALUES ('New', 'new') RETURNING id)
    INSERT INTO artwork_artists SELECT ${LAST}, 9, id FROM new`,
  `${COPY} WHERE id = ${LAST}`,
  `DELETE FROM artwork_artists WHERE position = 9`,
  `INSERT INTO artwork_artists SELECT ${LAST}, 0, min(artist_id) FROM artwork_artists`,
  `UPDATE artworks SET publish_status = 'archived'
    WHERE id <> ${LAST} AND publish_status = 'published'`,
  `DELETE FROM artworks WHERE id = ${LAST}`,
  `UPDATE artworks SET publish_status = 'published'`,
  // What is linked.
  `INSERT INTO artwork_tags SELECT ${LAST}, id FROM tags ON CONFLICT DO NOTHING`,
  `DELETE FROM artwork_tags`,
  `INSERT INTO artwork_tags SELECT ${LAST}, max(id) FROM tags`,
  `INSERT INTO artwork_category_collectors SELECT category_id, users.id FROM artworks, users
    ON CONFLICT DO NOTHING`,
  `DELETE FROM artwork_category_collectors WHERE user_id IN (
    SELECT user_id FROM artwork_category_collectors LIMIT 1)`,
  `INSERT INTO artwork_image_colors SELECT id, 40, 2 FROM artwork_images`,
  `DELETE FROM artwork_image_colors WHERE position = 0`,
  // Who goes takes the name from what he or she uploaded.
  `WITH owner AS (INSERT INTO users (username, slug, email) VALUES ('gone', 'gone', '') RETURNING id)
    UPDATE images SET uploaded_by = owner.id FROM owner`,
  `DELETE FROM users WHERE username = 'gone'`,
  // What an amount is worth.
  `UPDATE artwork_prices SET price_usd = 1.5, price_eur = 1`,
  `UPDATE exchange_rates SET units_per_euro = 1.5`,
  `INSERT INTO exchange_rates VALUES ('USD', '2024-05-08', 1.75, 'test')`,
  `DELETE FROM exchange_rates`,
  // Events come and go.
  `INSERT INTO events (author_id, featured_image_id, venue_id, category_id, publish_status, slug,
    title, start_time, end_time)
    SELECT author_id, featured_image_id, venue_id, category_id, 'published', 'more-' || number,
      'More', start_time, end_time FROM events, generate_series(1, 3) AS number`,
  `UPDATE events SET publish_status = 'archived' WHERE id = (SELECT max(id) FROM events)`,
  `UPDATE events SET id = id + 1000 WHERE publish_status = 'published'`,
  `DELETE FROM events WHERE id = (SELECT min(id) FROM events WHERE publish_status = 'published')`,
  // All at once.
  'TRUNCATE artwork_image_colors',
  'TRUNCATE artwork_category_collectors',
  'TRUNCATE tags CASCADE',
  COPY,
  'TRUNCATE artwork_artists',
  'TRUNCATE events CASCADE',
  'TRUNCATE artworks CASCADE',
]

/**
 * A session whose temporary tables have the names of all tables. The statement means the tables
 * themselves: it is bound to them before the session's path is what it is by default.
 */
async function shadowedSession() {
  const client = new pg.Client({ connectionString: test.url })
  await client.connect()
  const { rows } = await client.query<{ table: string }>(
    `SELECT tablename AS table FROM pg_tables WHERE schemaname = 'public'`,
  )
  for (const { table } of rows) {
    const columns = `LIKE public.${table} INCLUDING DEFAULTS INCLUDING IDENTITY`
    await client.query(`CREATE TEMPORARY TABLE ${table} (${columns})`)
  }
  const write = async (statement: string): Promise<void> => {
    const isTruncation = statement.startsWith('TRUNCATE ')
    const bound = isTruncation
      ? statement.replace(' ', ' public.')
      : `SET search_path = public, pg_temp;
        CREATE OR REPLACE FUNCTION pg_temp.bound() RETURNS void BEGIN ATOMIC ${statement}; END;
        RESET search_path`
    await client.query(bound)
    if (!isTruncation) await client.query('SELECT pg_temp.bound()')
  }
  return { write, end: () => client.end() }
}

describe('every statement', PATIENT, () => {
  it('is told as soon as it is committed, whatever names its session has for itself', async () => {
    const { write, end } = await shadowedSession()
    try {
      for (const statement of STATEMENTS) {
        expect(await changes(statement, () => write(statement)), statement).toBe(true)
      }
    } finally {
      await end()
    }
  })
})
