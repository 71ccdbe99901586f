import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { responseCacheCounts } from '../../src/cache/response-cache.ts'
import { NESTED_LISTS } from '../../src/lists/list.ts'
import { MAX_MEMBERS } from '../../src/read-model/filter-conditions.ts'
import { makeFilterable } from '../lists/filterable.ts'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEventCategory } from '../support/make-categories.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeArtworkImage } from '../support/make-images.ts'
import { makeNamed } from '../support/make-named.ts'
import { sendUnvalidated, type Sent } from '../support/send.ts'
import { tagsOf, textOf } from './html.ts'

// A section of a page has the first records of the list to which it links.

const test = useService()
/** Some events of `makeFilterable` are over then, some are on, and some come. */
const NOW = '2024-03-03T09:00:00Z'

beforeAll(async () => {
  await makeFilterable(test.db)
  const [start_time, end_time] = ['2024-03-01T10:00:00Z', '2024-03-09T10:00:00Z']
  await makeEvent(test.db, { venue_id: 1, category_id: 1, start_time, end_time })
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  return () => vi.useRealTimers()
})

const getPage = (path: string, headers: Sent['headers'] = {}, app = test.app) =>
  sendUnvalidated(app, {
    url: path === '/' ? '/' : `/api/v1${path}`,
    headers: { accept: 'text/html', ...headers },
  })

interface Section {
  readonly title: string
  /** The address of the whole list. */
  readonly address: string
  readonly ids: readonly number[]
  /** Whether it says that it may not have the first records. */
  readonly isPartial: boolean
}

async function sectionsOf(path: string, app = test.app): Promise<Section[]> {
  const { status, text } = await getPage(path, {}, app)
  expect(status, path).toBe(200)
  const sections = text.match(/<section class="part">.*?<\/section>/gsu) ?? []
  return sections.map((section) => {
    const [, title = ''] = /<h2>(.*?)<\/h2>/su.exec(section) ?? []
    const hrefs = tagsOf(section).flatMap(({ attributes }) => attributes['href'] ?? [])
    const ids = hrefs.flatMap((href) => /^\/api\/v1\/[\w-]+\/(\d+)\/$/.exec(href)?.[1] ?? [])
    const isPartial = section.includes('The list may begin with others.')
    return { title: textOf(title), address: hrefs[0] ?? '', ids: ids.map(Number), isPartial }
  })
}

const PAGES: readonly (readonly [path: string, titles: readonly string[]])[] = [
  ['/', ['New artworks', 'On now', 'Coming']],
  ['/events/', ['On now', 'Coming']],
  ['/events/3/', ['On now at', 'Coming at']],
  ['/marketplace-artworks/2/', ['More', 'More of']],
  ['/artists/1/', ['Artworks']],
  ['/galleries/1/', ['Artworks']],
  ['/tags/1/', ['Artworks']],
  ['/artwork-categories/1/', ['Artworks']],
  ['/venues/1/', ['On now', 'Coming', 'Past']],
  ['/event-categories/1/', ['On now', 'Coming', 'Past']],
]

