import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { randomSource } from '../../scripts/demo/random.ts'
import { parametersOf } from '../../src/contract/parameters.ts'
import { COUNTED_LISTS, type ListName } from '../../src/lists/list.ts'
import { listOperation, listPath, orderingsOf, randomPage } from '../bench/collection.ts'
import {
  selectFilterIds,
  drawFilter,
  filterNames,
  type FilterIds,
  type FilterQuery,
} from '../bench/filter-draws.ts'
import { testApp } from '../support/app.ts'
import { connectClient, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { send } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'

// The processor time of a list with filters, of its facets, or of names with a text, of this process and of PostgreSQL together:
// for each request that it counts as, at most that of 20 pages of 18 events (the budgets of SECURITY.md). Node's part of all
// other requests is that of test/faults/request-costs.faults.ts.

const RECORDS = 60_000
const SIZE = { artworks: RECORDS, events: RECORDS }
const MAX_PAGES = 20
const PATIENCE_MS = 1_200_000

const SEED = Number(process.env['COSTS_SEED'] ?? randomInt(2 ** 31))
/** The lists that each filter is a part of, with up to `MAX_OTHERS` other filters. */
const DRAWS = 20
const MAX_OTHERS = 3

/** Other load only adds to a cost, so one that is too much is measured again. */
const TRIES = 5
/** A tick, in which Linux counts the processor time of other processes, is 10 ms. */
const TICK_MS = 10
/** The pages that are read to know what one costs. */
const REFERENCES = 100

const random = randomSource('costs')(SEED)

/** Of the longest texts of a writer, the one whose sort key takes the longest time: milliseconds. */
const DEAR_TEXT = '\u3300\u0416'.repeat(500)

/** Of the names of a writer, those in which it takes the longest time to look for a text. */
const DEAR_NAMES = { of: '\u2A0C'.repeat(160), lookedFor: 'x' + '\u2A0C'.repeat(80) }

/** The contents of these events have different words with the same beginning, as many as a search looks up. */
const WORDY_EVENTS = 2_500
const WORDS_BEGIN = 'aa'

/** These artworks have as many artists and tags as an artwork may have, all with this name and a number. */
const LINKED_ARTWORKS = 6_000
const LINKS = 50
const LINKED_NAME = 'zz'

/** A phrase of as many words as a search looks up: the first character stands for six. */
const LONG_PHRASE = encodeURIComponent('\u3316a'.repeat(100))

const test = useDatabase()
let app: Awaited<ReturnType<typeof testApp>>
let ids: FilterIds
let authorization: string
let sent = 0

beforeAll(async () => {
  await loadDemoCatalogue(test.url, SIZE)
  await addDearRecords()
  ids = await selectFilterIds(test.url)
  app = await testApp(test, { limits: { perMinute: 1_000_000_000, poolSize: 8 } })
  await app.ready()
  await settleFeeds(test.db)
  vi.useFakeTimers({ toFake: ['Date'] })
  authorization = `Bearer ${(await makeApiKey(test.db)).key}`
  // Until the service knows the key, a request with it counts for the address.
  await get('/events/?limit=1', true)
}, PATIENCE_MS)

/** Their words take a slow machine longer than the service gives a statement, so it is not the one that adds them. */
async function addDearRecords(): Promise<void> {
  const client = await connectClient(test.url)
  try {
    const dear = 'UPDATE artworks SET gallery_id = 7, medium = $1 WHERE id <= 500'
    await client.query(dear, [DEAR_TEXT])
    const places = 'UPDATE events SET venue_id = 7, city = left($1, 200) WHERE id <= 500'
    await client.query(places, [DEAR_TEXT])
    const artists = `INSERT INTO artists (name, slug)
      SELECT $1::text || number, 'dear-' || number FROM generate_series(1, 3000) AS number`
    await client.query(artists, [DEAR_NAMES.of])
    const words = `UPDATE events SET content = (
        SELECT string_agg($1 || left(md5(events.id || '-' || number), 5), ' ') FROM generate_series(1, 1250) AS number
      ) WHERE id > $2 AND id <= $2 + 500`
    for (let id = 0; id < WORDY_EVENTS; id += 500) await client.query(words, [WORDS_BEGIN, id])
    const named = `INSERT INTO artists (name, slug)
      SELECT $1 || ' ' || number, 'linked-' || number FROM generate_series(1, ${LINKS}) AS number`
    await client.query(named, [LINKED_NAME])
    const tags = `INSERT INTO tags (name) SELECT $1 || ' ' || number FROM generate_series(1, ${LINKS}) AS number`
    await client.query(tags, [LINKED_NAME])
    for (let id = 500; id < 500 + LINKED_ARTWORKS; id += 500) await link(client, id + 1, id + 500)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

async function link(client: pg.Client, first: number, last: number): Promise<void> {
  const names = `name LIKE '${LINKED_NAME} %'`
  const artworks = `id BETWEEN ${first} AND ${last}`
  await client.query(`DELETE FROM artwork_artists WHERE artwork_${artworks}`)
  await client.query(`DELETE FROM artwork_tags WHERE artwork_${artworks}`)
  await client.query(`INSERT INTO artwork_artists (artwork_id, artist_id, position)
    SELECT artworks.id, artists.id, row_number() OVER (PARTITION BY artworks.id ORDER BY artists.id) - 1
    FROM artworks, artists WHERE artworks.${artworks} AND ${names}`)
  await client.query(`INSERT INTO artwork_tags (artwork_id, tag_id)
    SELECT artworks.id, tags.id FROM artworks, tags WHERE artworks.${artworks} AND ${names}`)
}

afterAll(() => {
  vi.useRealTimers()
  return app?.close()
})

/** The processor time so far, of the connections to the database of the test, and of this process. */
async function processorMs(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
  `.execute(test.db)
  const ticks = rows.map(({ pid }) => {
    // proc_pid_stat(5): the name in parentheses is the second field, and the times are the 14th and 15th.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13)
    return Number(user) + Number(system)
  })
  const { user, system } = process.cpuUsage()
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS + (user + system) / 1_000
}

/** What is left of the rate limit, that of a key for drafts. No cached response fits the request. */
async function get(path: string, isOfKey = path.includes('draft')): Promise<number> {
  sent += 1
  const accept = `application/json;n=${sent}`
  const sentHeaders = isOfKey ? { accept, authorization } : { accept }
  const { status, headers, text } = await send(app, { path, headers: sentHeaders })
  if (status !== 200) throw new Error(`${status} to ${path}: ${text}`, { cause: status })
  return Number(/r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1])
}

/** Milliseconds for each of the requests that this one counts as. */
async function cost(path: string, tries = TRIES): Promise<number> {
  // After a minute, the counts of facets are no longer known, and after a write, that of a list.
  vi.setSystemTime(Date.now() + 61_000)
  await sql`UPDATE artworks SET views_count = views_count + 1 WHERE id = 1`.execute(test.db)
  await sql`UPDATE events SET is_featured = NOT is_featured WHERE id = 1`.execute(test.db)
  const before = await get('/events/?limit=1', path.includes('draft'))
  const began = await processorMs()
  const after = await get(path).catch((error: unknown) => {
    // A busy machine takes longer than a request may.
    if (tries === 1 || (error as Error).cause !== 503) throw error
  })
  if (after === undefined) return cost(path, tries - 1)
  const ms = (await processorMs()) - began
  // The minute of the rate limit has ended in between.
  if (after >= before) return cost(path, tries)
  return ms / (before - after)
}

async function msOfPage(): Promise<number> {
  const draw = randomPage('events', ids.records.events.length)
  const began = await processorMs()
  for (let n = 0; n < REFERENCES; n += 1) await get(draw(random).replace('/api/v1', ''))
  return ((await processorMs()) - began) / REFERENCES
}

/** A frequent or rare value, or one that all or no records pass, and any value of the options. */
function drawValue(list: ListName, name: string): FilterQuery {
  const parameters = parametersOf(listOperation(list), 'query')
  const ends = (parameter: string): number[] => {
    const { minimum, maximum } = parameters.get(parameter)?.schema ?? {}
    return [minimum, maximum].filter((end) => end !== undefined)
  }
  const own = ends(name)
  if (own.length > 0 && random.chance(0.7)) return { [name]: String(random.pick(own)) }
  const drawn = drawFilter(list, name, random, ids)
  if (name === 'color') return { ...drawn, color_tolerance: String(random.between(0, 100)) }
  if (name !== 'near') return drawn
  const place = `${random.between(-60, 60)},${random.between(-180, 180)}`
  return { near: place, radius_km: String(random.between(1, 5_000)) }
}

function drawFilters(list: ListName, name: string): FilterQuery {
  const others = Array.from({ length: random.between(0, MAX_OTHERS) }, () =>
    random.pick(filterNames(list)),
  )
  return Object.assign({}, ...[...others, name].map((each) => drawValue(list, each)))
}

function drawList(list: ListName, name: string): string {
  const query = { ordering: random.pick(orderingsOf(list)), limit: '1', ...drawFilters(list, name) }
  return `${pathOf(list)}?${new URLSearchParams(query)}`
}

function drawFacets(list: ListName, name: string): string {
  return `${pathOf(list)}facets/?${new URLSearchParams(drawFilters(list, name))}`
}

const pathOf = (list: ListName): string => listPath(list).replace('/api/v1', '')

/** The dearest ones of former runs. */
const DEAREST = [
  `/events/?limit=1&q=${WORDS_BEGIN}`,
  `/events/?limit=1&q=${WORDS_BEGIN}%20${WORDS_BEGIN}0`,
  `/events/?limit=1&publish_status=draft&q=${WORDS_BEGIN}`,
  `/events/facets/?q=${WORDS_BEGIN}`,
  `/marketplace-artworks/?limit=1&q=${LINKED_NAME}`,
  `/marketplace-artworks/facets/?q=${LINKED_NAME}`,
  `/events/?limit=1&q=${LONG_PHRASE}`,
  `/marketplace-artworks/?limit=1&q=${LONG_PHRASE}`,
  `/events/facets/?q=${WORDS_BEGIN}&near=48,160&radius_km=2000`,
  '/events/facets/',
  '/marketplace-artworks/facets/',
  '/artists/?limit=1&name=x',
  `/artists/?limit=1&name=${encodeURIComponent(DEAR_NAMES.lookedFor)}`,
  '/marketplace-artworks/?limit=1&gallery=7&medium=oil',
  '/events/?limit=1&venue=7&city=Paris',
  '/marketplace-artworks/?limit=1&artist=489&city=Tallinn',
  '/events/?limit=1&venue=459&country=MX',
  '/events/?limit=1&near=48,160&radius_km=2000',
  '/events/?limit=1&near=40,-160&radius_km=3000',
  '/marketplace-artworks/?limit=1&color=%23808080&color_tolerance=100&price_min=1&width_min=5000&height_min=5000',
]

it.skipIf(process.platform !== 'linux')(
  `costs at most ${MAX_PAGES} pages of 18 events for each request that it counts as`,
  { timeout: PATIENCE_MS },
  async () => {
    console.log(`COSTS_SEED=${SEED}`)
    await msOfPage()
    let pageMs = await msOfPage()
    const drawn = COUNTED_LISTS.flatMap((list) =>
      filterNames(list).flatMap((name) =>
        Array.from({ length: DRAWS }, () => [drawList(list, name), drawFacets(list, name)]).flat(),
      ),
    )
    const tooDear: string[] = []
    for (const path of [...DEAREST, ...drawn]) {
      let least = (await cost(path)) / pageMs
      for (let tried = 1; tried < TRIES && least > MAX_PAGES; tried += 1) {
        // The machine may have become slower since.
        pageMs = await msOfPage()
        least = Math.min(least, (await cost(path)) / pageMs)
      }
      if (least > MAX_PAGES) tooDear.push(`${least.toFixed(1)} pages: ${path}`)
    }
    expect(tooDear).toEqual([])
  },
)
