import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isListed } from '../../src/database/visibility.ts'
import { LISTS } from '../../src/lists/list.ts'
import { countScanned } from '../../src/lists/scan-queries.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { explain } from '../support/explain.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'
import { makeArtworkCatalogue, makeEventCatalogue } from './catalogue.ts'

// The queries for records that only their author or the members of their gallery see. The public ones are in test/read-model/query-plans.test.ts.

const test = useDatabase()
let recorded: RecordedDatabase

beforeAll(async () => {
  await makeArtworkCatalogue(test.db)
  await makeEventCatalogue(test.db)
  await makeForeignDrafts()
  for (const table of ['artworks', 'events', 'galleries', 'gallery_members']) {
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(test.db)
  }
  recorded = recordDatabase(test.url)
})

afterAll(() => recorded?.db.destroy())

const FOREIGN_GALLERIES = 200
const FOREIGN_DRAFTS = 3_000

/** So many drafts of other galleries that an index by the state alone would read too many rows. */
async function makeForeignDrafts(): Promise<void> {
  const made = Array.from({ length: FOREIGN_GALLERIES }, () => makeGallery(test.db))
  const ids = (await Promise.all(made)).map(({ id }) => id)
  await sql`INSERT INTO artworks (id, title, slug, gallery_id, units, category_id, price_display, publish_status)
    SELECT 10000 + number, 'Foreign', 'foreign-' || number,
      (${ids}::integer[])[1 + number % ${FOREIGN_GALLERIES}::integer],
      'inch', 2, 'price on request', 'draft'
    FROM generate_series(1, ${FOREIGN_DRAFTS}::integer) AS number`.execute(test.db)
  await sql`INSERT INTO gallery_members SELECT galleries.id, other.owner_id
    FROM galleries JOIN galleries AS other ON other.id = galleries.id + 1`.execute(test.db)
}

const DRAFTS = {
  status: 'draft',
  externalId: undefined,
  isActive: undefined,
  viewer: { userId: '00000000-0000-4000-8000-000000000000', scopes: [] },
} as const

describe.each([
  {
    table: 'artworks' as const,
    path: '/marketplace-artworks/',
    drafts: 4,
    owner: 'gallery_id',
    give: (userId: string) =>
      sql`UPDATE galleries SET owner_id = ${userId}
        WHERE id IN (SELECT gallery_id FROM artworks WHERE title ILIKE '%hidden')`,
  },
  {
    table: 'events' as const,
    path: '/events/',
    drafts: 1,
    owner: 'author_id',
    give: (userId: string) => sql`UPDATE events SET author_id = ${userId}`,
  },
])('the unpublished $table', ({ table, path, drafts, owner, give }) => {
  it('are counted by the index of unpublished records', async () => {
    const scan = { list: LISTS[table], where: isListed(table, DRAFTS) }
    const plan = await explain(test.url, (db) => countScanned(db, scan))
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${table}_not_public`))
    expect(plan).toMatch(new RegExp(`Index Cond: .*publish_status.* AND .*${owner}`))
  })

  it('of their owner are read by three queries in one snapshot', async () => {
    const { key, userId } = await makeApiKey(test.db)
    await give(userId).execute(test.db)
    const app = await testApp(recorded)
    recorded.statements.length = 0
    const headers = { authorization: `Bearer ${key}` }
    const response = await send(app, { path: `${path}?publish_status=draft`, headers })
    await app.close()
    expect(response.json()['count']).toBe(drafts)
    // Maintenance of the offset index uses the same pool.
    const isOfRecords = new RegExp(`^\\s*(select|with) [^]*from "${table}"`, 'i')
    expect(recorded.statements.filter((text) => isOfRecords.test(text))).toEqual([
      expect.stringMatching(new RegExp(`^select "id" from "${table}" [^]* limit`)),
      expect.stringMatching(/^select count/),
      expect.stringMatching(/^select \* from \(\s*WITH RECURSIVE page /),
    ])
    expect(recorded.statements).toContainEqual(expect.stringMatching(/repeatable read.*read only/))
  })
})
