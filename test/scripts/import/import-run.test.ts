import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { withSourceLock } from '../../../scripts/import/import-plan.ts'
import { useDatabase } from '../../support/database.ts'
import { useFiles } from './support/files.ts'
import { importInto, type Imported } from './support/import-into.ts'
import { rowVersions } from './support/row-versions.ts'
import { catalogueDigest } from './support/stored-works.ts'
import { carnegieArtist, carnegieWork } from './support/works.ts'

const test = useDatabase()
const files = useFiles()

function importWorks(file: string, signal?: AbortSignal): Promise<Imported> {
  return importInto(test.db, { kind: 'carnegie', file }, signal)
}

beforeEach(async () => {
  await sql`TRUNCATE artwork_sources, artist_sources, artworks, artists CASCADE`.execute(test.db)
  await sql`DELETE FROM artwork_images WHERE id <> 1`.execute(test.db)
})

describe('a file of many rows', () => {
  /** 750 works, so two batches, of 40 artists; the database rejects every 250th. */
  const works = Array.from({ length: 750 }, (_, index) =>
    carnegieWork(`w${index}`, {
      title: index % 250 === 7 ? 'x'.repeat(2_000) : `Work ${index}`,
      creator: [carnegieArtist(`p${index % 40}`, { nationality: `Nation ${index % 3}` })],
    }),
  )
  const expected = { read: 750, imported: 747, unchanged: 0, rejected: 3 }

  it('changes nothing the second time', async () => {
    const file = files.ndjson(...works)
    expect((await importWorks(file)).counts).toEqual([expected])
    const versions = await rowVersions(test.db)
    const second = await importWorks(file)
    expect(second.counts).toEqual([{ ...expected, imported: 0, unchanged: 747 }])
    expect(await rowVersions(test.db)).toEqual(versions)
  })

  it('is finished by the next run when it is interrupted', async () => {
    const file = files.ndjson(...works)
    await importWorks(file)
    const uninterrupted = await catalogueDigest(test.db)
    await sql`TRUNCATE artwork_sources, artist_sources, artworks, artists CASCADE`.execute(test.db)
    await sql`DELETE FROM artwork_images WHERE id <> 1`.execute(test.db)

    const interruption = new AbortController()
    const stopped = importInto(test.db, { kind: 'carnegie', file }, interruption.signal, () =>
      interruption.abort(),
    )
    await expect(stopped).rejects.toThrow(
      'Interrupted after 500 of 750 rows. What was imported stays; run the same command again to finish.',
    )
    expect(await countWorks()).toBe(498)
    const { counts } = await importWorks(file)
    expect(counts).toEqual([{ read: 750, imported: 249, unchanged: 498, rejected: 3 }])
    expect(await catalogueDigest(test.db)).toBe(uninterrupted)
  })

  it('is finished by the next run when the database goes away', async () => {
    const file = files.ndjson(...works)
    const killed = importInto(test.db, { kind: 'carnegie', file }, undefined, killImport)
    await expect(killed).rejects.toThrow()
    expect(await countWorks()).toBe(498)
    expect((await importWorks(file)).counts).toMatchObject([{ imported: 249, unchanged: 498 }])
  })

  it('rejects a second import of the source at the same time', async () => {
    const file = files.ndjson(...works.slice(0, 7))
    await withSourceLock(test.db, 'carnegie', async () => {
      await expect(importWorks(file)).rejects.toThrow(/^Another import of carnegie is running/)
      expect(await countWorks()).toBe(0)
    })
    await importWorks(file)
    expect(await countWorks()).toBe(7)
  })
})

describe('an id that comes again in one file', () => {
  it('is unchanged when the row is the same, and rejected when it differs', async () => {
    const first = carnegieWork('w1')
    const other = carnegieWork('w1', { title: 'Other' })
    const { counts, rejected } = await importWorks(files.ndjson(first, first, other))
    expect(counts).toEqual([{ read: 3, imported: 1, unchanged: 1, rejected: 1 }])
    expect(rejected).toEqual([
      { line: 3, externalId: 'w1', reason: 'differs from line 1, of the same id' },
    ])
  })

  it('counts for nothing when the first row was rejected', async () => {
    const bad = carnegieWork('w1', { title: 'x'.repeat(2_000) })
    const { counts } = await importWorks(files.ndjson(bad, bad, carnegieWork('w1')))
    expect(counts).toEqual([{ read: 3, imported: 1, unchanged: 0, rejected: 2 }])
  })
})

