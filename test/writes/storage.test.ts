import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src/auth/principal.ts'
import { testApp } from '../support/app.ts'
import { connectClient, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { send, type Answer } from '../support/send.ts'

// The bytes that a user has stored (src/database/schema/9-storage.sql).

const test = useDatabase()

/** Why a table without a sum of bytes does not grow with the requests of one client. */
const BOUNDED: Readonly<Record<string, string>> = {
  artwork_categories: 'for admin',
  artwork_category_collectors: 'clients cannot add collectors',
  artwork_counts: 'a gallery has as many rows as transactions write its artworks at once',
  artwork_documents: 'a row for each artwork, which counts it',
  artwork_image_colors: 'clients cannot add colors',
  artwork_prices: 'a row for each artwork, which counts it',
  artwork_sources: 'imports of the operator',
  artist_sources: 'imports of the operator',
  change_log: 'is pruned',
  change_log_pruned: 'one row',
  colors: 'clients cannot add colors',
  event_categories: 'for admin',
  event_documents: 'a row for each event, which counts it',
  event_sources: 'imports of the operator',
  exchange_rates: 'for admin',
  exchange_rate_version: 'one row',
  feeds: 'two rows',
  feed_entries: 'a row of 16 KiB at most for each record, and a million deletions',
  feed_epochs: 'a row for each start of the database',
  feed_pending: 'a row for each record',
  feed_ranges: 'a row for a thousand ids',
  format_of_documents: 'two rows',
  gallery_invitations: '500 for each sender',
  gallery_members: '100 for each gallery, which counts them',
  idempotency_keys: 'src/writes/replay-budget.ts',
  offset_anchors: 'a row for hundreds of listings',
  offset_index_state: 'two rows',
  schema_versions: 'migrations',
  stored_bytes: 'a user has as many rows as transactions write at once',
  users: 'made by the operator',
  venue_sources: 'imports of the operator',
  webhook_deliveries: '1,000 for each webhook',
  webhook_positions: 'two for each webhook',
  webhooks: '20 for each user',
}

/** The fixed bytes of a row. */
const FIXED = 1024
const FIXED_OF: Readonly<Record<string, number>> = {
  artwork_artists: 256,
  artwork_tags: 256,
  artworks: 4096,
  events: 4096,
}

async function countedTables(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    SELECT table_name AS table FROM information_schema.columns
    WHERE column_name = 'stored_by' ORDER BY 1`.execute(test.db)
  return rows.map(({ table }) => table)
}

/** Texts whose length does not depend on a client, or is below 200. */
const SHORT =
  /^(slug|hint|scopes|units|available_for_sale|price_display|\w*currency|country_code|publish_status)$/

interface Column {
  readonly table: string
  readonly column: string
}

async function textColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT relname AS table, attname AS column FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attnum > 0
      AND 'text'::regtype IN (atttypid, typbasetype)`.execute(test.db)
  return rows.filter(({ column }) => !SHORT.test(column))
}

/** The bytes of each user, counted anew from all rows. */
async function countAgain(): Promise<Map<string, number>> {
  const columns = await textColumns()
  const sums = new Map<string, number>()
  for (const table of await countedTables()) {
    const fixed = FIXED_OF[table] ?? FIXED
    const texts = columns.filter((each) => each.table === table)
    const lengths = texts.map(({ column }) => ` + 2 * coalesce(octet_length("${column}"), 0)`)
    const { rows } = await sql<{ stored_by: string; bytes: number }>`
      SELECT stored_by, sum(${sql.raw(`${fixed}${lengths.join('')}`)})::integer AS bytes
      FROM ${sql.table(table)} WHERE stored_by IS NOT NULL GROUP BY 1`.execute(test.db)
    for (const { stored_by, bytes } of rows) sums.set(stored_by, (sums.get(stored_by) ?? 0) + bytes)
  }
  return sums
}

/** The bytes of each user, as they are recorded. */
async function recorded(): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; bytes: number }>`
    SELECT user_id, sum(bytes)::integer AS bytes FROM stored_bytes
    GROUP BY 1 HAVING sum(bytes) <> 0`.execute(test.db)
  return new Map(rows.map(({ user_id, bytes }) => [user_id, bytes]))
}

interface Client {
  readonly userId: string
  send(method: string, path: string, body?: unknown): Promise<Answer>
  /** Creates a record. @returns its path. */
  create(list: string, body: unknown): Promise<string>
  bytes(): Promise<number>
}

const MAX_BYTES = 200_000
const SCOPES: readonly Scope[] = ['artworks:write', 'events:write', 'catalogue:write']
let newClient: (scopes?: readonly Scope[]) => Promise<Client>

