import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeArtworkCatalogue, PUBLIC_ARTWORKS } from '../list/catalogue.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { explain } from '../support/explain.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'
import { countUnpublishedArtworks } from '../../src/artworks/artwork-queries.ts'

// What the public reads is told by src/reading, whose plans test/reading has. This is of what is made
// first, and of what only its author sees.

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
  recorded.statements.filter((text) => /^select [^]*from "(artworks|galleries|artists)"/.test(text))

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
  it.each([1, 18, 100])('makes %d records by three queries, and only once', async (limit) => {
    await sql`UPDATE artworks SET units = units`.execute(test.db)
    const app = await testApp(recorded)
    const path = `/marketplace-artworks/?limit=${limit}`
    recorded.statements.length = 0
    const answer = await send(app, { path })
    expect((answer.json()['results'] as unknown[]).length).toBe(Math.min(limit, PUBLIC_ARTWORKS))
    expect(ofRecords()).toHaveLength(3)
    expect(recorded.statements).toContainEqual(expect.stringMatching(/repeatable read.*read only/))
    expect(recorded.statements).toContainEqual(expect.stringMatching(/^\s*WITH made/))
    recorded.statements.length = 0
    expect((await send(app, { path: `${path}&format=json` })).json()['results']).toEqual(
      answer.json()['results'],
    )
    expect(ofRecords()).toEqual([])
    await app.close()
  })

  it("takes an author's own ids first, then three queries, from one snapshot", async () => {
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
    const [ids, ...others] = ofRecords()
    expect(ids).toMatch(/^select "id" from "artworks" .* limit/)
    expect(others.filter((text) => text.startsWith('select count(*)'))).toHaveLength(1)
    expect(others).toHaveLength(4)
    expect(recorded.statements).toContainEqual(expect.stringMatching(/repeatable read.*read only/))
  })
})
