import { sql, type Kysely } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { contentDigest } from '../../src/feed/content-digest.ts'
import { hasWork } from '../../src/feed/feed-queries.ts'
import { feedSpecs, feedTask } from '../../src/feed/feed-task.ts'
import type { ReadModel } from '../../src/read-model/read-model.ts'
import type { Task } from '../../src/work/worker.ts'
import { documentRefresh } from '../../src/read-model/documents/document-refresh.ts'
import { priceRefresh } from '../../src/read-model/documents/price-refresh.ts'
import { refreshAll } from '../../src/read-model/documents/refresh-task.ts'
import { documentValidator } from '../../src/read-model/documents/validate-document.ts'
import { DOCUMENTS, resources } from '../../src/resources.ts'
import type { ListName } from '../../src/lists/list.ts'
import { columnsOf } from '../auth/text-columns.ts'
import { isNightly, shareOf } from '../support/amount.ts'
import { URLS } from '../support/app.ts'
import { connectClient } from '../support/database.ts'
import { finish } from '../support/finish.ts'
import { FeedCopy } from '../feed/feed-copy.ts'
import { send, sendUnvalidated } from '../support/send.ts'
import {
  LIST_NAMES,
  LISTS,
  plainBodies,
  plainPricedPage,
  PRICED_PAGE,
  wholePage,
} from './reference-responses.ts'
import { useServices } from './services.ts'
import { HIDDEN_TABLES, makeShownRows, SHOWN_ROWS, MAKERS } from './shown-rows.ts'
import { NAMED_TABLES, type Database } from '../../src/database/tables.ts'
import { nextNumber } from '../support/sequence.ts'

// After any change by any statement, the next response of every process has it, whatever the process had cached.
// The expected responses come from plain queries.

const test = useServices(2)

const documentRefreshes = LIST_NAMES.map((list) =>
  documentRefresh({ ...DOCUMENTS[list], urls: URLS }, documentValidator(resources)),
)

const TO_DO =
  'Where a response shows an earlier state, its table in src/database/schema/ does not record the change: see `on_change` and `record_change`.'

let feed: Task
let copies: Record<ListName, FeedCopy>

beforeAll(async () => {
  const { readModel } = test.apps[0] as unknown as { readModel: ReadModel }
  const feeds = feedSpecs(DOCUMENTS, URLS)
  feed = feedTask({ feeds, scanner: readModel, onInvalid: () => {} })
  const copy = (list: ListName) => new FeedCopy(list, (path) => send(test.apps[1]!, { path }))
  copies = { artworks: copy('artworks'), events: copy('events') }
  // No id is that of a row of another table, so that one cannot pass for the other.
  await sql`SELECT setval(quote_ident(sequencename)::regclass, 1000 * row_number() OVER ())
    FROM pg_sequences WHERE schemaname = current_schema()`.execute(test.db)
  await makeShownRows(test.db)
  for (const refresh of documentRefreshes) await refresh.begin?.(test.db)
})

/** How many states of the database have been read. */
let states = 0

/**
 * Both services send the current state of the database. On a commit one of them by turns reads it twice, because a service
 * caches a response that it has sent before in the same state.
 */
async function expectFresh(change: string): Promise<string> {
  const { pages, records } = await reference()
  const expected = new Map([...pages, ...records])
  states += 1
  const cached = isNightly ? test.apps : [test.apps[states % test.apps.length]!]
  for (const apps of [test.apps, cached]) {
    const requests = apps.flatMap((app) =>
      [...expected].map(async ([path, text]) => {
        const response = await sendUnvalidated(app, { path })
        expect(difference(response.text, text), `${change}, ${path}. ${TO_DO}`).toBe('')
      }),
    )
    await Promise.all(requests)
  }
  await expectCopied(change, records)
  // The next change must remove the documents that it outdates.
  for (const refresh of documentRefreshes) await finish(refreshAll(test.db, refresh))
  return [...pages.values()].join()
}

/** Copies that read the changes have the records, besides derived fields. */
async function expectCopied(change: string, records: ReadonlyMap<string, string>): Promise<void> {
  const copied = new Map<string, string>()
  for (const list of LIST_NAMES) {
    while (await hasWork(test.db, list))
      await finish(feed.run(test.db, new AbortController().signal))
    await copies[list].catchUp()
    for (const [id, digest] of copies[list].digests())
      copied.set(`${LISTS[list].path}${id}/`, digest)
  }
  const expected = new Map(
    [...records].map(([path, text]) => [path, contentDigest(JSON.parse(text))]),
  )
  const toDo =
    'Mark a field as `x-derived` in the contract if its changes make no entry in the feed.'
  expect(copied, `${change}: a copy differs. ${toDo}`).toEqual(expected)
}

