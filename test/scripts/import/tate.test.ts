import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { useFiles } from './support/files.ts'
import { importInto, type Imported } from './support/import-into.ts'
import { storedWorks, type StoredWork } from './support/stored-works.ts'
import { tateArtist, tateWork } from './support/works.ts'

const test = useDatabase()
const files = useFiles()

const WORKS = {
  swapped: {},
  unswapped: { dimensions: 'support: 338 x 240 mm' },
  shifted: { width: '2083', height: '914', dimensions: '1346 x 2083 x 914 mm' },
  framed: {
    width: '762',
    height: '1118',
    depth: '25',
    dimensions: 'support: 762 x 1118 x 25 mm\r\nframe: 1105 x 1458 x 145 mm',
  },
  unwritten: { dimensions: null },
  otherUnit: { dimensions: 'support: 9 1/2 x 13 inches' },
  words: {
    width: '(left):',
    height: '760',
    depth: '564',
    dimensions: 'support (left): 760 x 564 mm',
  },
  unmeasured: { width: '', height: '', units: '', dimensions: 'each: 2135 x 2135 x 33 mm' },
  tenths: { width: '12.3', height: '33.5', dimensions: 'image: 12.3 x 33.5 mm' },
  yearText: { dateRange: { startYear: '2007', text: '2007' } },
  yearWords: { dateRange: { startYear: 'no date', text: 'no date' } },
  undated: { dateRange: null, thumbnailUrl: null, title: '' },
  unclassified: { classification: null },
  block: { classification: 'block for printing' },
  namesakes: { contributors: [tateArtist(3), tateArtist(4, { date: 'born 1932' })] },
  after: { contributors: [tateArtist(1, { role: 'after' }), tateArtist(2, { role: 'with' })] },
  long: { title: 'x'.repeat(320) },
}

describe('import of Tate works', () => {
  let imported: Imported
  let works: Record<string, StoredWork>

  beforeAll(async () => {
    const rows = Object.entries(WORKS).map(([acno, changes]) => tateWork(acno, changes))
    const file = files.ndjson(...rows, tateWork('yards', { units: 'yd' }))
    imported = await importInto(test.db, { kind: 'tate', file })
    works = await storedWorks(test.db, 'tate')
  })

  it('rejects an unknown unit and nothing else', () => {
    expect(imported.rejected).toEqual([
      {
        line: Object.keys(WORKS).length + 1,
        externalId: 'yards',
        reason: 'units of the size is not mm',
      },
    ])
  })

  it.each([
    ['swapped', 24, 33.8, null],
    ['unswapped', 33.8, 24, null],
    ['shifted', 134.6, 208.3, 91.4],
    ['framed', 76.2, 111.8, 2.5],
    ['unwritten', 24, 33.8, null],
    ['otherUnit', 24, 33.8, null],
    ['words', null, null, null],
    ['unmeasured', null, null, null],
    ['tenths', 1.23, 3.35, null],
  ])('measures the work %s', (acno, size_h, size_w, size_d) => {
    expect(works[acno]).toMatchObject({ units: 'centimeter', size_h, size_w, size_d })
  })

  it('reads years that are numbers, text, words and missing', () => {
    const years = ['swapped', 'yearText', 'yearWords', 'undated'].map(
      (acno) => works[acno]?.year_of_creation,
    )
    expect(years).toEqual([1826, 2007, null, null])
  })

  it('imports works with missing fields', () => {
    expect(works['undated']).toMatchObject({ title: 'Untitled', image: '/placeholder.svg' })
    expect(works['long']?.title).toHaveLength(300)
  })

  it('maps classifications and capitalises those of its own', () => {
    const categories = ['swapped', 'unclassified', 'block'].map((acno) => works[acno]?.category)
    expect(categories).toEqual(['Prints', 'Unclassified', 'Block For Printing'])
  })

  it('distinguishes namesakes, and authors from models of a work', () => {
    expect(works['namesakes']?.artists).toEqual([
      'William Blake (1757–1827)',
      'William Blake (Born 1932)',
    ])
    expect(works['after']?.artists).toHaveLength(1)
  })
})