describe('lines that are no rows, or no good ones', () => {
  it('takes CR LF, a byte order mark, blank lines and a last line without an end', async () => {
    const [one, two] = [carnegieWork('w1'), carnegieWork('w2')].map((work) => JSON.stringify(work))
    const { counts } = await importWorks(files.write(`\uFEFF${one}\r\n\r\n \n${two}`))
    expect(counts).toEqual([{ read: 2, imported: 2, unchanged: 0, rejected: 0 }])
  })

  it('rejects a line alone, whatever is wrong with it', async () => {
    const file = files.write(
      Buffer.concat([
        Buffer.from(`${JSON.stringify(carnegieWork('w1'))}\n{"id": "w2"\n[1]\nnull\n7\n{}\n`),
        Buffer.from([0x22, 0xff, 0x22, 0x0a]),
        Buffer.from(`{"id":"${'x'.repeat(1_100_000)}"}\n`),
        Buffer.from(`${JSON.stringify(carnegieWork('w3'))}\n`),
      ]),
    )
    const { counts, rejected } = await importWorks(file)
    expect(counts).toEqual([{ read: 9, imported: 2, unchanged: 0, rejected: 7 }])
    expect(rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: the line is not valid JSON',
      '3: the line is JSON, but not an object',
      '4: the line is JSON, but not an object',
      '5: the line is JSON, but not an object',
      '6: id is missing',
      '7: the line is not valid UTF-8',
      '8: the line is longer than 1 MiB',
    ])
  })
})

describe('the counts', () => {
  const id = fc.constantFrom('w1', 'w2', 'w3', 'w4', 'w5', 'w6')
  const title = fc.constantFrom('A', 'B', 'a\0b', 'x'.repeat(1_001), null)
  const height = fc.constantFrom(0, 3, -1, 1e9, 'tall')
  const row = fc
    .tuple(id, title, height)
    .map(([workId, name, size]) => carnegieWork(workId, { title: name, item_height: size }))
    .map((work) => JSON.stringify(work))
  const lines = fc.array(fc.oneof({ weight: 5, arbitrary: row }, fc.constantFrom('{', '[]', '')))

  it('always add up, and a second run imports no stored row', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (content) => {
        await sql`TRUNCATE artwork_sources, artworks CASCADE`.execute(test.db)
        const all = [JSON.stringify(carnegieWork('good')), ...content]
        const file = files.write(all.join('\n'), 'property.ndjson')
        const [first, second] = [await importWorks(file), await importWorks(file)]
        expectSum(first, all)
        expectSum(second, all)
        expect(second.counts[0]).toMatchObject({
          imported: 0,
          unchanged: (first.counts[0]?.imported ?? 0) + (first.counts[0]?.unchanged ?? 0),
        })
        expect(second.rejected.map(key)).toEqual(first.rejected.map(key))
        expect(await countWorks()).toBe(first.counts[0]?.imported)
      }),
      { numRuns: 15 },
    )
  })
})

async function countWorks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM artworks`.execute(test.db)
  return rows[0]?.n ?? 0
}

function expectSum({ counts: [counts], rejected }: Imported, all: readonly string[]): void {
  const { read = 0, imported = 0, unchanged = 0, rejected: count = 0 } = counts ?? {}
  expect(read).toBe(all.filter((line) => line.trim() !== '').length)
  expect(imported + unchanged + count).toBe(read)
  expect(rejected).toHaveLength(count)
  expect(new Set(rejected.map(({ line }) => line)).size).toBe(count)
}

function key({ line, reason }: { line: number; reason: string }): string {
  return `${line}: ${reason}`
}

async function killImport(): Promise<void> {
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  `.execute(test.db)
}