beforeAll(async () => {
  const app = await testApp(test, { maxStoredBytes: MAX_BYTES })
  newClient = async (scopes = SCOPES) => {
    const { key, userId } = await makeApiKey(test.db, { scopes })
    const client: Client = {
      userId,
      send: (method, path, body) => {
        const isBatch = path.includes('/batch/')
        const headers = {
          authorization: `Bearer ${key}`,
          ...(method !== 'POST' && { 'if-match': '*' }),
          ...(body !== undefined && {
            'content-type': isBatch ? 'application/x-ndjson' : 'application/json',
          }),
        }
        const text = isBatch ? (body as string) : body !== undefined && JSON.stringify(body)
        return send(app, { method, path, headers, ...(text && { body: text }) })
      },
      create: async (list, body) => {
        const answer = await client.send('POST', list, body)
        if (answer.status !== 201) throw new Error(answer.text)
        return `${list}${answer.json()['id'] as number}/`
      },
      bytes: async () => (await recorded()).get(userId) ?? 0,
    }
    return client
  }
  return () => app.close()
})

const PICTURE = { full_size: 'https://a.example/1.jpg', caption: 'Größe' }
/** As long as every text can be. */
const LONG = 'å'.repeat(150)
const HUGE = 'å'.repeat(4_000)

function idOf(path: string): number {
  return Number(/(\d+)\/$/.exec(path)?.[1])
}

interface World {
  readonly gallery: string
  readonly artist: string
  readonly tag: string
  readonly venue: string
}

/** Records that listings refer to. */
async function createWorld(client: Client): Promise<World> {
  return {
    gallery: await client.create('/galleries/', { name: 'Été', featured_image: PICTURE }),
    artist: await client.create('/artists/', { name: 'Kade', featured_image: PICTURE }),
    tag: await client.create('/tags/', { name: `tag ${client.userId}` }),
    venue: await client.create('/venues/', { name: 'Hall', featured_image: PICTURE }),
  }
}

function artworkOf({ gallery, artist, tag }: World, fields: object = {}) {
  const references = { artists: [idOf(artist)], tags: [idOf(tag)], gallery: idOf(gallery) }
  const required = { title: 'Tide', category: 1, units: 'inch', price_display: 'price on request' }
  return { ...required, ...references, ...fields }
}

function eventOf({ venue }: World, fields: object = {}) {
  const times = { start_time: '2031-03-14T18:00:00Z', end_time: '2031-03-14T20:00:00Z' }
  return { title: 'Opening', category: 1, venue: idOf(venue), ...times, ...fields }
}

it('every table counts for its users, or cannot grow with the requests of one', async () => {
  const { rows } = await sql<{ table: string; counts: boolean; triggers: string[] }>`
    SELECT relname AS table, to_regprocedure(format('stored_size(%I)', relname)) IS NOT NULL AS counts,
      ARRAY(SELECT tgname::text FROM pg_trigger
        WHERE tgrelid = pg_class.oid AND tgname ~ '^after_(insert|delete)$' ORDER BY 1) AS triggers
    FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    ORDER BY 1`.execute(test.db)
  const counting = rows.filter(({ counts }) => counts)
  for (const { table, triggers } of counting) {
    const missing = `${table}: call on_change for it in src/database/schema/4-catalogue.sql, as for tags`
    expect(triggers, missing).toEqual(['after_delete', 'after_insert'])
  }
  const others = rows.filter(({ counts }) => !counts).map(({ table }) => table)
  expect(
    others,
    'Count them in src/database/schema/9-storage.sql, or say in BOUNDED why not.',
  ).toEqual(Object.keys(BOUNDED).toSorted())
})

it('every text of a client counts', async () => {
  const { rows } = await sql<{ table: string; size: string }>`
    SELECT typname AS table, pg_get_functiondef(pg_proc.oid) AS size
    FROM pg_proc JOIN pg_type ON pg_type.oid = proargtypes[0] WHERE proname = 'stored_size'`.execute(
    test.db,
  )
  const sizes = new Map(rows.map(({ table, size }) => [table, size]))
  const isCounted = ({ table, column }: Column) => sizes.get(table)?.includes(`.${column})`) ?? true
  const uncounted = (await textColumns()).filter((each) => !isCounted(each))
  expect(uncounted, 'Name it in src/database/schema/9-storage.sql, or in SHORT').toEqual([])
})

describe('the stored bytes of a user', () => {
  it('are those of the rows that the user created or made longer last, and none after deletion', async () => {
    const [one, two] = [await newClient(), await newClient()]
    const world = await createWorld(one)
    const artwork = await one.create('/marketplace-artworks/', artworkOf(world, { medium: LONG }))
    const event = await one.create('/events/', eventOf(world, { featured_image: PICTURE }))
    const line = (id: string, fields?: object) =>
      JSON.stringify({ external_id: id, ...(fields && { artwork: artworkOf(world, fields) }) })
    const batch = '/marketplace-artworks/batch/'
    await one.send('POST', batch, [line('a'), line('b', { featured_image: PICTURE })].join('\n'))
    const lines = [
      line('a', { title: 'A longer title' }),
      line('b', { featured_image: { ...PICTURE, alt_text: 'Two boats' }, tags: [] }),
      line('c', {}),
    ]
    await one.send('POST', `${batch}?atomic=true`, lines.join('\n'))
    await one.send('POST', `${batch}?dry_run=true`, line('d', {}))
    await one.send('PATCH', artwork, { medium: 'Ink', featured_image: PICTURE, artists: [] })
    await one.send('PUT', event, eventOf(world, { content: HUGE }))
    expect(await recorded()).toEqual(await countAgain())
    const before = await one.bytes()
    await two.send('PATCH', world.artist, { summary: HUGE })
    await two.send('PATCH', world.tag, { description: LONG })
    expect(await recorded()).toEqual(await countAgain())
    expect(await one.bytes()).toBeLessThan(before)
    expect(await two.bytes()).toBeGreaterThan(2 * HUGE.length)

    await one.send('DELETE', artwork)
    await one.send('DELETE', event)
    await one.send(
      'POST',
      batch,
      ['a', 'b', 'c']
        .map((id) =>
          JSON.stringify({ external_id: id, gallery: idOf(world.gallery), remove: true }),
        )
        .join('\n'),
    )
    expect(await recorded()).toEqual(await countAgain())
    for (const record of Object.values(world)) {
      expect((await one.send('DELETE', record as string)).status).toBe(204)
    }
    expect(await recorded()).toEqual(await countAgain())
    expect([await one.bytes(), await two.bytes()]).toEqual([0, 0])
  })
})

