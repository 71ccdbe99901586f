import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { filterValues } from '../../src/lists/filters.ts'
import { LISTS, type List, type ListName } from '../../src/lists/list.ts'
import { countFiltered } from '../../src/read-model/filtered-counts.ts'
import { selectSitemapParts } from '../../src/pages/sitemap-queries.ts'
import { testApp } from '../support/app.ts'
import { connectClient, useDatabase } from '../support/database.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeTag } from '../support/make-tag.ts'
import { explain } from '../support/explain.ts'

// Reads of the public before and after others have written many drafts, which have all that public records have.

const PUBLIC = 30
/** Twice as many records as one request reads. */
const DRAFTS = 20_000

type Query = Readonly<Record<string, string>>

/** Each uses another index. */
const FILTERS: Readonly<Record<ListName, readonly Query[]>> = {
  events: [
    { q: 'lantern' },
    { q: 'lantrn' },
    { q: 'lantern evening' },
    { q: 'secretdraft' },
    { q: 'secretdrift' },
    { venue: 'VENUE' },
    { venue: 'VENUE', is_featured: 'false' },
    { category: 'CATEGORY' },
    { city: 'Turku' },
    { is_online_only: 'false' },
    { when: 'past', at: '2040-01-01T00:00:00Z' },
  ],
  artworks: [
    { q: 'lantern' },
    { q: 'lantrn' },
    { q: 'secretdraft' },
    { artist: 'ARTIST' },
    { tag: 'TAG' },
    { gallery: 'GALLERY' },
    { gallery: 'GALLERY', year_min: '1' },
    { category: 'CATEGORY' },
    { medium: 'Tempera' },
    { city: 'Turku' },
    { price_min: '1' },
    { has_image: 'true' },
  ],
}

/** PostgreSQL has no index of the links of public artworks: their time, which nothing counts, grows with drafts. */
const IS_LINKED = new Set(['artist', 'tag'])

const test = useDatabase()
/** The responses and the blocks that each count reads, before and after. */
const seen: { readonly responses: Map<string, string>; readonly blocks: Map<string, number> }[] = []
const ids: Record<string, number> = {}

beforeAll(async () => {
  // Responses name the time of their request. No limit of time passes: a busy machine counts as much as an idle one.
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
  const { db } = test
  const artist = (await makeArtist(db)).id
  const tag = (await makeTag(db)).id
  const event = await makeEvent(db, { title: 'Lantern', city: 'Turku' })
  const artwork = await makeArtwork(db, {
    title: 'Lantern',
    medium: 'Tempera',
    city: 'Turku',
    artists: [artist],
    tags: [tag],
  })
  await copy('events', event.id, PUBLIC, 'published')
  await copy('artworks', artwork.id, PUBLIC, 'published')
  const { rows } = await sql<Record<string, number>>`SELECT venue_id, gallery_id,
      events.category_id AS of_event, artworks.category_id AS of_artwork
    FROM events, artworks WHERE events.id = ${event.id} AND artworks.id = ${artwork.id}`.execute(db)
  Object.assign(ids, rows[0], { artist, tag })
  await look()
  await copy('events', event.id, DRAFTS, 'draft')
  await copy('artworks', artwork.id, DRAFTS, 'draft')
  await look()
})
afterAll(() => {
  vi.useRealTimers()
})

/** Copies a record, with its links. */
async function copy(list: ListName, id: number, count: number, status: string): Promise<void> {
  const columns = await sql<{
    name: string
  }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = ${list} AND is_generated = 'NEVER'
      AND column_name NOT IN ('id', 'title', 'slug', 'publish_status')`.execute(test.db)
  const others = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  const title = status === 'draft' ? sql`' secretdraft ' || no` : sql`' evening'`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(list)} (title, slug, publish_status, ${others})
    SELECT title || ${title}, ${status} || no, ${status}, ${others}
    FROM ${sql.table(list)}, generate_series(1, ${count}::integer) AS no WHERE id = ${id} RETURNING id`.execute(
    test.db,
  )
  if (list === 'events') return
  const copies = rows.map((row) => row.id)
  await sql`INSERT INTO artwork_artists (artwork_id, artist_id, position)
    SELECT copy, artist_id, position FROM artwork_artists, unnest(${copies}::integer[]) AS copy
    WHERE artwork_id = ${id}`.execute(test.db)
  await sql`INSERT INTO artwork_tags (artwork_id, tag_id)
    SELECT copy, tag_id FROM artwork_tags, unnest(${copies}::integer[]) AS copy
    WHERE artwork_id = ${id}`.execute(test.db)
}

