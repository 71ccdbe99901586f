import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countUnpublishedArtworks } from '../../src/artworks/artwork-queries.ts'
import type { Database } from '../../src/database/tables.ts'
import { countUnpublishedEvents } from '../../src/events/event-queries.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { explain } from '../support/explain.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'
import { makeArtworkCatalogue, makeEventCatalogue } from './catalogue.ts'

// The queries for records that only their author sees. The public ones are in test/read-model/query-plans.test.ts.

const test = useDatabase()
let recorded: RecordedDatabase

beforeAll(async () => {
  await makeArtworkCatalogue(test.db)
  await makeEventCatalogue(test.db)
  for (const table of ['artworks', 'events']) {
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(test.db)
  }
  recorded = recordDatabase(test.url)
})

afterAll(() => recorded?.db.destroy())

const DRAFTS = {
  status: 'draft',
  viewer: { userId: '00000000-0000-4000-8000-000000000000', scopes: [] },
} as const

describe.each([
  {
    table: 'artworks',
    path: '/marketplace-artworks/',
    drafts: 4,
    count: (db: Kysely<Database>) => countUnpublishedArtworks(db, DRAFTS),
  },
  {
    table: 'events',
    path: '/events/',
    drafts: 1,
    count: (db: Kysely<Database>) => countUnpublishedEvents(db, DRAFTS),
  },
])('the unpublished $table', ({ table, path, drafts, count }) => {
  it('are counted by the index of unpublished records', async () => {
    const plan = await explain(test.url, count)
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${table}_not_public`))
    expect(plan).toMatch(/Index Cond: .*publish_status.* AND .*author_id/)
  })

  it('of an author are read by three queries in one snapshot', async () => {
    const { key, userId } = await makeApiKey(test.db)
    await sql`UPDATE ${sql.table(table)} SET author_id = ${userId}`.execute(test.db)
    const app = await testApp(recorded)
    recorded.statements.length = 0
    const headers = { authorization: `Bearer ${key}` }
    const response = await send(app, { path: `${path}?publish_status=draft`, headers })
    await app.close()
    expect(response.json()['count']).toBe(drafts)
    // Maintenance of the offset index uses the same pool.
    const isOfRecords = new RegExp(`^\\s*select [^]*from "${table}"`, 'i')
    expect(recorded.statements.filter((text) => isOfRecords.test(text))).toEqual([
      expect.stringMatching(new RegExp(`^select "id" from "${table}" .* limit`)),
      expect.stringMatching(/^select count/),
      expect.stringMatching(new RegExp(`^\\s*SELECT "${table}"."id" AS id, `)),
    ])
    expect(recorded.statements).toContainEqual(expect.stringMatching(/repeatable read.*read only/))
  })
})
