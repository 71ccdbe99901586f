import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEventCatalogue } from '../lists/catalogue.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { explain } from '../support/explain.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'
import { countUnpublishedEvents } from '../../src/events/event-queries.ts'

// What the public reads is told by src/reading, whose plans test/reading has. This is of what only its
// author sees.

const test = useDatabase()
let recorded: RecordedDatabase

beforeAll(async () => {
  await makeEventCatalogue(test.db)
  await sql`VACUUM ANALYZE events`.execute(test.db)
  recorded = recordDatabase(test.url)
})

afterAll(() => recorded?.db.destroy())

/** What was asked for records, and not by the keeper of the waypoints, who uses the pool as well. */
const ofRecords = (): string[] =>
  recorded.statements.filter((text) => /^\s*select [^]*from "events"/i.test(text))

describe('countUnpublishedEvents', () => {
  it('reads the index of what is not public', async () => {
    const viewer = { userId: '00000000-0000-4000-8000-000000000000', scopes: [] }
    const plan = await explain(test.url, (db) =>
      countUnpublishedEvents(db, { status: 'draft', viewer }),
    )
    expect(plan).toMatch(/Index (Only )?Scan using events_not_public/)
    expect(plan).toMatch(/Index Cond: .*publish_status.* AND .*author_id/)
  })
})

describe('GET /api/v1/events/', () => {
  it("takes three queries for an author's own, from one snapshot", async () => {
    const author = await makeApiKey(test.db)
    await sql`UPDATE events SET author_id = ${author.userId}`.execute(test.db)
    const app = await testApp(recorded)
    recorded.statements.length = 0
    const answer = await send(app, {
      path: '/events/?publish_status=draft',
      headers: { authorization: `Bearer ${author.key}` },
    })
    await app.close()
    expect(answer.json()['count']).toBe(1)
    expect(ofRecords()).toEqual([
      expect.stringMatching(/^select "id" from "events" .* limit/),
      expect.stringMatching(/^select count/),
      expect.stringMatching(/^\s*SELECT "events"."id" AS id, /),
    ])
    expect(recorded.statements).toContainEqual(expect.stringMatching(/repeatable read.*read only/))
  })
})