describe.each(PAGES)('the page %s', (path, titles) => {
  it('shows the first records of the lists to which it links, without its own', async () => {
    const sections = await sectionsOf(path)
    expect(sections).toHaveLength(titles.length)
    const shown = new Set<string>()
    const [, collection = '', own] = /^\/([\w-]+)\/(\d+)\/$/.exec(path) ?? []
    for (const [at, { title, address, ids }] of sections.entries()) {
      expect(title.startsWith(titles[at] ?? ''), title).toBe(true)
      const { results } = await test.get(address.replace('/api/v1', ''))
      const name = address.includes('marketplace-artworks') ? 'marketplace-artworks' : 'events'
      const others = (results as { id: number }[])
        .map(({ id }) => id)
        .filter((id) => !(name === collection && id === Number(own)) && !shown.has(`${name} ${id}`))
      expect(ids.length).toBeGreaterThan(0)
      expect(ids).toEqual(others.slice(0, ids.length))
      const most = path.startsWith('/marketplace') || name === 'events' ? 4 : 8
      expect(ids.length).toBe(Math.min(most, others.length))
      for (const id of ids) shown.add(`${name} ${id}`)
    }
  })

  it('changes with these records, also when it is asked for often', async () => {
    const [section] = await sectionsOf(path)
    const [id = 0] = section?.ids ?? []
    const table = section?.address.includes('marketplace-artworks') === true ? 'artworks' : 'events'
    for (const title of ['A new title', 'Another title']) {
      // As often as the response cache wants.
      for (let request = 0; request < 3; request += 1) await getPage(path)
      const { headers } = await getPage(path)
      await test.db.updateTable(table).set({ title }).where('id', '=', id).execute()
      const known = { 'if-none-match': headers['etag'] ?? '' }
      const changed = await getPage(path, known)
      expect(changed.status).toBe(200)
      expect(textOf(changed.text)).toContain(title)
      expect(await getPage(path, { 'if-none-match': changed.headers['etag'] ?? '' })).toMatchObject(
        {
          status: 304,
        },
      )
    }
  })

  it('is of the time of its request, so that the cache has none with events', async () => {
    const { hits } = responseCacheCounts
    for (let request = 0; request < 4; request += 1) await getPage(path)
    const isCached = responseCacheCounts.hits > hits
    expect(isCached).toBe(!titles.some((title) => /^(On now|Coming|Past)/.test(title)))
    vi.setSystemTime('2034-03-05T10:00:00Z')
    const { text } = await getPage(path)
    expect(text).not.toMatch(/<h2><bdi>(On now|Coming)/)
  })
})

