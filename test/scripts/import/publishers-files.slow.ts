import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../../src/config.ts'
import type { ImportRequest } from '../../../scripts/import/plan-import.ts'
import { isNightly } from '../../support/amount.ts'
import { useDatabase } from '../../support/database.ts'
import { useFiles } from './support/files.ts'
import { importInto } from './support/import-into.ts'
import { rowVersions } from './support/row-versions.ts'
import { storedWorks } from './support/stored-works.ts'

/** The publishers' own files, beside the project and not part of it. */
const DATA = path.resolve(projectRoot(), '../shared/data')
const test = useDatabase()
const files = useFiles()

function file(name: string): string {
  return path.join(DATA, name)
}

/** The works of a museum; on a commit, so many of them, because all take most of a minute. */
const WORKS = 600

function worksOf(name: string): string {
  if (isNightly) return file(name)
  const lines = gunzipSync(readFileSync(file(name)))
    .toString()
    .split('\n')
  return files.write(`${lines.slice(0, WORKS).join('\n')}\n`, `${path.dirname(name)}.ndjson`)
}

const REQUESTS: Readonly<Record<string, () => ImportRequest>> = {
  carnegie: () => ({ kind: 'carnegie', file: worksOf('carnegie/works.ndjson.gz') }),
  tate: () => ({ kind: 'tate', file: worksOf('tate/artworks.ndjson.gz') }),
  exhibitions: () => ({
    kind: 'exhibitions',
    file: file('exhibitions/exhibitions.csv'),
    museumsFile: file('exhibitions/museums.csv'),
  }),
  rates: () => ({ kind: 'rates', file: file('rates/eurofxref-hist.csv') }),
}
const RATES_OF_ONE_DAY: ImportRequest = { kind: 'rates', file: file('rates/eurofxref.csv') }

const title = existsSync(DATA) ? "the publishers' files" : `the publishers' files (no ${DATA})`

describe.skipIf(!existsSync(DATA))(title, () => {
  it.each([
    ['carnegie', isNightly ? [2_175, 5_651] : [420, WORKS]],
    ['tate', isNightly ? [1_480, 6_087] : [54, WORKS]],
    ['exhibitions', [181, 118, 700]],
    ['rates', [581]],
  ])('are imported once: %s', async (name, expected) => {
    const request = REQUESTS[name]?.() as ImportRequest
    const first = await importInto(test.db, request)
    const counts = { unchanged: 0, rejected: 0 }
    expect(first.counts).toEqual(expected.map((read) => ({ ...counts, read, imported: read })))
    const versions = await rowVersions(test.db)
    const known: readonly (readonly [ImportRequest, readonly number[]])[] = [
      [request, expected],
      ...(name === 'rates' ? [[RATES_OF_ONE_DAY, [1]] as const] : []),
    ]
    for (const [again, reads] of known) {
      const { counts: unchanged } = await importInto(test.db, again)
      expect(unchanged).toEqual(
        reads.map((read) => ({ read, imported: 0, unchanged: read, rejected: 0 })),
      )
    }
    expect(await rowVersions(test.db)).toEqual(versions)
  })

  it('give Carnegie works in inches, some from before our era', async () => {
    const works = await storedWorks(test.db, 'carnegie')
    expect(works['cmoa:things/000d3d84-fa50-4d4f-a42f-8bcb305a15ea']).toMatchObject({
      title: 'Rockport Landscape - Gloucester area',
      units: 'inch',
      size_h: 14.25,
      size_w: 19.25,
      size_d: null,
      year_of_creation: 1938,
      artists: ['Samuel Rosenberg (American, 1896–1972)'],
    })
    const years = Object.values(works).map(({ year_of_creation }) => year_of_creation ?? 0)
    expect(years.filter((year) => year < 0)).toHaveLength(isNightly ? 12 : 1)
    expect(Math.min(...years)).toBe(isNightly ? -1_300 : -206)
  })

  it("give Tate's landscapes wider than high", async () => {
    const works = await storedWorks(test.db, 'tate')
    expect(works['A00006']).toMatchObject({ units: 'centimeter', size_h: 24, size_w: 33.8 })
    const wider = Object.values(works).filter(({ size_h, size_w }) => (size_w ?? 0) > (size_h ?? 0))
    expect(wider.length).toBeGreaterThan(isNightly ? 2_000 : 100)
  })

  it('give exhibitions at venues with coordinates, and venues for the others', async () => {
    const { rows } = await sql<{ located: number; unlocated: number; countries: number }>`
      SELECT count(latitude) AS located, count(*) - count(latitude) AS unlocated,
        count(DISTINCT country_code) AS countries FROM events`.execute(test.db)
    expect(rows).toEqual([{ located: 401, unlocated: 299, countries: 11 }])
  })

  it('convert a price by the rate of the European Central Bank', async () => {
    await sql`
      UPDATE artworks SET price = 100, price_currency = 'CAD', price_display = 'show price'
      WHERE id = (SELECT min(id) FROM artworks)`.execute(test.db)
    const { rows } = await sql`
      SELECT price_eur, price_usd FROM artwork_prices ORDER BY artwork_id LIMIT 1`.execute(test.db)
    expect(rows).toEqual([{ price_eur: '61.82', price_usd: '72.23' }])
  })
})