describe('a user whose storage is full', () => {
  it('stores no more in any way, until something is deleted; others can write', async () => {
    const client = await newClient([...SCOPES, 'admin'])
    const world = await createWorld(client)
    const events: string[] = []
    let refused: Answer | undefined
    while (refused === undefined && events.length < 1_000) {
      const answer = await client.send('POST', '/events/', eventOf(world, { content: HUGE }))
      if (answer.status === 201) events.push(`/events/${answer.json()['id'] as number}/`)
      else refused = answer
    }
    expect(refused?.json()).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await client.bytes()).toBeLessThanOrEqual(MAX_BYTES)
    // Fill what is left, so that every other row is too large.
    for (;;) {
      const { status } = await client.send('POST', '/tags/', { name: `${Math.random()}` })
      if (status === 403) break
    }
    const full = await client.bytes()
    expect(MAX_BYTES - full).toBeLessThan(2_048)
    const artworkLine = JSON.stringify({ external_id: 'a', artwork: artworkOf(world) })
    const writes: [string, string, unknown][] = [
      ['POST', '/marketplace-artworks/', artworkOf(world)],
      ['POST', '/events/', eventOf(world)],
      ['POST', '/artists/', { name: LONG }],
      ['POST', '/galleries/', { name: LONG }],
      ['POST', '/venues/', { name: LONG }],
      ['PATCH', world.artist, { summary: HUGE }],
      ['PATCH', world.venue, { featured_image: { ...PICTURE, alt_text: LONG.repeat(2) } }],
      ['PATCH', events[0]!, { featured_image: PICTURE }],
    ]
    for (const [method, path, body] of writes) {
      expect((await client.send(method, path, body)).status, path).toBe(403)
    }
    for (const options of ['', '?atomic=true', '?dry_run=true']) {
      const { text } = await client.send(
        'POST',
        `/marketplace-artworks/batch/${options}`,
        artworkLine,
      )
      expect(JSON.parse(text.trim().split('\n').at(-1)!)).toMatchObject({
        status: 403,
        created: 0,
      })
    }
    expect(await client.bytes()).toBe(full)
    expect((await client.send('PATCH', events[0]!, { title: 'Short' })).status).toBe(200)
    // Rows that count for nobody, and become no longer.
    const { id } = await makeApiKey(test.db)
    expect((await client.send('DELETE', `/api-keys/${id}/`)).status).toBe(204)
    const venue = await makeVenue(test.db, { name: LONG })
    expect((await client.send('PATCH', `/venues/${venue.id}/`, { name: 'Hall' })).status).toBe(200)
    expect(await recorded()).toEqual(await countAgain())
    const other = await newClient()
    await other.create('/events/', eventOf(world, { content: HUGE }))
    expect((await other.send('PATCH', world.artist, { summary: HUGE })).status).toBe(200)
    expect((await client.send('DELETE', events[0]!)).status).toBe(204)
    await client.create('/events/', eventOf(world, { content: HUGE }))
    expect(await recorded()).toEqual(await countAgain())
  })

  it('can have exceeded the limit only by what was written at the same time', async () => {
    const client = await newClient()
    const world = await createWorld(client)
    const write = () => client.send('POST', '/events/', eventOf(world, { content: HUGE }))
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 12 }, write))
    const bytes = await client.bytes()
    expect((await write()).status).toBe(403)
    expect(bytes).toBeGreaterThan(MAX_BYTES - 25_000)
    expect(bytes).toBeLessThan(MAX_BYTES + 8 * 25_000)
    expect(await recorded()).toEqual(await countAgain())
  })
})

it('a write does not wait for a long transaction of the same user', async () => {
  const client = await newClient()
  await client.create('/tags/', { name: 'first' })
  const long = await connectClient(test.url)
  try {
    await long.query('BEGIN')
    await long.query('SELECT add_to_stored_bytes($1, 1)', [client.userId])
    await long.query("SET LOCAL statement_timeout = '20s'")
    await client.create('/tags/', { name: 'second' })
    await long.query('COMMIT')
  } finally {
    await long.end()
  }
  expect(await client.bytes()).toBeGreaterThan(2_048)
})
