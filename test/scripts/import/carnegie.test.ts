import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { useFiles } from './support/files.ts'
import { importInto, type Imported } from './support/import-into.ts'
import { storedWorks, type StoredWork } from './support/stored-works.ts'
import { carnegieArtist, carnegieWork } from './support/works.ts'

const test = useDatabase()
const files = useFiles()
const manyArtists = Array.from({ length: 13 }, (_, index) => carnegieArtist(`m${index}`))

const WORKS = {
  plain: {},
  untitled: { title: null, creator: null, images: null },
  huge: { item_height: 9_600, item_width: 0.0 },
  crowd: { creator: [...manyArtists, manyArtists[0]], images: [] },
  ancient: { creation_date_earliest: '-0206-01-05', creation_date_latest: '0220-01-01' },
  reversed: { creation_date_earliest: '1950-01-01', creation_date_latest: '1940-01-01' },
  undated: { creation_date_earliest: null, creation_date_latest: '1940-01-01' },
  ceramic: { classification: 'Ceramics' },
  mixed: { classification: 'Mixed Media' },
  mixed2: { classification: 'mixed media' },
  after: { creator: [carnegieArtist('p1', { role: 'after' }), carnegieArtist('p2')] },
  company: {
    creator: [
      carnegieArtist('c1', {
        party_type: 'Organization',
        full_name: 'Tiffany & Co.',
        birth_date: '1837-01-01',
        death_date: null,
        nationality: 'undetermined',
      }),
    ],
  },
  accents: { images: [{ image_url: 'http://exämple.org/ä b.jpg' }], medium: 'ink\n' },
  long: { title: `${'x'.repeat(299)}\ny`, medium: 'x' },
  noUrl: { images: [{ image_url: 'irn=115471' }] },
}

const REJECTED = {
  negative: { item_height: -3 },
  wordy: { item_height: 'tall' },
  nul: { medium: 'a\0b' },
  date: { creation_date_earliest: 'c. 1900' },
  creators: { creator: 'Samuel Rosenberg' },
  future: { creation_date_earliest: '12000-01-01', creation_date_latest: null },
}

