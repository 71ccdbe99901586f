import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { withSourceLock } from '../../../scripts/files/import-plan.ts'
import { useDatabase } from '../../support/database.ts'
import { useFiles } from './support/files.ts'
import { importInto, type Imported } from './support/import-into.ts'
import { rowVersions } from './support/row-versions.ts'
import { carnegieArtist, carnegieWork } from './support/works.ts'

const test = useDatabase()
const files = useFiles()

/** The counts are those of the works. */
async function importWorks(
  file: string,
  signal?: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<Pick<Imported, 'rejected'> & { counts: Imported['counts'][number] | undefined }> {
  const imported = await importInto(test.db, { kind: 'carnegie', file }, signal, onProgress)
  return { ...imported, counts: imported.counts.at(-1) }
}

const clear = () =>
  sql`TRUNCATE artwork_sources, artist_sources, artworks, artists CASCADE`.execute(test.db)

beforeEach(clear)

describe('a file of many rows', () => {
  /** 450 works, so three groups, of 40 artists; every 150th is invalid. */
  const works = Array.from({ length: 450 }, (_, index) =>
    carnegieWork(`w${index}`, {
      title: `Work ${index}`,
      item_height: index % 150 === 7 ? -1 : 3,
      creator: [carnegieArtist(`p${index % 40}`, { nationality: `Nation ${index % 3}` })],
    }),
  )
  const expected = { read: 450, imported: 447, unchanged: 0, rejected: 3 }
  const after = (count: number, work: () => unknown) => (done: number) =>
    void (done === count && work())

  it('changes nothing the second time', async () => {
    const file = files.ndjson(...works)
    expect((await importWorks(file)).counts).toEqual(expected)
    const versions = await rowVersions(test.db)
    expect((await importWorks(file)).counts).toEqual({ ...expected, imported: 0, unchanged: 447 })
    expect(await rowVersions(test.db)).toEqual(versions)
  })

  it('is finished by the next run when the database goes away', async () => {
    const file = files.ndjson(...works)
    await expect(importWorks(file, undefined, after(200, killImport))).rejects.toThrow()
    // Its connection, which has the lock of the source, may end later than the import.
    await expect.poll(killImport).toBe(0)
    // The group that is being written ends with its transaction.
    const stored = await countWorks()
    expect([198, 397]).toContain(stored)
    expect((await importWorks(file)).counts).toMatchObject({
      imported: 447 - stored,
      unchanged: stored,
    })
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

describe('what people have changed', () => {
  it('stays, of a work that the publisher has changed the price, the state and the gallery', async () => {
    await importWorks(files.ndjson(carnegieWork('w1'), carnegieWork('w2')))
    await sql`UPDATE artworks SET title = 'Corrected', publish_status = 'archived', price = 5,
      price_display = 'show price'`.execute(test.db)
    await importWorks(files.ndjson(carnegieWork('w1'), carnegieWork('w2', { medium: 'ink' })))
    const { rows } = await sql`
      SELECT title, medium, publish_status, price_display FROM artworks ORDER BY id`.execute(
      test.db,
    )
    const kept = { publish_status: 'archived', price_display: 'show price' }
    expect(rows).toEqual([
      { title: 'Corrected', medium: 'crayon on paper', ...kept },
      { title: 'Rockport Landscape', medium: 'ink', ...kept },
    ])
  })

  it('is a new work where it was deleted', async () => {
    const file = files.ndjson(carnegieWork('w1'), carnegieWork('w2'))
    await importWorks(file)
    await sql`DELETE FROM artworks WHERE id = (SELECT min(id) FROM artworks)`.execute(test.db)
    expect((await importWorks(file)).counts).toMatchObject({ imported: 1, unchanged: 1 })
  })
})

describe('lines that are no rows, or no good ones', () => {
  it('takes CR LF, a byte order mark, blank lines and a last line without an end', async () => {
    const [one, two] = [carnegieWork('w1'), carnegieWork('w2')].map((work) => JSON.stringify(work))
    const { counts } = await importWorks(files.write(`\uFEFF${one}\r\n\r\n \n${two}`))
    expect(counts).toEqual({ read: 2, imported: 2, unchanged: 0, rejected: 0 })
  })

  it('rejects a line alone, whatever is wrong with it', async () => {
    const first = JSON.stringify(carnegieWork('w1'))
    const file = files.write(
      Buffer.concat([
        Buffer.from(`${first}\n{"id": "w2"\n[1]\n{}\n`),
        Buffer.from([0x22, 0xff, 0x22, 0x0a]),
        Buffer.from(`{"id":"${'x'.repeat(1_100_000)}"}\n${first}\n`),
      ]),
    )
    const { counts, rejected } = await importWorks(file)
    expect(counts).toEqual({ read: 7, imported: 1, unchanged: 0, rejected: 6 })
    expect(rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      expect.stringMatching(/^2: It is not JSON/),
      '3: It must be an object.',
      '4: id is missing',
      expect.stringMatching(/^5: .*UTF-8/),
      '6: the line is longer than 1 MiB',
      '7: is the same record as line 1',
    ])
  })
})

describe('the counts', () => {
  const id = fc.constantFrom('w1', 'w2', 'w3', 'w4', 'w5', 'w6')
  const height = fc.constantFrom(0, 3, -1, 1e9, 'tall')
  const row = fc
    .tuple(id, height)
    .map(([workId, size]) => JSON.stringify(carnegieWork(workId, { item_height: size })))
  const lines = fc.array(fc.oneof({ weight: 5, arbitrary: row }, fc.constantFrom('{', '[]', '')))

  it('always add up, and a second run imports no stored row', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (content) => {
        await clear()
        const all = [JSON.stringify(carnegieWork('good')), ...content]
        const file = files.write(all.join('\n'), 'property.ndjson')
        const [first, second] = [await importWorks(file), await importWorks(file)]
        for (const { counts, rejected } of [first, second]) {
          const { read = 0, imported = 0, unchanged = 0, rejected: count = 0 } = counts ?? {}
          expect(read).toBe(all.filter((line) => line.trim() !== '').length)
          expect(imported + unchanged + count).toBe(read)
          expect(new Set(rejected.map(({ line }) => line)).size).toBe(count)
        }
        expect(second.counts).toMatchObject({ imported: 0, unchanged: first.counts?.imported })
        expect(second.rejected).toEqual(first.rejected)
        expect(await countWorks()).toBe(first.counts?.imported)
      }),
      { numRuns: 15 },
    )
  })
})

async function countWorks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM artworks`.execute(test.db)
  return rows[0]?.n ?? 0
}

/** @returns the number of connections that it ends. */
async function killImport(): Promise<number> {
  const { rows } = await sql`
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  `.execute(test.db)
  return rows.length
}
