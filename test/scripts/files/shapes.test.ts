import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileKindName } from '../../../scripts/files/file-kinds.ts'
import { ImportError } from '../../../scripts/files/row.ts'
import { useDatabase } from '../../support/database.ts'
import { makeArtist } from '../../support/make-artist.ts'
import { makeExchangeRate } from '../../support/make-exchange-rate.ts'
import { makeGallery } from '../../support/make-gallery.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeVenue } from '../../support/make-venue.ts'
import { useFiles } from '../import/support/files.ts'
import { exportText, importFile, type ImportedFile } from './support/import-file.ts'

// Files as galleries, sellers and museums have them, with invented names. Each message names the options of the next try.

const test = useDatabase()
const files = useFiles()

beforeAll(async () => {
  const { id: owner_id } = await makeUser(test.db, { username: 'quayside' })
  await makeGallery(test.db, { name: 'Quayside Editions', slug: 'quayside-editions', owner_id })
  await makeVenue(test.db, { name: 'Kunsthal Nord', city: 'Aarhus' })
  await makeExchangeRate(test.db, 'GBP', '0.87')
  await makeExchangeRate(test.db, 'USD', '1.25')
})

beforeEach(async () => {
  await sql`TRUNCATE artworks, events, artists, tags RESTART IDENTITY CASCADE`.execute(test.db)
})

/** The words that a user puts in place of those in capitals. */
type Answers = Readonly<Record<string, string>>

interface Followed extends ImportedFile {
  readonly tries: number
  readonly args: readonly string[]
}

/** Types the command of each message, until all rows are imported. */
async function follow(kind: FileKindName, file: string, answers: Answers): Promise<Followed> {
  let args: string[] = []
  for (let tries = 1; tries <= 6; tries += 1) {
    const result = await importFile(test.db, kind, file, { args }).catch((error: unknown) => {
      if (error instanceof ImportError) return error.message
      throw error
    })
    const next =
      typeof result === 'string'
        ? wordsOf(result.split('npm run import -- ')[1] ?? '').slice(2)
        : [...args, ...result.hints.flatMap(wordsOf)]
    if (typeof result !== 'string' && result.rejected.length === 0)
      return { ...result, tries, args }
    args = next.filter((word) => word !== '--preview').map((word) => answered(word, answers))
  }
  throw new Error('The messages lead nowhere')
}

function answered(word: string, answers: Answers): string {
  return Object.entries(answers).reduce(
    (text, [name, answer]) => text.replaceAll(name, answer),
    word,
  )
}

