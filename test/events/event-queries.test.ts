import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectEventIds, type EventSortKey } from '../../src/events/event-queries.ts'
import { parseOrdering } from '../../src/list/ordering.ts'
import { document } from '../contract/document.ts'
import { makeEventCatalogue, PUBLIC_EVENTS } from '../list/catalogue.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { explain } from '../support/explain.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'

const test = useDatabase()
let recorded: RecordedDatabase
const orderings = document.components.schemas['EventOrdering']
  ?.enum as `${'-' | ''}${EventSortKey}`[]

/** What everybody lists. */
const PUBLIC = { status: 'published', viewer: undefined }

beforeAll(async () => {
  await makeEventCatalogue(test.db)
  await sql`VACUUM ANALYZE events`.execute(test.db)
  recorded = recordDatabase(test.url)
})

afterAll(() => recorded?.db.destroy())

describe('selectEventIds', () => {
  it.each(orderings)('reads %s from its index alone, without sorting', async (ordering) => {
    const plan = await explain(test.url, (db) =>
      selectEventIds(db, PUBLIC, parseOrdering(ordering), 18, 0),
    )
    expect(plan).toContain('Index Only Scan')
    expect(plan).not.toContain('Sort')
    expect(plan).not.toContain('Filter')
  })
})

describe('GET /api/v1/events/', () => {
  it.each([1, 18, 100])('takes ids first, then two queries, for %d records', async (limit) => {
    const app = await testApp(recorded.db)
    recorded.statements.length = 0
    const answer = await send(app, { path: `/events/?limit=${limit}` })
    await app.close()
    expect((answer.json()['results'] as unknown[]).length).toBe(Math.min(limit, PUBLIC_EVENTS))
    const selects = recorded.statements.filter((text) => text.startsWith('select'))
    expect(selects[0]).toMatch(/^select "id" from "events" .* limit/)
    expect(selects.slice(1).filter((text) => !text.startsWith('select count(*)'))).toHaveLength(2)
    expect(selects.filter((text) => text.startsWith('select count(*)'))).toHaveLength(1)
  })

  it('reads everything from one snapshot that cannot write', async () => {
    const app = await testApp(recorded.db)
    recorded.statements.length = 0
    await send(app, { path: '/events/' })
    await app.close()
    const [begin, ...others] = recorded.statements
    expect(begin).toMatch(/repeatable read.*read only/)
    expect(others.at(-1)).toBe('commit')
  })
})