const valuesOf = (list: ListName, query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const known = { VENUE: 'venue_id', GALLERY: 'gallery_id', ARTIST: 'artist', TAG: 'tag' }[
        value
      ]
      const id = value === 'CATEGORY' ? (list === 'events' ? 'of_event' : 'of_artwork') : known
      return [name, id === undefined ? value : String(ids[id])]
    }),
  )

async function look(): Promise<void> {
  await sql`VACUUM ANALYZE`.execute(test.db)
  const app = await testApp(test, { limits: { perMinute: 1_000_000, poolSize: 8 } })
  const responses = new Map<string, string>()
  const paths = Object.entries(FILTERS).flatMap(([list, queries]) => {
    const path = LISTS[list as ListName].path
    return queries.flatMap((query) => {
      const search = new URLSearchParams(valuesOf(list as ListName, query)).toString()
      return [`/api/v1${path}?${search}`, `/api/v1${path}facets/?${search}`]
    })
  })
  const nested = [
    `/api/v1/venues/${ids['venue_id']}/events/`,
    `/api/v1/galleries/${ids['gallery_id']}/marketplace-artworks/`,
    `/api/v1/artists/${ids['artist']}/marketplace-artworks/`,
  ]
  let left = 1_000_000
  for (const url of [...paths, ...nested, '/sitemap.xml']) {
    const { statusCode, headers, body } = await app.inject({ url })
    const [, now = ''] = /r=(\d+)/.exec(String(headers['ratelimit'])) ?? []
    responses.set(url, `${statusCode} ${left - Number(now)} ${body}`)
    left = Number(now)
  }
  await app.close()
  // Again, because an autovacuum worker can have had a snapshot that kept the first one from marking all blocks as visible.
  await sql`VACUUM`.execute(test.db)
  seen.push({ responses, blocks: await blocksOfCounts() })
}

/** Blocks of memory or of the disk that PostgreSQL reads to count each list, in a session that has done so before. */
async function blocksOfCounts(): Promise<Map<string, number>> {
  const client = await connectClient(test.url)
  const blocks = new Map<string, number>()
  for (const [list, queries] of Object.entries(FILTERS) as [ListName, readonly Query[]][]) {
    for (const query of queries.filter(
      (each) => !Object.keys(each).some((name) => IS_LINKED.has(name)),
    )) {
      const filters = filterValues((LISTS[list] as List).filters ?? {}, valuesOf(list, query))
      const { text, values } = countFiltered({ list, filters })
      const read = async (): Promise<number> => {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
          [...values],
        )
        const plan = rows[0]?.['QUERY PLAN'][0].Plan
        return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      }
      await read()
      // The least: an autovacuum worker can end between two of them, after which PostgreSQL plans the functions of a search anew.
      const least = Math.min(await read(), await read(), await read())
      blocks.set(`${list} ${JSON.stringify(query)}`, least)
    }
  }
  await client.end()
  return blocks
}

describe('drafts of others', () => {
  it('change no response to the public, and not how much it counts', () => {
    const [before, after] = seen
    expect([...(after?.responses ?? [])]).toEqual([...(before?.responses ?? [])])
    const failed = [...(after?.responses ?? [])].filter(
      ([, response]) => !response.startsWith('200 1 '),
    )
    expect(failed).toEqual([])
  })

  it('are not read for the public', () => {
    const [before, after] = seen
    const grown = [...(after?.blocks ?? [])].flatMap(([name, blocks]) => {
      const was = before?.blocks.get(name) ?? 0
      return blocks > was + 100 ? [`${name}: ${was}, then ${blocks}`] : []
    })
    expect(grown).toEqual([])
  })

  it.each(['artworks', 'events'] as const)('are not read for the sitemap of %s', async (table) => {
    const plan = await explain(test.url, (db) => selectSitemapParts(db, table))
    expect(plan).toContain(`using ${table}_by_id`)
    expect(plan).not.toContain('Filter: is_public')
  })
})
