import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeArtworkCatalogue } from '../lists/catalogue.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { explain } from '../support/explain.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'
import { countUnpublishedArtworks } from '../../src/artworks/artwork-queries.ts'

// What the public reads is told by src/reading, whose plans test/reading has. This is of what only its
// author sees.

const test = useDatabase()
let recorded: RecordedDatabase

beforeAll(async () => {
  await makeArtworkCatalogue(test.db)
  await sql`VACUUM ANALYZE artworks`.execute(test.db)
  recorded = recordDatabase(test.url)
})

afterAll(() => recorded?.db.destroy())

/** What was asked for records, and not by the keeper of the waypoints, who uses the pool as well. */
const ofRecords = (): string[] =>
  recorded.statements.filter((text) => /^\s*select [^]*from "artworks"/i.test(text))

describe('countUnpublishedArtworks', () => {
  it('reads the index of what is not public', async () => {
    const viewer = { userId: '00000000-0000-4000-8000-000000000000', scopes: [] }
    const plan = await explain(test.url, (db) =>
      countUnpublishedArtworks(db, { status: 'draft', viewer }),
    )
    expect(plan).toMatch(/Index (Only )?Scan using artworks_not_public/)
    expect(plan).toMatch(/Index Cond: .*publish_status.* AND .*author_id/)
  })
})

describe('GET /api/v1/marketplace-artworks/', () => {
  it("takes three queries for an author's own, from one snapshot", async () => {
    const author = await makeApiKey(test.db)
    await sql`UPDATE artworks SET author_id = ${author.userId}`.execute(test.db)
    const app = await testApp(recorded)
    recorded.statements.length = 0
    const answer = await send(app, {
      path: '/marketplace-artworks/?publish_status=draft',
      headers: { authorization: `Bearer ${author.key}` },
    })
    await app.close()
    expect(answer.json()['count']).toBe(4)
    expect(ofRecords()).toEqual([
      expect.stringMatching(/^select "id" from "artworks" .* limit/),
      expect.stringMatching(/^select count/),
      expect.stringMatching(/^\s*SELECT "artworks"."id" AS id, /),
    ])
    expect(recorded.statements).toContainEqual(expect.stringMatching(/repeatable read.*read only/))
  })
})