/** The expected pages and records, by path. */
async function reference(): Promise<Record<'pages' | 'records', Map<string, string>>> {
  // Otherwise the background refresh of the services changes prices in between. It may hold the locks of some.
  do await finish(refreshAll(test.db, priceRefresh))
  while (await hasOutdatedPrices())
  const [pages, records] = [new Map<string, string>(), new Map<string, string>()]
  for (const list of LIST_NAMES) {
    const bodies = await plainBodies(test.db, list)
    pages.set(wholePage(list), bodies.page)
    for (const [id, text] of bodies.records) records.set(`${LISTS[list].path}${id}/`, text)
  }
  return { pages: pages.set(PRICED_PAGE, await plainPricedPage(test.db)), records }
}

async function currentPages(): Promise<string> {
  return [...(await reference()).pages.values()].join()
}

async function hasOutdatedPrices(): Promise<boolean> {
  const { rows } = await sql`SELECT FROM artwork_prices
    WHERE rates <> (SELECT version FROM exchange_rate_version)`.execute(test.db)
  return rows.length > 0
}

/** The first difference of two long texts. */
function difference(actual: string, expected: string): string {
  if (actual === expected) return ''
  const at = Array.from(expected).findIndex((character, index) => actual[index] !== character)
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 60)
  return `actual: ${around(actual)}; expected: ${around(expected)}`
}

const run = (statement: string) => sql.raw(statement).execute(test.db)