/** As a shell reads them. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

const data = (name: string) => path.join(import.meta.dirname, 'data', name)

async function linesOf(kind: FileKindName): Promise<unknown[]> {
  const text = await exportText(test.db, kind, 'ndjson')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

const ANSWERS = {
  NOTATION: 'point',
  GALLERY: 'quayside editions',
  UNITS: 'inches',
  CATEGORY: 'Prints',
}

describe('a first file is imported by the commands of its messages', () => {
  it("a seller's listings of a marketplace", async () => {
    const { tries, counts, notes, visibility } = await follow(
      'artworks',
      data('seller-listings.csv'),
      ANSWERS,
    )
    expect(tries).toBeLessThanOrEqual(3)
    expect(counts).toMatchObject({ read: 3, rejected: 0 })
    expect(visibility).toBe('; the public sees all 3')
    expect(notes).toContain(
      'Left out, with the number of cells: DESCRIPTION (2), QUANTITY (3), IMAGE2 (1), IMAGE3 (1), VARIATION 1 TYPE (1), VARIATION 1 NAME (1), VARIATION 1 VALUES (1).',
    )
    const lines = (await linesOf('artworks')) as { external_id: string }[]
    expect(lines.find(({ external_id: id }) => id === 'HB-01')).toMatchObject({
      external_id: 'HB-01',
      artwork: {
        title: 'Harbour linocut',
        price: 45,
        price_currency: 'GBP',
        units: 'inch',
        tags: [1, 2, 3],
        featured_image: { full_size: 'https://img.example/h1.jpg' },
      },
    })
    expect(await linesOf('tags')).toMatchObject(
      ['linocut', 'harbour', 'boats', 'birds'].map((name) => ({ tag: { name } })),
    )
  })

  it("a gallery's list", async () => {
    const { id } = await makeArtist(test.db, { name: 'Tomas Vail' })
    const { tries, notes } = await follow('artworks', data('gallery-list.csv'), ANSWERS)
    expect(tries).toBeLessThanOrEqual(4)
    expect(notes).toContain('Left out, with the number of cells: Ref # (3), Medium | Edition (3).')
    const [aldous] = (await linesOf('artists')).slice(1) as { id: number }[]
    expect(await linesOf('artworks')).toMatchObject([
      {
        external_id: 'https://quay.example/works/blue-door',
        artwork: {
          title: 'The "Blue" Door',
          artists: [aldous?.id],
          price: 1250,
          price_currency: 'GBP',
          size_h: 30,
          price_display: 'show price',
        },
      },
      { artwork: { title: '“Low Water”', artists: [id], price: 900 } },
      {
        artwork: {
          title: 'Pier | study',
          artists: [aldous?.id],
          price: null,
          price_display: 'price on request',
        },
      },
    ])
  })

  it("a museum's objects without a header", async () => {
    const headings = [
      'external_id',
      'title',
      'artists',
      'medium',
      'size',
      'year_of_creation',
      'credit',
    ]
    const answers = {
      ...ANSWERS,
      UNITS: 'cm',
      ...Object.fromEntries(headings.map((name, at) => [`FIELD${at + 1}`, name])),
    }
    const { tries, notes } = await follow('artworks', data('object-details.csv'), answers)
    expect(tries).toBeLessThanOrEqual(4)
    expect(notes).toContain(
      'year_of_creation: 1 cell was read in part, such as "c. 1875" as "1875".',
    )
    expect(await linesOf('artworks')).toMatchObject([
      {
        external_id: '1901.12',
        artwork: { size_h: 73.3, size_w: 60.3, units: 'centimeter', year_of_creation: 1875 },
      },
      { artwork: { artists: [], year_of_creation: 1882 } },
      { artwork: { size_h: null, year_of_creation: null } },
    ])
  })

  const EVENTS = { VENUE: 'kunsthal nord', CATEGORY: 'Gallery Shows', ZONE: 'America/New_York' }

  it("a college's events in one JSON object", async () => {
    const { tries, visibility } = await follow('events', data('college-events.json'), EVENTS)
    expect(tries).toBeLessThanOrEqual(4)
    expect(visibility).toBe(
      '; the public sees 0, and not 3 (3 draft); publish drafts with --set publish_status=published',
    )
    expect(await linesOf('events')).toMatchObject([
      {
        external_id: '9000',
        event: {
          start_time: '2019-09-12T21:30:00Z',
          end_time: '2019-09-12T23:00:00Z',
          is_all_day_event: false,
        },
      },
      {
        event: {
          start_time: '2019-09-13T00:00:00Z',
          end_time: '2019-09-13T23:59:59Z',
          is_all_day_event: true,
          is_end_time_unknown: true,
        },
      },
      {
        event: {
          start_time: '1962-01-01T00:00:00Z',
          is_all_day_event: true,
          is_end_time_unknown: true,
        },
      },
    ])
  })

  it("a design museum's exhibitions with ids of its own", async () => {
    const { tries, args } = await follow('events', data('exhibitions.csv'), EVENTS)
    expect(tries).toBeLessThanOrEqual(3)
    expect(args).toContain('external_id=id')
    expect(await linesOf('events')).toMatchObject([
      {
        external_id: '68744',
        event: {
          start_time: '2014-12-12T00:00:00Z',
          end_time: '2015-05-25T23:59:59Z',
          is_all_day_event: true,
        },
      },
      { external_id: '35350' },
    ])
  })
})

describe('a cell', () => {
  const HEADER = 'external_id,title,artists,gallery,category,units'
  const csv = (rows: readonly string[], more = '') =>
    files.write([HEADER + more, ...rows].join('\n'), 'file.csv')

  it.each([
    ['NULL', '--nothing NULL'],
    ['n/a', '--nothing n/a'],
    ['#N/A', "--nothing '#N/A'"],
    ['#REF!', "--nothing '#REF!'"],
    ['####', "--nothing '####'"],
    ['9.78E+12', undefined],
    ['GrÃ¼n', '--mojibake repair'],
    ['It’s â€œhereâ€', '--mojibake repair'],
    ['Gr\ufffdn', undefined],
  ])('that software has made is not taken: %s', async (cell, hint) => {
    const file = csv([`K-1,Kade,[],quayside-editions,Prints,inch,"${cell}"`], ',medium')
    const { rejected, hints } = await importFile(test.db, 'artworks', file)
    expect(rejected).toEqual([expect.stringContaining(`2: medium: ${JSON.stringify(cell)} `)])
    expect(hints).toEqual(hint === undefined ? [] : [hint])
    if (hint === undefined) return
    const told = await importFile(test.db, 'artworks', file, { args: wordsOf(hint) })
    expect(told.rejected).toEqual([])
  })

  it('that was read in the wrong encoding can be kept or repaired', async () => {
    const file = csv(['K-1,GrÃ¼n,[],quayside-editions,Prints,inch'])
    await importFile(test.db, 'artworks', file, { args: ['--mojibake', 'keep'] })
    expect(await linesOf('artworks')).toMatchObject([{ artwork: { title: 'GrÃ¼n' } }])
    await importFile(test.db, 'artworks', file, { args: ['--mojibake', 'repair'] })
    expect(await linesOf('artworks')).toMatchObject([{ artwork: { title: 'Grün' } }])
  })

  it('can name records in other words, but one of several or of none', async () => {
    const twins = [
      await makeArtist(test.db, { name: 'Bea' }),
      await makeArtist(test.db, { name: 'Bea' }),
    ]
    const zoe = await makeArtist(test.db, { name: 'Zoë Brunnén', slug: 'zoe-b' })
    const names = [
      'ZOE\u0308 BRUNNE\u0301N ',
      'zoe-b',
      '"Brunnén, Zoë"',
      String(zoe.id),
      'Bea',
      'Nobody',
    ]
    const file = csv(names.map((name, at) => `K-${at},Kade,${name},Quayside Editions,prints,IN`))
    const args = ['--ids', 'artists']
    const { counts, rejected, notes } = await importFile(test.db, 'artworks', file, { args })
    expect(counts).toMatchObject({ imported: 4, rejected: 2 })
    expect(rejected).toEqual([
      `6: artists: "Bea" names 2 artists. Write the id of one: ${twins.map(({ id }) => id).join(', ')}, and add --ids artists.`,
      '7: artists: No artists have the name, slug or external id "Nobody". Add --create-missing to create it by this name.',
    ])
    expect(notes).toContain('Unknown artists: "Nobody".')
    const lines = (await linesOf('artworks')) as { artwork: { artists: number[] } }[]
    expect(lines.map(({ artwork }) => artwork.artists)).toEqual([1, 2, 3, 4].map(() => [zoe.id]))
  })

  it('of a price must have the sign of its currency', async () => {
    const file = csv(['K-1,Kade,[],quayside-editions,Prints,inch,£900'], ',price')
    const { rejected, hints } = await importFile(test.db, 'artworks', file)
    expect(rejected).toEqual([
      expect.stringMatching(/^2: price: The currency is in doubt: its cell names GBP, and /),
    ])
    expect(hints).toEqual(['--set price_currency=GBP'])
  })

  it.each([
    ['Price in GBP', "--map 'price=Price in GBP' --set price_currency=GBP --preview"],
    ['Price in GBP,price_currency', "--map 'price=Price in GBP' --preview"],
    ['Price in GBP,Currency', "--map 'price=Price in GBP' --map price_currency=Currency --preview"],
  ])('of a price names its currency unless a column does: %s', async (headings, options) => {
    const cells = headings.split(',').map((_, at) => ['900', 'GBP'][at])
    const file = csv([`K-1,Kade,[],quayside-editions,Prints,inch,${cells.join()}`], `,${headings}`)
    await expect(importFile(test.db, 'artworks', file)).rejects.toThrow(`file.csv ${options}`)
  })
})

describe('artists and tags that a file creates', () => {
  it('are created once, also by names that differ in case, and not in a dry run', async () => {
    const file = files.write(
      'external_id,title,artists,gallery,category,units,tags\na,A,Ines Falk;Jo,1,1,cm,"sea, ink"\nb,B,INES FALK,1,1,cm,Ink\n',
      'file.csv',
    )
    const { id } = await makeGallery(test.db)
    const args = ['--create-missing', '--set', `gallery=${id}`]
    const dry = await importFile(test.db, 'artworks', file, { args, isDryRun: true })
    expect(dry.rejected).toEqual([])
    expect(await exportText(test.db, 'artists', 'ndjson')).toBe('')
    const { notes } = await importFile(test.db, 'artworks', file, { args })
    expect(notes.slice(0, 2)).toEqual([
      'New artists: "Ines Falk", "Jo".',
      'New tags: "sea", "ink".',
    ])
    expect(await linesOf('artworks')).toMatchObject([
      { artwork: { artists: [1, 2], tags: [1, 2] } },
      { artwork: { artists: [1], tags: [2] } },
    ])
  })
})