describe('import of Carnegie works', () => {
  let imported: Imported
  let works: Record<string, StoredWork>

  beforeAll(async () => {
    const all = Object.entries({ ...WORKS, ...REJECTED })
    const file = files.ndjson(...all.map(([id, changes]) => carnegieWork(id, changes)))
    imported = await importInto(test.db, { kind: 'carnegie', file })
    works = await storedWorks(test.db, 'carnegie')
  })

  it('counts every row once', () => {
    const [imports, rejections] = [Object.keys(WORKS).length, Object.keys(REJECTED).length]
    expect(imported.counts).toEqual([
      { read: 16, imported: 16, unchanged: 0, rejected: 0 },
      { read: imports + rejections, imported: imports, unchanged: 0, rejected: rejections },
    ])
  })

  it('keeps inches and reads 0.0 as unknown', () => {
    expect(works['plain']).toEqual({
      title: 'Rockport Landscape',
      units: 'inch',
      size_h: 14.25,
      size_w: 19.25,
      size_d: null,
      year_of_creation: 1938,
      category: 'Works On Paper',
      medium: 'crayon on paper',
      image: 'http://collection.cmoa.org/CollectionImage.aspx?irn=1&size=Medium',
      artists: ['Samuel Rosenberg (American, 1896–1972)'],
      gallery: 'carnegie-museum-of-art',
    })
    expect(works['huge']).toMatchObject({ size_h: 9_600, size_w: null })
  })

  it('imports works without title, artists and pictures, and works with many', () => {
    expect(works['untitled']).toMatchObject({
      title: 'Untitled',
      artists: [],
      image: '/placeholder.svg',
    })
    expect(works['crowd']?.artists).toHaveLength(13)
  })

  it('reads years BCE, and the lesser of two that are reversed', () => {
    expect(works['ancient']?.year_of_creation).toBe(-206)
    expect(works['reversed']?.year_of_creation).toBe(1940)
    expect(works['undated']?.year_of_creation).toBeNull()
  })

  it('cuts titles, on one line, where they are too long', () => {
    expect(works['long']?.title).toBe(`${'x'.repeat(299)}…`)
  })

  it('makes one category of a name in any case', () => {
    expect(works['ceramic']?.category).toBe('Sculptures And Ceramics')
    expect(works['mixed']?.category).toBe('Mixed Media')
    expect(works['mixed2']?.category).toBe('Mixed Media')
  })

  it('names as artists only the authors of the work', () => {
    expect(works['after']?.artists).toHaveLength(1)
    expect(works['company']?.artists).toEqual(['Tiffany & Co. (founded 1837)'])
  })

  it('writes picture addresses in ASCII, and omits other texts', () => {
    expect(works['accents']).toMatchObject({
      image: 'http://xn--exmple-cua.org/%C3%A4%20b.jpg',
      medium: 'ink\n',
    })
    expect(works['noUrl']?.image).toBe('/placeholder.svg')
  })

  it('rejects a row that cannot be stored with line, id and reason', () => {
    const first = Object.keys(WORKS).length + 1
    // A line of strict JSON that cannot be read shows no id.
    const lines = imported.rejected.map(({ line, externalId }) => [externalId ?? 'nul', line])
    const expected = Object.keys(REJECTED).map((id, index) => [id, first + index])
    expect(Object.fromEntries(lines)).toEqual(Object.fromEntries(expected))
    const reasons = imported.rejected.map(({ externalId, reason }) => [externalId ?? 'nul', reason])
    expect(Object.fromEntries(reasons)).toEqual({
      negative: 'artwork.size_h: It must be a number from 0.001 to 1000000 or null.',
      wordy: 'item_height is not a number',
      nul: 'medium: It holds the character U+0000, which cannot be stored.',
      date: 'creation_date_earliest is not a date such as 1938-01-01',
      creators: 'creator is not a list of objects',
      future: 'artwork.year_of_creation: It must be an integer from -100000 to 9999 or null.',
    })
  })

  it('publishes the works of one gallery on request', async () => {
    const { rows } = await sql`
      SELECT DISTINCT publish_status, is_active, price_display, price, price_eur, artworks.author_id = owner_id AS is_owned,
        published_at = created_at AND created_at = order_date AS at_once, galleries.name, username
      FROM artworks JOIN artwork_prices ON artwork_id = artworks.id
      JOIN galleries ON galleries.id = gallery_id JOIN users ON users.id = owner_id
    `.execute(test.db)
    expect(rows).toEqual([
      {
        publish_status: 'published',
        is_active: true,
        price_display: 'price on request',
        price: null,
        price_eur: null,
        is_owned: true,
        at_once: true,
        name: 'Carnegie Museum of Art',
        username: 'carnegie-museum-of-art',
      },
    ])
  })

  it('updates a work that the publisher has changed, and its picture', async () => {
    const changes = { title: 'Renamed', images: [{ image_url: 'https://cmoa.example/new.jpg' }] }
    const before = await slugOf()
    const file = files.ndjson(
      carnegieWork('plain', changes),
      carnegieWork('ceramic', WORKS.ceramic),
    )
    const { counts } = await importInto(test.db, { kind: 'carnegie', file })
    expect(counts.at(-1)).toEqual({ read: 2, imported: 1, unchanged: 1, rejected: 0 })
    expect((await storedWorks(test.db, 'carnegie'))['plain']).toMatchObject({
      title: 'Renamed',
      image: 'https://cmoa.example/new.jpg',
    })
    expect(await slugOf()).toEqual(before)
  })
})

async function slugOf(): Promise<unknown> {
  return test.db
    .selectFrom('artworks')
    .innerJoin('artwork_sources', 'artwork_id', 'artworks.id')
    .select('slug')
    .where('artwork_sources.external_id', '=', 'plain')
    .executeTakeFirst()
}
