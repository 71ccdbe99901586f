import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fragmentKey, type FragmentKey } from '../../../src/read-model/documents/fragment-cache.ts'
import { DOCUMENTS, resources } from '../../../src/resources.ts'
import { preload } from '../../../src/read-model/batching/preload.ts'
import { refreshTask } from '../../../src/read-model/documents/refresh-task.ts'
import type { ReadModel } from '../../../src/read-model/read-model.ts'
import { LocalState } from '../../../src/read-model/local-state.ts'
import { useDatabase } from '../../support/database.ts'
import { finish } from '../../support/finish.ts'
import { makeGallery } from '../../support/make-gallery.ts'
import { PATIENCE } from '../../support/patience.ts'
import { readModelAt, revalidated, schedulerAt } from '../services.ts'
import { makeShownRows } from '../shown-rows.ts'

const test = useDatabase()

beforeAll(() => makeShownRows(test.db))

const idsOf = async (table: string): Promise<(number | string)[]> => {
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(table)}`.execute(test.db)
  return rows.map(({ id }) => id)
}

describe('preload', () => {
  async function preloaded(): Promise<LocalState> {
    const state = new LocalState()
    const scheduler = schedulerAt(test.url, state)
    await preload(scheduler, resources.fragments)
    await scheduler.close()
    return state
  }

  it.each([
    ['artist', 'artists'],
    ['artwork_category', 'artwork_categories'],
    ['event_category', 'event_categories'],
    ['gallery', 'galleries'],
    ['gallery_owner', 'galleries'],
    ['tag', 'tags'],
    ['user', 'users'],
    ['venue', 'venues'],
  ] as const)('loads every %s', async (kind, table) => {
    const { fragments } = await preloaded()
    const keys = (await idsOf(table)).map((id): FragmentKey => fragmentKey(kind, id))
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => !fragments.has(key))).toEqual([])
  })

  it('skips a fragment that violates the contract', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT conname AS name FROM pg_constraint WHERE contypid = 'slug'::regtype`.execute(test.db)
    for (const { name } of rows) {
      await sql`ALTER DOMAIN slug DROP CONSTRAINT ${sql.id(name)}`.execute(test.db)
    }
    const { id: invalid } = await makeGallery(test.db)
    await sql`UPDATE galleries SET slug = 'no slug: secret' WHERE id = ${invalid}`.execute(test.db)
    const { fragments } = await preloaded()
    const [artist = 0] = await idsOf('artists')
    expect(fragments.has(fragmentKey('gallery', invalid))).toBe(false)
    expect(fragments.has(fragmentKey('artist', artist))).toBe(true)
  })
})

describe('the background refresh', () => {
  let readModel: ReadModel
  const errors: unknown[] = []

  beforeAll(async () => {
    readModel = readModelAt(test.url, (error) => errors.push(error))
    // The first missing document makes the refresh scan all records.
    const ordering = { key: 'start_time', descending: true } as const
    await readModel.page('events', { ordering, limit: 1, offset: 0 })
    await vi.waitUntil(async () => (await storedIds('events')).length > 0, PATIENCE.expect.poll)
  })
  beforeEach(async () => {
    await sql`TRUNCATE artwork_documents, event_documents`.execute(test.db)
    await revalidated(readModel.dataVersion)
  })
  afterEach(() => expect(errors).toEqual([]))
  afterAll(() => readModel.close())

  const storedIds = async (list: 'artworks' | 'events'): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${sql.table(DOCUMENTS[list].table)} ORDER BY id`.execute(test.db)
    return rows.map(({ id }) => id)
  }

  it.each([
    ['the artwork itself', 'artworks', `UPDATE artworks SET medium = 'Ink' WHERE id = (ID)`],
    ['the event itself', 'events', `UPDATE events SET title = 'Later' WHERE id = (ID)`],
    [
      'its picture',
      'artworks',
      `UPDATE artwork_images SET caption = 'Front'
         WHERE id = (SELECT featured_image_id FROM artworks WHERE id = (ID))`,
    ],
    [
      'its artists',
      'artworks',
      `UPDATE artwork_artists SET position = position + 100 WHERE artwork_id = (ID)`,
    ],
  ] as const)(
    'stores a document again after a change of %s, before it is requested',
    async (_, list, statement) => {
      await sql.raw(statement.replace('(ID)', `(SELECT min(id) FROM ${list})`)).execute(test.db)
      await revalidated(readModel.dataVersion)
      const changed = Math.min(...((await idsOf(list)) as number[]))
      await expect.poll(() => storedIds(list)).toEqual([changed])
      expect(await storedIds(list === 'artworks' ? 'events' : 'artworks')).toEqual([])
    },
  )

  it('stores nothing after it is closed', async () => {
    await sql`UPDATE artworks SET medium = 'Chalk'`.execute(test.db)
    await revalidated(readModel.dataVersion)
    await readModel.close()
    expect(await storedIds('artworks')).toEqual([])
  })
})

it('a refresh that fails is repeated, with a search for all that is stale', async () => {
  const refreshed: (readonly number[])[] = []
  const results = [() => Promise.reject(new Error('once'))]
  const task = refreshTask({
    name: 'refresh',
    subjects: ['artworks'],
    pauseRatio: 0,
    lastId: () => Promise.resolve(9),
    window: () => Promise.resolve({ last: null, stale: [7, 9] }),
    refresh: (_, ids) => results.pop()?.() ?? Promise.resolve(void refreshed.push(ids)),
  })
  const run = () => finish(task.run(test.db, new AbortController().signal))
  task.recordChanged('artworks', ['7'])
  await expect(run()).rejects.toThrow('once')
  expect(task.isDue?.()).toBe(true)
  await run()
  expect(refreshed).toEqual([[7, 9]])
  expect(task.isDue?.()).toBe(false)
})
