import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fragmentKey, type FragmentKey } from '../../src/read-model/documents/fragment-cache.ts'
import { DOCUMENTS, resources } from '../../src/resources.ts'
import { preload } from '../../src/read-model/documents/preload.ts'
import { startReadModel, type ReadModel } from '../../src/read-model/read-model.ts'
import { LocalState } from '../../src/read-model/change-log/local-state.ts'
import { startBatchScheduler } from '../../src/read-model/batching/batch-scheduler.ts'
import { MEDIA_URL } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeShownRows } from './shown-rows.ts'

// What is done before anybody asks for it: parts are read at the start, changed documents stored soon after.

const test = useDatabase()

beforeAll(() => makeShownRows(test.db))

const idsOf = async (table: string): Promise<(number | string)[]> => {
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(table)}`.execute(test.db)
  return rows.map(({ id }) => id)
}

describe('preload', () => {
  /** What is known once it is over. */
  async function preloaded(): Promise<LocalState> {
    const memory = new LocalState()
    const rounds = startBatchScheduler(
      { ...connectionTo(test.url), mediaUrl: MEDIA_URL, fragments: resources.fragments },
      memory,
    )
    await preload(rounds)
    await rounds.close()
    return memory
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
  ] as const)('reads every %s', async (kind, table) => {
    const { fragments } = await preloaded()
    const names = (await idsOf(table)).map((id): FragmentKey => fragmentKey(kind, id))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !fragments.has(name))).toEqual([])
  })

  it('goes on after a part that the contract does not allow', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT conname AS name FROM pg_constraint WHERE contypid = 'slug'::regtype`.execute(test.db)
    for (const { name } of rows) {
      await sql`ALTER DOMAIN slug DROP CONSTRAINT ${sql.id(name)}`.execute(test.db)
    }
    const { id: spoilt } = await makeGallery(test.db)
    await sql`UPDATE galleries SET slug = 'no slug: secret' WHERE id = ${spoilt}`.execute(test.db)
    const { fragments } = await preloaded()
    const [artist = 0] = await idsOf('artists')
    expect(fragments.has(fragmentKey('gallery', spoilt))).toBe(false)
    expect(fragments.has(fragmentKey('artist', artist))).toBe(true)
  })
})

describe('a record that has changed', () => {
  let reading: ReadModel
  const errors: unknown[] = []

  beforeAll(async () => {
    reading = startReadModel({
      resources,
      ...connectionTo(test.url),
      mediaUrl: MEDIA_URL,
      onRefreshError: (error) => errors.push(error),
      onMaintenanceError: (error) => errors.push(error),
    })
    // The first that is found to be missing has all looked at.
    const ordering = { key: 'start_time', descending: true } as const
    await reading.page('events', { ordering, limit: 1, offset: 0 })
    await vi.waitUntil(async () => (await madeIds('events')).length > 0, { timeout: 10_000 })
  })
  beforeEach(async () => {
    await sql`TRUNCATE artwork_documents, event_documents`.execute(test.db)
    await lookedAt()
  })
  afterEach(() => expect(errors).toEqual([]))
  afterAll(() => reading.close())

  /** Somebody asks for something, and so the process hears of all that has happened. */
  const lookedAt = (): Promise<void> =>
    new Promise((resolve, reject) => {
      reading.dataVersion.revalidate((error) => (error === undefined ? resolve() : reject(error)))
    })

  const madeIds = async (list: 'artworks' | 'events'): Promise<number[]> => {
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
  ] as const)('(%s) is stored before anybody asks for it', async (_, list, statement) => {
    await sql.raw(statement.replace('(ID)', `(SELECT min(id) FROM ${list})`)).execute(test.db)
    await lookedAt()
    const least = Math.min(...((await idsOf(list)) as number[]))
    await expect.poll(() => madeIds(list)).toEqual([least])
    expect(await madeIds(list === 'artworks' ? 'events' : 'artworks')).toEqual([])
  })

  it('is left to its readers once the process ends', async () => {
    await sql`UPDATE artworks SET medium = 'Chalk'`.execute(test.db)
    await lookedAt()
    await reading.close()
    expect(await madeIds('artworks')).toEqual([])
  })
})
