import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectArtworkIds, type ArtworkSortKey } from '../../src/artworks/artwork-queries.ts'
import { parseOrdering } from '../../src/list/ordering.ts'
import { document } from '../contract/document.ts'
import { makeArtworkCatalogue, PUBLIC_ARTWORKS } from '../list/catalogue.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { explain } from '../support/explain.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'

const test = useDatabase()
let recorded: RecordedDatabase
const orderings = document.components.schemas['ArtworkOrdering']
  ?.enum as `${'-' | ''}${ArtworkSortKey}`[]

/** What everybody lists. */
const PUBLIC = { status: 'published', viewer: undefined }

beforeAll(async () => {
  await makeArtworkCatalogue(test.db)
  await sql`VACUUM ANALYZE artworks`.execute(test.db)
  recorded = recordDatabase(test.url)
})

afterAll(() => recorded?.db.destroy())

describe('selectArtworkIds', () => {
  it.each(orderings)('reads %s from its index alone, without sorting', async (ordering) => {
    const plan = await explain(test.url, (db) =>
      selectArtworkIds(db, PUBLIC, parseOrdering(ordering), 18, 0),
    )
    expect(plan).toContain('Index Only Scan')
    expect(plan).not.toContain('Sort')
    expect(plan).not.toContain('Filter')
  })
})

describe('GET /api/v1/marketplace-artworks/', () => {
  it.each([1, 18, 100])('takes ids first, then three queries, for %d records', async (limit) => {
    const app = await testApp(recorded.db)
    recorded.statements.length = 0
    const answer = await send(app, { path: `/marketplace-artworks/?limit=${limit}` })
    await app.close()
    expect((answer.json()['results'] as unknown[]).length).toBe(Math.min(limit, PUBLIC_ARTWORKS))
    const selects = recorded.statements.filter((text) => text.startsWith('select'))
    expect(selects[0]).toMatch(/^select "id" from "artworks" .* limit/)
    expect(selects.slice(1).filter((text) => !text.startsWith('select count(*)'))).toHaveLength(3)
    expect(selects.filter((text) => text.startsWith('select count(*)'))).toHaveLength(1)
  })

  it('reads everything from one snapshot that cannot write', async () => {
    const app = await testApp(recorded.db)
    recorded.statements.length = 0
    await send(app, { path: '/marketplace-artworks/' })
    await app.close()
    const [begin, ...others] = recorded.statements
    expect(begin).toMatch(/repeatable read.*read only/)
    expect(others.at(-1)).toBe('commit')
  })
})
