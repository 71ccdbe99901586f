import { sql, type Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hasOtherRecords } from '../../../scripts/demo/demo-load-queries.ts'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import type { Database } from '../../../src/database/tables.ts'
import { useDatabase } from '../../support/database.ts'
import { dumpDatabase } from './database-dump.ts'

const atOnce = useDatabase()
const again = useDatabase()
const grown = useDatabase()
const interrupted = useDatabase()
const bulk = useDatabase()

const SMALL = { artworks: 250, events: 60 }
const FULL = { artworks: 600, events: 120 }

describe('loadDemoCatalogue', () => {
  it('loads the same data for the same numbers', async () => {
    expect(await loadDemoCatalogue(atOnce.url, FULL)).toEqual(FULL)
    expect(await hasOtherRecords(atOnce.url)).toBe(false)
    await loadDemoCatalogue(again.url, FULL)
    expect(await dumpDatabase(again.url)).toEqual(await dumpDatabase(atOnce.url))
  })

  it('adds nothing to an equal or larger catalogue', async () => {
    const before = await dumpDatabase(atOnce.url)
    for (const size of [FULL, SMALL, { artworks: 0, events: 0 }]) {
      expect(await loadDemoCatalogue(atOnce.url, size)).toEqual({ artworks: 0, events: 0 })
    }
    expect(await dumpDatabase(atOnce.url)).toEqual(before)
  })

  it('grows to the same data as if loaded at once', async () => {
    await loadDemoCatalogue(grown.url, { artworks: 0, events: 7 })
    await loadDemoCatalogue(grown.url, { artworks: 251, events: 0 })
    const { artworks, events } = FULL
    expect(await loadDemoCatalogue(grown.url, FULL)).toEqual({
      artworks: artworks - 251,
      events: events - 7,
    })
    expect(await dumpDatabase(grown.url)).toEqual(await dumpDatabase(atOnce.url))
  })

  it('continues an interrupted load', async () => {
    const interruption = new AbortController()
    const load = loadDemoCatalogue(interrupted.url, {
      ...FULL,
      batchSize: 100,
      signal: interruption.signal,
      onProgress: (done) => {
        if (done >= 320) interruption.abort(new Error('Interrupted'))
      },
    })
    await expect(load).rejects.toThrow('Interrupted')
    const { artworks } = await loadDemoCatalogue(interrupted.url, FULL)
    expect(artworks).toBeGreaterThan(0)
    expect(artworks).toBeLessThan(FULL.artworks)
    expect(await dumpDatabase(interrupted.url)).toEqual(await dumpDatabase(atOnce.url))
  })

  it('loads the same data in one transaction, and keeps every index and constraint', async () => {
    const before = await definitions(bulk.db)
    await loadDemoCatalogue(bulk.url, SMALL)
    const { artworks } = await loadDemoCatalogue(bulk.url, { ...FULL, bulkFrom: 500 })
    expect(artworks).toBe(FULL.artworks - SMALL.artworks)
    expect(await dumpDatabase(bulk.url)).toEqual(await dumpDatabase(atOnce.url))
    expect(await definitions(bulk.db)).toEqual(before)
  })

  it('leaves nothing of an interrupted transaction', async () => {
    const before = await definitions(bulk.db)
    const load = loadDemoCatalogue(bulk.url, {
      artworks: 1_300,
      events: FULL.events,
      batchSize: 100,
      bulkFrom: 500,
      onProgress: (done) => {
        if (done >= 1_000) throw new Error('Interrupted')
      },
    })
    await expect(load).rejects.toThrow('Interrupted')
    const { rows } = await sql`SELECT count(*) FROM artworks`.execute(bulk.db)
    expect(rows).toEqual([{ count: FULL.artworks }])
    expect(await definitions(bulk.db)).toEqual(before)
  })

  it('reports its progress', async () => {
    const seen: string[] = []
    await loadDemoCatalogue(atOnce.url, {
      ...FULL,
      onProgress: (done, total) => seen.push(`${done}/${total}`),
    })
    expect(seen).toEqual(['120/720', '720/720'])
  })
})

async function definitions(db: Kysely<Database>): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT tablename, indexname, indexdef, NULL FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1, 2, 3`.execute(db)
  return rows
}