describe('beside many other records', () => {
  const long = useService()
  const coming = { start_time: '2024-05-01T10:00:00Z', end_time: '2024-05-02T10:00:00Z' }
  const past = { start_time: '2024-01-01T10:00:00Z', end_time: '2024-01-02T10:00:00Z' }
  const OWN = 2
  /** A gallery with more artworks than a part reads, none of which is among the first ones of all. */
  const LARGE = 3

  /** More rows than a part reads of one list. @param ids that the copies have of other records. */
  async function addCopies(table: 'events' | 'artworks', id: number): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      SELECT quote_ident(column_name) AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = ${table} AND is_generated = 'NEVER'
        AND column_name NOT IN ('id', 'slug', 'is_public', 'title_sort_key')`.execute(long.db)
    const names = sql.raw(rows.map(({ name }) => name).join())
    const copied = sql`INSERT INTO ${sql.table(table)} (slug, ${names})
      SELECT concat_ws('-', 'copy', id, number), ${names}
      FROM ${sql.table(table)}, generate_series(1, ${MAX_MEMBERS}::integer + 1) AS number WHERE id = ${id} RETURNING id`
    const ofArtworks = (name: string) =>
      sql.raw(`INSERT INTO artwork_${name}s (artwork_id, ${name}_id`)
    await (
      table === 'events'
        ? copied
        : sql`WITH copied AS (${copied}),
            credited AS (${ofArtworks('artist')}, position) SELECT copied.id, artist_id, position FROM copied, artwork_artists WHERE artwork_id = ${id})
          ${ofArtworks('tag')}) SELECT copied.id, tag_id FROM copied, artwork_tags WHERE artwork_id = ${id}`
    ).execute(long.db)
  }

  /** The first records of each list come after so many others that no part reads up to them. */
  beforeAll(async () => {
    for (const id of [1, OWN]) {
      for (const table of ['artists', 'tags', 'galleries', 'venues'])
        await makeNamed(long.db, table, { id })
    }
    await makeNamed(long.db, 'galleries', { id: LARGE })
    const image = await makeArtworkImage(long.db)
    const ofKind = (id: number) => ({ gallery_id: id, category_id: id, artists: [id], tags: [id] })
    const draft = await makeArtwork(long.db, { ...ofKind(OWN), publish_status: 'draft' })
    const newer = await makeArtwork(long.db, { ...ofKind(1), order_date: '2024-06-01T10:00:00Z' })
    await addCopies('artworks', draft.id)
    await addCopies('artworks', newer.id)
    const older = { gallery_id: LARGE, category_id: 1, order_date: '2020-06-01T10:00:00Z' }
    await addCopies('artworks', (await makeArtwork(long.db, older)).id)
    await makeArtwork(long.db, { ...ofKind(OWN), featured_image_id: image.id })
    await makeArtwork(long.db, { ...ofKind(OWN), featured_image_id: image.id })
    await makeEventCategory(long.db, { id: OWN })
    const at = (id: number) => ({ venue_id: id, category_id: id })
    const over = await makeEvent(long.db, { ...at(OWN), ...past })
    const sooner = await makeEvent(long.db, { ...at(1), ...coming })
    await addCopies('events', over.id)
    await addCopies('events', sooner.id)
    const end_time = '2024-09-01T10:00:00Z'
    for (const start_time of ['2024-03-01T10:00:00Z', '2024-08-01T10:00:00Z'])
      await makeEvent(long.db, { ...at(OWN), start_time, end_time })
  })

  it.each([
    ['/', ['New artworks', 'On now', 'Coming']],
    ['/events/', ['On now', 'Coming']],
    [`/venues/${OWN}/`, ['On now', 'Coming', 'Past']],
    [`/event-categories/${OWN}/`, ['On now', 'Coming', 'Past']],
    [`/galleries/${OWN}/`, ['Artworks']],
    [`/artists/${OWN}/`, ['Artworks']],
    [`/tags/${OWN}/`, ['Artworks']],
    [`/artwork-categories/${OWN}/`, ['Artworks']],
  ] as const)('the page %s links each list that has records', async (path, titles) => {
    const sections = await sectionsOf(path, long.app)
    expect(sections.map(({ title }) => title)).toEqual(titles)
    for (const { address, ids } of sections) {
      const { count, results } = await long.get(address.replace('/api/v1', ''))
      expect(count, address).toBeGreaterThan(0)
      const found = (results as { id: number }[]).map(({ id }) => id)
      expect(ids).toEqual(found.filter((id) => ids.includes(id)))
    }
  })

  it('says where it may not have the first records of its list', async () => {
    for (const id of [1, OWN, LARGE]) {
      const [section] = await sectionsOf(`/galleries/${id}/`, long.app)
      const { address = '', ids = [], isPartial } = section ?? {}
      const { results } = await long.get(address.replace('/api/v1', ''))
      const first = (results as { id: number }[]).map((each) => each.id).slice(0, ids.length)
      expect(ids.length, address).toBeGreaterThan(0)
      expect(isPartial, address).toBe(ids.join() !== first.join())
    }
  })
})

it.each(Object.values(NESTED_LISTS))(
  'the page of the record above $path links this list, and its sections do',
  async ({ path }) => {
    const list = path.replace('{id}', '1')
    const record = list.replace(/[\w-]+\/$/, '')
    const sections = await sectionsOf(record)
    const addresses = sections.map(({ address }) => address.replace(/\?.*/, ''))
    expect([...new Set(addresses)]).toEqual([`/api/v1${list}`])
    const [links = ''] =
      /<ul class="nested-lists">.*?<\/ul>/su.exec((await getPage(record)).text) ?? []
    expect(links).toContain(`href="/api/v1${list}"`)
  },
)

it('a list of events with any parameter has no sections', async () => {
  for (const query of ['?limit=5', '?when=past', '?ordering=end_time']) {
    expect(await sectionsOf(`/events/${query}`)).toEqual([])
  }
})

it('the start page counts the public records and links all categories', async () => {
  const { text } = await getPage('/')
  const { count } = await test.get('/marketplace-artworks/?limit=1')
  expect(textOf(text)).toContain(`${String(count)} artworks`)
  const { results } = await test.get('/artwork-categories/')
  const hrefs = tagsOf(text).map(({ attributes }) => attributes['href'])
  for (const { id } of results as { id: number }[]) {
    expect(hrefs).toContain(`/api/v1/artwork-categories/${id}/`)
  }
})