describe('the tables of the database', () => {
  // A named record to which no other refers appears in none.
  it('are all listed, as shown or as hidden', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND NOT (table_name = ANY(${Object.keys(NAMED_TABLES)}) AND NOT EXISTS (
        SELECT FROM pg_constraint WHERE confrelid = table_name::regclass))`.execute(test.db)
    const shown = new Set(Object.values(SHOWN_ROWS).map(({ table }) => table))
    const names = rows.map(({ name }) => name).filter((name) => !HIDDEN_TABLES.test(name))
    expect(names.toSorted(), 'Name it in shown-rows.ts').toEqual([...shown].toSorted())
  })
})

describe('every column', () => {
  it.each(Object.keys(SHOWN_ROWS))('of the %s is current in every response', async (row) => {
    const columns = (await selectShownColumns(test.db)).filter((shown) => shown.row === row)
    expect(columns).not.toEqual([])
    // On a commit, the roles of one table have its columns by turns.
    const roles = Object.keys(SHOWN_ROWS).filter(
      (each) => SHOWN_ROWS[each]?.table === SHOWN_ROWS[row]?.table,
    )
    const changeable = columns.filter((column) => !isFixed(column))
    let pages = await currentPages()
    for (const shown of shareOf(changeable, roles.indexOf(row), { of: roles.length })) {
      const name = `${row}: ${shown.column}`
      const isTime = shown.column === 'updated_at'
      // All other columns are put back before the next one.
      const before = isTime ? await currentPages() : pages
      const putBack = await changeColumn(test.db, shown)
      const after = await expectFresh(name)
      const [one, other] = isTime ? [before, after] : [before, after].map(withoutChangeTime)
      const toDo = `whether public data shows ${name}, which UNSEEN says`
      expect(one !== other, toDo).toBe(!isUnseen(shown))
      await expectOwnFields(shown, name)
      await putBack()
      // A row that refers to another one has left two records.
      if (shown.refersTo !== null) pages = await expectFresh(`${name}, put back`)
    }
    // So each column was compared with the state without any change.
    const end = await expectFresh('at the end')
    expect(withoutChangeTime(end)).toBe(withoutChangeTime(pages))
  })
})

type Fields = Readonly<Record<string, unknown>>

/** A record shows each column of the row that has a field of its name. Others belong to the tests of their records. */
async function expectOwnFields({ row, refersTo }: ShownColumn, context: string): Promise<void> {
  const { table, where, shown } = SHOWN_ROWS[row]!
  const [artwork, event] = [await firstRecord('artworks'), await firstRecord('events')]
  // It may not be public any more, or embed another row.
  if (shown === undefined || !artwork || !event || refersTo !== null) return
  const { image, ...others } = shown({ artwork, event } as never) as Fields
  const fields: Fields = typeof image === 'object' ? { ...others, ...image } : { ...others, image }
  const { rows } = await sql
    .raw<{ stored: Fields }>(`SELECT to_jsonb(${table}) AS stored FROM ${table} WHERE ${where}`)
    .execute(test.db)
  const own = Object.entries(rows[0]?.stored ?? {}).filter(
    ([name]) => name in fields && !/^<[A-Z]+>$/.test(String(fields[name])),
  )
  expect(own.length, context).toBeGreaterThan(1)
  const expected = own.map(([name, value]) => [name, shownValue(value)])
  expect(fields, context).toMatchObject(Object.fromEntries(expected))
}

async function firstRecord(list: ListName): Promise<Fields | undefined> {
  const { records } = await plainBodies(test.db, list)
  const text = records.get(Math.min(...records.keys()))
  return text === undefined ? undefined : (JSON.parse(text) as Fields)
}

/** A time as the contract writes it, and a path as the address at the media host. */
function shownValue(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const [, time, fraction] = /^(\d{4}-.{14})(?:\.(\d+))?\+00:00$/.exec(value) ?? []
  if (time !== undefined) return `${time}${fraction ? `.${fraction.padEnd(6, '0')}` : ''}Z`
  return value.startsWith('/') ? `${URLS.media}${value}` : value
}

/** Without the times of the last change of records, which every change moves. */
function withoutChangeTime(bodies: string): string {
  return bodies.replaceAll(/"updated_at":"[^"]*","(summary|name)"/g, '')
}

describe('the changes of a transaction', () => {
  it('appear when it commits, and never when it rolls back', async () => {
    const title = (text: string) => sql.raw(`UPDATE artworks SET title = '${text}'`)
    const before = await expectFresh('before')
    for (const isCommitted of [false, true]) {
      const transaction = await test.db.startTransaction().execute()
      await sql`SAVEPOINT one`.execute(transaction)
      await title('Never').execute(transaction)
      await sql`ROLLBACK TO one`.execute(transaction)
      await title('In the end').execute(transaction)
      expect(await expectFresh('within')).toBe(before)
      // The transaction is now older than changes that the processes have applied.
      await run(`UPDATE galleries SET name = name || '.'`)
      await expectFresh('another')
      await run(`UPDATE galleries SET name = rtrim(name, '.')`)
      await (isCommitted ? transaction.commit() : transaction.rollback()).execute()
      expect((await expectFresh('after')).includes('In the end')).toBe(isCommitted)
    }
  })

  it('appear together, beside concurrent writes', async () => {
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let time = 0; time < 5; time += 1) {
        await run(`UPDATE galleries SET city = '${writer} ${time}'`)
        const responses = await Promise.all(
          test.apps.map((app) => sendUnvalidated(app, { path: wholePage('artworks') })),
        )
        for (const { text } of responses) expect(text).toMatch(/"city":"\d \d"/)
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

/** Executed in this order; each depends on those before it. */
const STATEMENTS: readonly string[] = [
  `UPDATE venues SET gallery_id = (SELECT gallery_id FROM artworks WHERE id = ${LAST})`,
  // The numbers of a gallery's public artworks, and of those for sale.
  `${COPY} WHERE id = ${LAST}`,
  `UPDATE artworks SET available_for_sale = 'sold' WHERE id = ${LAST}`,
  `UPDATE artworks SET is_active = false WHERE id = ${LAST}`,
  `UPDATE artworks SET is_active = true WHERE id = ${LAST}`,
  `UPDATE artworks SET publish_status = 'archived' WHERE id = ${LAST}`,
  `UPDATE artworks SET publish_status = 'published' WHERE id = ${LAST}`,
  `UPDATE artworks SET gallery_id = (SELECT max(id) FROM galleries) WHERE id = ${LAST}`,
  `UPDATE artworks SET id = id + 1000 WHERE id = ${LAST}`,
  `DELETE FROM artworks WHERE id = ${LAST}`,
  // Whether an artist has public artworks.
  `WITH new AS (INSERT INTO artists (name, slug) VALUES ('New', 'new') RETURNING id)
    INSERT INTO artwork_artists SELECT ${LAST}, 9, id FROM new`,
  `${COPY} WHERE id = ${LAST}`,
  `DELETE FROM artwork_artists WHERE position = 9`,
  `INSERT INTO artwork_artists SELECT ${LAST}, 0, min(artist_id) FROM artwork_artists`,
  `UPDATE artworks SET publish_status = 'archived'
    WHERE id <> ${LAST} AND publish_status = 'published'`,
  `DELETE FROM artworks WHERE id = ${LAST}`,
  `UPDATE artworks SET publish_status = 'published'`,
  // Links.
  `INSERT INTO artwork_tags SELECT ${LAST}, id FROM tags ON CONFLICT DO NOTHING`,
  `DELETE FROM artwork_tags`,
  `INSERT INTO artwork_tags SELECT ${LAST}, max(id) FROM tags`,
  `INSERT INTO artwork_category_collectors SELECT category_id, users.id FROM artworks, users
    ON CONFLICT DO NOTHING`,
  `DELETE FROM artwork_category_collectors WHERE user_id IN (
    SELECT user_id FROM artwork_category_collectors LIMIT 1)`,
  `INSERT INTO artwork_image_colors SELECT id, 40, (SELECT max(id) FROM colors) FROM artwork_images`,
  `DELETE FROM artwork_image_colors WHERE position = 0`,
  // A deleted user is removed from uploaded pictures.
  `WITH owner AS (INSERT INTO users (username, slug, email) VALUES ('gone', 'gone', '') RETURNING id)
    UPDATE images SET uploaded_by = owner.id FROM owner`,
  `DELETE FROM users WHERE username = 'gone'`,
  // Converted prices.
  `UPDATE artwork_prices SET price_usd = 1.5, price_eur = 1`,
  `UPDATE exchange_rates SET units_per_euro = 1.5`,
  `INSERT INTO exchange_rates VALUES ('USD', '2024-05-08', 1.75, 'test')`,
  `DELETE FROM exchange_rates`,
  // Events.
  `INSERT INTO events (author_id, featured_image_id, venue_id, category_id, publish_status, slug,
    title, start_time, end_time)
    SELECT author_id, featured_image_id, venue_id, category_id, 'published', 'more-' || number,
      'More', start_time, end_time FROM events, generate_series(1, 3) AS number`,
  `UPDATE events SET publish_status = 'archived' WHERE id = (SELECT max(id) FROM events)`,
  `UPDATE events SET id = id + 1000 WHERE publish_status = 'published'`,
  `DELETE FROM events WHERE id = (SELECT min(id) FROM events WHERE publish_status = 'published')`,
  // Whole tables.
  'TRUNCATE artwork_image_colors',
  'TRUNCATE artwork_category_collectors',
  'TRUNCATE tags CASCADE',
  COPY,
  'TRUNCATE artwork_artists',
  'TRUNCATE events CASCADE',
  'TRUNCATE artworks CASCADE',
]

/**
 * A database session with a temporary table of the name of each table. Its statements are bound to the real tables,
 * and run with the default search path.
 */
async function shadowedSession() {
  const client = await connectClient(test.url)
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

describe('every statement', () => {
  it('appears as soon as it is committed, even from a session whose temporary tables hide the real ones', async () => {
    const { write, end } = await shadowedSession()
    try {
      let before = await expectFresh('at first')
      for (const statement of STATEMENTS) {
        await write(statement)
        const after = await expectFresh(statement)
        expect(after !== before, `whether it changes public data: ${statement}`).toBe(true)
        before = after
      }
    } finally {
      await end()
    }
  })
})

interface ShownColumn {
  /** The role of the row in the record. */
  readonly row: string
  readonly column: string
  /** Its domain, or its data type where it has none. */
  readonly type: string
  /** The table that it refers to. */
  readonly refersTo: string | null
}

/** Every column of every such row that is not generated. */
async function selectShownColumns(db: Kysely<Database>): Promise<ShownColumn[]> {
  const { rows } = await sql<Omit<ShownColumn, 'row'> & { table: string }>`
    SELECT table_name AS "table", column_name AS "column",
      coalesce(domain_name, data_type) AS type, (
        SELECT confrelid::regclass::text FROM pg_constraint
        JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
        WHERE contype = 'f' AND conrelid = table_name::regclass AND attname = column_name
      ) AS "refersTo"
    FROM information_schema.columns
    WHERE table_schema = 'public' AND is_generated = 'NEVER'
    ORDER BY ordinal_position`.execute(db)
  return Object.entries(SHOWN_ROWS).flatMap(([row, { table }]) =>
    rows
      .filter((found) => found.table === table)
      .map(({ column, type, refersTo }) => ({ row, column, type, refersTo })),
  )
}

/** Columns that cannot be set, because other rows refer to them or a trigger fixes them. */
const FIXED = /^(\w+\.id|\w+\.stored_by|artworks\.published_at|events\.published_at|images\.id)$/

function isFixed({ row, column }: ShownColumn): boolean {
  return FIXED.test(`${SHOWN_ROWS[row]?.table}.${column}`)
}

/** Shown as a placeholder, or only through the order of a list. */
const UNSEEN = new Set([
  ...columnsOf('personal').map(({ name }) => name),
  'artworks.views_count',
  'artworks.external_id',
  'events.external_id',
  ...['artists', 'artworks', 'galleries', 'venues'].map((table) => `${table}.updated_at`),
  // As long as it is the last one.
  'exchange_rates.rate_date',
  'exchange_rates.source',
])

/** Whether its change does not change the record. */
function isUnseen({ row, column }: ShownColumn): boolean {
  return UNSEEN.has(`${SHOWN_ROWS[row]?.table}.${column}`)
}

/** Assignments for columns that need others to change too, or take only some values of their type. */
const SPECIAL: Readonly<Record<string, string>> = {
  'artworks.units': `units = 'inch'`,
  'artworks.available_for_sale': `available_for_sale = 'reserved'`,
  'artworks.price_display': `price_display = 'price on request', price = NULL`,
  'artworks.min_price': `price_display = 'price range', price = NULL, min_price = 5, max_price = 9`,
  'artworks.max_price': `price_display = 'price range', price = NULL, min_price = 5, max_price = 8`,
  'artworks.automated_offers': `automated_offers = false, automated_offers_discount_rate = NULL,
    automated_offer_days_valid = NULL`,
  'artworks.publish_status': `publish_status = 'archived'`,
  'events.publish_status': `publish_status = 'archived'`,
  'events.start_time': `start_time = '2023-01-01T00:00:00Z'`,
  'events.latitude': `latitude = 1.5, longitude = 2.5`,
  'events.longitude': `latitude = NULL, longitude = NULL`,
  'venues.latitude': `latitude = 1.5, longitude = 2.5`,
  'venues.longitude': `latitude = NULL, longitude = NULL`,
  // Its gallery has something for sale.
  'venues.gallery_id': `gallery_id = (SELECT gallery_id FROM artworks ORDER BY id LIMIT 1)`,
  'users.username': `username = 'changed' || gen_random_uuid()`,
  // After the other.
  'artwork_artists.position': 'position = 7',
  'artwork_image_colors.position': 'position = 7',
}

/** Values that differ from all that were there. */
const VALUES: Readonly<Record<string, (column: string, number: number) => string>> = {
  text: (_, number) => `'Changed — ${number}'`,
  slug: (_, number) => `'changed-${number}'`,
  external_id: (_, number) => `'Changed ${number}'`,
  media_url: (_, number) => `'/changed/${number}.jpg'`,
  web_url: (_, number) => `'https://changed.example/${number}'`,
  currency_code: () => `'SEK'`,
  country_code: () => `'SE'`,
  instant: (_, number) =>
    `timestamptz '2031-01-01T00:00:00.000001Z' + ${number} * interval '1 day'`,
  boolean: (column) => `NOT ${column}`,
  date: (column) => `${column} - 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `${column} + 1`,
  amount: (column) => `${column} + 0.01`,
  measure: (column) => `${column} + 0.25`,
  numeric: (column) => `${column} + 0.25`,
}

/**
 * Sets the column to another value.
 * @returns what puts the whole row back.
 */
async function changeColumn(
  db: Kysely<Database>,
  shown: ShownColumn,
): Promise<() => Promise<void>> {
  const { table, where } = SHOWN_ROWS[shown.row] ?? { table: '', where: '' }
  const set =
    SPECIAL[`${table}.${shown.column}`] ?? `${shown.column} = ${await newValue(db, shown)}`
  const { rows } = await sql
    .raw<{ old: object }>(`SELECT to_jsonb(${table}) AS old FROM ${table} WHERE ${where}`)
    .execute(db)
  if (rows.length !== 1) throw new Error(`${shown.row}: ${rows.length} rows`)
  const changed = await sql
    .raw<{ ctid: string }>(`UPDATE ${table} SET ${set} WHERE ${where} RETURNING ctid::text`)
    .execute(db)
  const columns = set.split(/,\s+(?=\w+ =)/).map((one) => one.trim().split(' ')[0])
  return async () => {
    const values = columns.map((column) => `${column} = old.${column}`).join(', ')
    await sql`UPDATE ${sql.table(table)} SET ${sql.raw(values)}
      FROM jsonb_populate_record(NULL::${sql.table(table)}, ${JSON.stringify(rows[0]?.old)}) AS old
      WHERE ${sql.table(table)}.ctid = ${changed.rows[0]?.ctid}::tid`.execute(db)
  }
}

async function newValue(
  db: Kysely<Database>,
  { column, type, refersTo }: ShownColumn,
): Promise<string> {
  if (refersTo !== null) return `'${String((await MAKERS[refersTo]?.(db))?.id)}'`
  const value = VALUES[type]
  if (value === undefined) throw new Error(`No other value of the type ${type} is known`)
  return value(column, nextNumber())
}
