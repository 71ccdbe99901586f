import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportFile } from '../../../scripts/files/export-file.ts'
import { guarded } from '../../../scripts/files/csv-cells.ts'
import { FILE_KIND_NAMES, type FileKindName } from '../../../scripts/files/file-kinds.ts'
import { useDatabase } from '../../support/database.ts'
import { makeArtist } from '../../support/make-artist.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeGallery } from '../../support/make-gallery.ts'
import { makeTag } from '../../support/make-tag.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeVenue } from '../../support/make-venue.ts'
import { useFiles } from '../import/support/files.ts'
import { rowVersions } from '../import/support/row-versions.ts'
import { URLS } from '../import/support/import-into.ts'
import { exportText, importFile, kindOf } from './support/import-file.ts'

const test = useDatabase()
const files = useFiles()
let gallery = 0
let venue = 0

beforeAll(async () => {
  const { id: owner_id } = await makeUser(test.db, { username: 'quayside' })
  gallery = (await makeGallery(test.db, { owner_id })).id
  venue = (await makeVenue(test.db)).id
})

beforeEach(async () => {
  await sql`TRUNCATE artworks, events, artists RESTART IDENTITY CASCADE`.execute(test.db)
})

const csv = (text: string): string => files.write(text, 'file.csv')
const ndjson = (...lines: readonly object[]): string =>
  files.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'file.ndjson')

const artwork = (changes: object = {}) => ({
  title: 'Low Tide',
  artists: [],
  gallery,
  units: 'inch',
  category: 1,
  price_display: 'price on request',
  ...changes,
})

const event = () => ({
  title: 'Show',
  venue,
  category: 1,
  start_time: '2031-03-14T10:00:00Z',
  end_time: '2031-03-15T10:00:00Z',
})

async function idsOf(table: FileKindName): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM ${sql.table(table)} ORDER BY id`.execute(test.db)
  return rows.map(({ id }) => id)
}

async function lastId(table: FileKindName): Promise<number> {
  const { rows } = await sql<{ last: string }>`
    SELECT last_value AS last FROM ${sql.table(`${table}_id_seq`)}`.execute(test.db)
  return Number(rows[0]?.last)
}

async function titles(): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT id, external_id, title, medium, publish_status FROM artworks ORDER BY id`.execute(
    test.db,
  )
  return rows
}

describe('an import', () => {
  it('reads the types of CSV cells from the contract', async () => {
    const { id } = await makeArtist(test.db, { name: 'Ines Falk' })
    const { rejected } = await importFile(
      test.db,
      'artworks',
      csv(
        `\ufefftitle,artists,gallery,units,category,price_display,external_id,medium,city,size_h,is_active,featured_image.full_size,tags\r\n` +
          `1945,${id},${gallery},inch,1,price on request,007,null,', 12.50 ,TRUE,https://a.example/1.jpg,[]\r\n`,
      ),
    )
    expect(rejected).toEqual([])
    const line = JSON.parse(await exportText(test.db, 'artworks', 'ndjson')) as object
    const picture = { full_size: 'https://a.example/1.jpg', caption: null }
    expect(line).toMatchObject({
      external_id: '007',
      artwork: {
        title: '1945',
        artists: [id],
        medium: null,
        city: '',
        size_h: 12.5,
        is_active: true,
      },
    })
    expect(line).toMatchObject({ artwork: { featured_image: picture, tags: [], zip_code: null } })
  })

  it('leaves what a line does not have, and removes what it says', async () => {
    const first = artwork({ medium: 'Etching' })
    await importFile(
      test.db,
      'artworks',
      ndjson({ external_id: 'a', artwork: first }, { external_id: 'b', artwork: first }),
    )
    const header = 'external_id,remove,title,artists,gallery,units,category,medium,year_of_creation'
    const rows = `a,,High Tide,[],${gallery},inch,1,,\nb,true,High Tide,[],${gallery},inch,1,,'85\nc,true,,,${gallery},,,,\n`
    const { counts } = await importFile(test.db, 'artworks', csv(`${header}\n${rows}`))
    expect(counts).toEqual({ read: 3, imported: 2, unchanged: 1, rejected: 0 })
    expect(await titles()).toMatchObject([
      { external_id: 'a', title: 'High Tide', medium: 'Etching' },
    ])
  })

  it('rejects lines by their number and names the place, as the service does', async () => {
    const lines = [
      { external_id: 'a', artwork: artwork({ title: '' }) },
      { external_id: 'b', artwork: artwork({ artists: [999_999] }) },
      { external_id: 'c', artwork: artwork({ price_display: 'show price' }) },
      { external_id: 'd', artwork: artwork({ colour: 'red' }) },
      { external_id: 'd', artwork: artwork(), remove: true },
      { artwork: artwork() },
      { external_id: 'f', artwork: artwork() },
      { external_id: 'f', artwork: artwork({ title: 'Another' }) },
      { artwork: artwork({ title: 'No duplicate of line 7' }) },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    const file = files.write(`\n${text}\n{"id":1,"id":2}\n[]\n{`, 'file.ndjson')
    const { counts, rejected } = await importFile(test.db, 'artworks', file)
    expect(counts).toEqual({ read: 12, imported: 1, unchanged: 0, rejected: 11 })
    expect(rejected).toEqual([
      expect.stringMatching(/^2: artwork\.title: It must /),
      '3: artwork.artists.0: No artist has the id 999999.',
      expect.stringMatching(/^4: artwork\.price: /),
      expect.stringMatching(/^5: artwork\.colour: /),
      '6: A line has one of artwork, patch, and remove with the value true.',
      expect.stringMatching(/^7: external_id: It is required: /),
      '9: is the same record as line 8',
      expect.stringMatching(/^10: external_id: It is required: /),
      '11: id: It is given more than once.',
      '12: It must be an object.',
      expect.stringMatching(/^13: It is not JSON/),
    ])
  })

  it('counts the lines of CSV, also across cells that have several', async () => {
    const ragged = await importFile(test.db, 'artists', csv('name,summary\nAnna,B,C\nBea\n'))
    expect(ragged.rejected).toEqual([
      '2: has 3 cells, but the header has 2',
      expect.stringMatching(/^3: has 1 cells, but the header has 2\. .*add --short-rows$/),
    ])
    expect(ragged.hints).toEqual(['--short-rows'])
    const file = csv(
      'name,summary\r\n\r\nAnna,"a\r\nb\nc\rd"\r\nBea,=1\n\n\nCleo\nDora,"x"\r\n,"no name\n"\nEve,\n',
    )
    const { counts, rejected } = await importFile(test.db, 'artists', file)
    expect(counts).toMatchObject({ read: 6, imported: 4 })
    expect(rejected).toEqual([
      expect.stringMatching(/^9: has 1 cells, but the header has 2/),
      expect.stringMatching(/^11: artist\.name: It is required/),
    ])
  })

  it('refuses a file that is no CSV before it changes anything', async () => {
    const versions = await rowVersions(test.db)
    const unclosed = csv('name,summary\nAnna,x\nBea,"y\nCleo,z\n')
    await expect(importFile(test.db, 'artists', unclosed)).rejects.toThrow(
      /starts at line 3.*Quote/,
    )
    const unknown = csv('name,colour\nAnna,red\n')
    await expect(importFile(test.db, 'artists', unknown)).rejects.toThrow(
      /"colour" \(1\)\.\nThe columns of artists are id, name, summary, featured_image,/,
    )
    await expect(importFile(test.db, 'artists', csv('name,name\nA,B\n'))).rejects.toThrow(
      /there twice/,
    )
    const latin = files.write(Buffer.from('name\nIn\xeas\n', 'latin1'), 'file.csv')
    await expect(importFile(test.db, 'artists', latin)).rejects.toThrow(/not valid UTF-8/)
    await expect(importFile(test.db, 'artists', files.write('{}', 'a.pdf'))).rejects.toThrow(
      /must end/,
    )
    const others = ndjson({ id: 1, artwork: artwork() })
    await expect(importFile(test.db, 'artists', others)).rejects.toThrow(/"artwork\.title" \(1\)/)
    expect(await rowVersions(test.db)).toEqual(versions)
  })

  it('changes nothing when it is a dry run', async () => {
    await importFile(test.db, 'artists', csv('name\nZoe\n'))
    const versions = await rowVersions(test.db)
    const { counts, rejected } = await importFile(
      test.db,
      'artists',
      csv(`name,summary\nAnna,\nBea,${'x'.repeat(5_001)}\nZoe,Changed\n`),
      { isDryRun: true },
    )
    expect(counts).toEqual({ read: 3, imported: 2, unchanged: 0, rejected: 1 })
    expect(rejected).toHaveLength(1)
    expect(await rowVersions(test.db)).toEqual(versions)
  })

  it('counts the rows of a preview alone', async () => {
    const rows = ['A', 'B', 'C'].map((id) => `${id},Kade,[],${gallery},inch,1,5`)
    const file = csv(`external_id,title,artists,gallery,units,category,price\n${rows.join('\n')}\n`)
    const preview = await importFile(test.db, 'artworks', file, { isDryRun: true, maxRows: 2 })
    expect(preview.counts).toMatchObject({ read: 2, imported: 2 })
    expect(preview.notes).toContainEqual(expect.stringMatching(/for the 2 rows with a price/))
  })

  describe('that ends early', () => {
    const lines = () => {
      const works = Array.from({ length: 450 }, (_, at) => ({
        external_id: `w${at}`,
        artwork: artwork(),
      }))
      return ndjson(...works)
    }
    const expectFinished = async (): Promise<void> => {
      const { counts } = await importFile(test.db, 'artworks', lines())
      expect(counts).toEqual({ read: 450, imported: 250, unchanged: 200, rejected: 0 })
    }

    it('is finished by the next run after an interruption', async () => {
      const interruption = new AbortController()
      const { signal } = interruption
      const onProgress = () => interruption.abort()
      const stopped = (isDryRun: boolean) =>
        importFile(test.db, 'artworks', lines(), { signal, onProgress, isDryRun })
      await expect(stopped(true)).rejects.toThrow(
        'Interrupted after 200 of 450 lines. No record was changed; run the same command again.',
      )
      await expect(stopped(false)).rejects.toThrow(
        'Interrupted after 200 of 450 lines. What was imported stays; run the same command again to finish.',
      )
      await expectFinished()
    })

    it('is finished by the next run after a failure of the database', async () => {
      await sql`CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'No space left on device' USING ERRCODE = 'disk_full';
      END $$`.execute(test.db)
      await sql`CREATE TRIGGER fill_disk BEFORE INSERT ON artworks
        FOR EACH ROW WHEN (NEW.external_id = 'w300') EXECUTE FUNCTION fill_disk()`.execute(test.db)
      const failed = importFile(test.db, 'artworks', lines())
      await expect(failed).rejects.toMatchObject({
        message: expect.stringMatching(
          /^The database failed after 200 of 450 lines\. .* to finish\.$/,
        ),
        cause: { message: 'No space left on device' },
      })
      await sql`DROP FUNCTION fill_disk() CASCADE`.execute(test.db)
      await expectFinished()
    })
  })
})

describe('a record that a line names', () => {
  it('keeps its id, and later records follow it', async () => {
    const line = { id: 700, external_id: 'a', artwork: artwork() }
    await importFile(test.db, 'artworks', ndjson(line))
    // In a catalogue where it has another id, its external id names it.
    await importFile(
      test.db,
      'artworks',
      ndjson({ ...line, id: 5, artwork: artwork({ title: 'B' }) }),
    )
    await importFile(test.db, 'artworks', ndjson({ external_id: 'b', artwork: artwork() }))
    expect(await titles()).toMatchObject([
      { id: 700, title: 'B' },
      { id: 701, external_id: 'b' },
    ])
    const taken = ndjson({ id: 700, external_id: 'c', artwork: artwork() })
    expect((await importFile(test.db, 'artworks', taken)).rejected).toEqual([
      '1: id: Another artwork has this id, under another external id or none.',
    ])
  })

  it('has its id also beside lines that draw one', async () => {
    await sql`TRUNCATE tags RESTART IDENTITY CASCADE`.execute(test.db)
    const works = [1, 2, 3].map((at) => ({ external_id: `w${at}`, artwork: artwork() }))
    const [first, second, third] = works
    const file = ndjson({ ...third, id: 2 }, first ?? {}, { ...second, id: 1 })
    expect((await importFile(test.db, 'artworks', file)).counts).toMatchObject({ imported: 3 })
    const tags = ndjson({ tag: { name: 'A' } }, { id: 1, tag: { name: 'B' } })
    expect((await importFile(test.db, 'tags', tags)).counts).toMatchObject({ imported: 2 })
    expect(await idsOf('artworks')).toEqual([1, 2, expect.any(Number)])
    const one = ndjson({ external_id: 'z', artwork: artwork() })
    expect((await importFile(test.db, 'artworks', one)).counts).toMatchObject({ imported: 1 })
  })

  describe.each([
    ['artworks', 'artwork', () => artwork(), { artists: [999_999] }],
    ['events', 'event', () => event(), { venue: 999_999 }],
    ['galleries', 'gallery', () => ({ name: 'Quay' }), { owner: 'nobody.of.this.name' }],
    ['tags', 'tag', () => ({ name: 'Seascape' }), { name: '' }],
  ] as const)('leaves the sequence of %s', (kind, noun, fields, broken) => {
    const last = 2_000_000_000
    const lineOf = (id: number, changes: object = {}) =>
      ndjson({ id, [noun]: { ...fields(), ...changes } })

    it('as it is, when the line is rejected or the run is dry', async () => {
      const before = await lastId(kind)
      const imports = [
        await importFile(test.db, kind, lineOf(last, broken), { isDryRun: true }),
        await importFile(test.db, kind, lineOf(last, broken)),
        await importFile(test.db, kind, lineOf(last), { isDryRun: true }),
        await importFile(test.db, kind, lineOf(last + 1)),
      ]
      expect(imports.map(({ counts }) => counts?.imported)).toEqual([0, 0, 1, 0])
      expect(imports[3]?.rejected).toEqual(['1: id: It must be an integer from 1 to 2000000000.'])
      // Records that are rolled back have drawn some.
      expect(await lastId(kind)).toBeLessThan(before + 10)
    })

    it('where later ids follow the greatest one that is allowed', async () => {
      const before = await lastId(kind)
      expect((await importFile(test.db, kind, lineOf(last))).rejected).toEqual([])
      expect(await lastId(kind)).toBe(last)
      await sql`DELETE FROM ${sql.table(kind)} WHERE id = ${last}`.execute(test.db)
      await sql`SELECT setval(${`${kind}_id_seq`}, ${before})`.execute(test.db)
    })
  })

  it('has any state when it is new, and follows the rules later', async () => {
    const draft = await makeArtwork(test.db, { gallery_id: gallery, publish_status: 'published' })
    const lines = [
      { external_id: 'a', artwork: artwork({ publish_status: 'archived' }) },
      { id: draft.id, artwork: artwork({ publish_status: 'draft' }) },
    ]
    const { rejected } = await importFile(test.db, 'artworks', ndjson(...lines))
    expect(rejected).toEqual([
      expect.stringMatching(/^2: The record is published and cannot become draft/),
    ])
    expect(await titles()).toContainEqual(expect.objectContaining({ publish_status: 'archived' }))
  })

  it('is an event of its author, or of the operator', async () => {
    const other = await makeEvent(test.db)
    const file = ndjson(
      { external_id: 'a', author: 'quayside', event: event() },
      { external_id: 'a', event: event() },
      { external_id: 'b', author: 'nobody', event: event() },
      { id: other.id, author: 'quayside', event: event() },
    )
    await makeUser(test.db, { username: 'operator' })
    const { rejected } = await importFile(test.db, 'events', file, { as: 'operator' })
    expect(rejected).toEqual([
      '3: author: No user has this username. The first API key for a username creates its user.',
      '4: The event belongs to another author.',
    ])
    const { rows } = await sql`SELECT username FROM events JOIN users ON users.id = author_id
      WHERE external_id = 'a' ORDER BY username`.execute(test.db)
    expect(rows).toEqual([{ username: 'operator' }, { username: 'quayside' }])
    await expect(importFile(test.db, 'events', file, { as: 'ghost' })).rejects.toThrow(/ghost/)
  })

  it('is found by its name where that is enough', async () => {
    await makeArtist(test.db, { name: 'Anna' })
    const twins = [
      await makeArtist(test.db, { name: 'Bea' }),
      await makeArtist(test.db, { name: 'Bea' }),
    ]
    const lines = [
      { artist: { name: 'Anna', summary: 'Danish' } },
      { artist: { name: ' ANNA\u200b' } },
      { artist: { name: 'Bea', summary: 'Danish' } },
      { id: twins[1]?.id, artist: { name: 'Bea', summary: 'Born 1951, Danish' } },
    ]
    const { counts, rejected } = await importFile(test.db, 'artists', ndjson(...lines))
    expect(counts).toEqual({ read: 4, imported: 1, unchanged: 1, rejected: 2 })
    expect(rejected).toEqual([
      '2: is the same record as line 1',
      '3: artist.name: 2 artists have this name. Name one of them: add the id of the artist to the line.',
    ])
  })

  it('is a venue of the name in the city', async () => {
    await makeVenue(test.db, { name: 'Moderna' })
    const line = { name: 'Moderna', geolocation: '56.15330,10.2141' }
    const file = ndjson(
      { venue: { ...line, city: 'Aarhus' } },
      { venue: { ...line, city: 'Oslo' } },
    )
    const { counts } = await importFile(test.db, 'venues', file)
    expect(counts).toEqual({ read: 2, imported: 1, unchanged: 1, rejected: 0 })
  })
})

describe('an export', () => {
  it('F28 gives spreadsheets no formula, and no text of which they make another one', async () => {
    const formulas = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1']
    const dates = [
      '1/2',
      '2031-03',
      '14.03.2031',
      '12:30:45',
      '12:30',
      'May 1968',
      '4-Jul',
      'Sept. 11, 2001',
      '1 mars',
    ]
    const numbers = ['00123', '3.10', "'3.10", '1234567890123456', '10,20', '(5)', '12.50%']
    const others = ['12:30 pm', 'True', "'true", 'wahr', '{=A1}', 'D\u0092Or']
    const texts = [...formulas, ...dates, ...numbers, ...others]
    for (const text of texts) await makeArtist(test.db, { name: text, summary: text })
    const exported = await exportText(test.db, 'artists', 'csv')
    const rows = parse<{ name: string; summary: string }>(exported, { columns: true })
    expect(rows.map(({ name, summary }) => [name, summary])).toEqual(
      texts.map((text) => [`'${text}`, `'${text}`]),
    )
  })

  it.each([
    'May',
    'Marble 5',
    '12 works',
    'May 1968 in Paris',
    '1968',
    'NO',
    '5, 6',
    'True North',
    '(A)',
    '100 % wool',
    '3 pm',
  ])('keeps %s as it is', (text) => {
    expect(guarded(text)).toBe(text)
  })

  it('has contact data, so no other account can read it', async () => {
    const file = path.join(path.dirname(files.write('')), 'own.ndjson')
    await exportFile(test.db, { kind: kindOf('tags'), format: 'ndjson', urls: URLS, file }, {})
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('names a folder to which it cannot write', async () => {
    const folder = path.dirname(files.write(''))
    const options = { kind: kindOf('tags'), format: 'csv', urls: URLS } as const
    const makePipe = (at: string) => {
      execFileSync('mkfifo', [path.join(at, 'pipe.csv')])
      return path.join(at, 'pipe.csv')
    }
    const write = (file: string) => exportFile(test.db, { ...options, file }, {})
    await expect(write(path.join(folder, 'none/x.csv'))).rejects.toThrow(
      `${folder}/none does not exist. Create this folder first.`,
    )
    const file = files.write('', 'file')
    await expect(write(`${file}/x.csv`)).rejects.toThrow(`${file} is no folder.`)
    await mkdir(path.join(folder, 'x.csv'))
    await expect(write(path.join(folder, 'x.csv'))).rejects.toThrow('x.csv is a folder. Name')
    await symlink(path.join(folder, 'none.csv'), path.join(folder, 'link.csv'))
    await expect(write(path.join(folder, 'link.csv'))).rejects.toThrow('is a link to no file. Name')
    await expect(write(makePipe(folder))).rejects.toThrow('pipe.csv is a pipe or a device. Name')
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
    if (!existsSync('/dev/full')) return
    await symlink('/dev/full', path.join(folder, `y.csv.${hostname()}.${process.pid}.partial`))
    await expect(write(path.join(folder, 'y.csv'))).rejects.toThrow(
      `${folder} has no space left: the disk is full.`,
    )
  })

  it('replaces the file behind a link, and leaves the link', async () => {
    const file = files.write('before', 'before.ndjson')
    const link = `${file}-link.ndjson`
    await symlink(file, link)
    await exportFile(
      test.db,
      { kind: kindOf('tags'), format: 'ndjson', urls: URLS, file: link },
      {},
    )
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(file, 'utf8')).not.toBe('before')
  })

  it('names the address of a logo of the service, so that its own import takes it', async () => {
    await makeEvent(test.db, { banner_logo: '/events/1.svg' })
    const exported = await exportText(test.db, 'events', 'csv')
    expect(exported).toContain(`${URLS.media}/events/1.svg`)
    const { rejected } = await importFile(test.db, 'events', csv(exported))
    expect(rejected).toEqual([])
  })

  it('keeps an event of whole days that ends at midnight', async () => {
    const [start_time, end_time] = ['2031-03-14T00:00:00Z', '2031-03-15T00:00:00Z']
    await makeEvent(test.db, { start_time, end_time, is_all_day_event: true })
    const exported = await exportText(test.db, 'events', 'csv')
    const { counts } = await importFile(test.db, 'events', csv(exported))
    expect(counts).toMatchObject({ unchanged: counts?.read, rejected: 0 })
  })

  it('is refused in an encoding that has lost letters of it', async () => {
    await makeArtwork(test.db, { gallery_id: gallery, title: '月と海, Małgorzata' })
    const exported = await exportText(test.db, 'artworks', 'csv')
    const saved = (encoding: BufferEncoding) =>
      files.write(
        Buffer.from(exported.slice(1).replaceAll(/[^\0-\xff]/g, '?'), encoding),
        'saved.csv',
      )
    const options = { args: ['--encoding', 'windows-1252'] }
    await expect(importFile(test.db, 'artworks', saved('latin1'), options)).rejects.toThrow(
      /An export is UTF-8.*windows-1252.*Nothing was changed/s,
    )
    expect(await titles()).toMatchObject([{ title: '月と海, Małgorzata' }])
    const unicode = files.write(Buffer.from(exported, 'utf16le'), 'saved.csv')
    const { counts } = await importFile(test.db, 'artworks', unicode)
    expect(counts).toMatchObject({ unchanged: 1 })
  })

  it('has each field of a body, as far as the schema has its column', async () => {
    await makeArtwork(test.db, { gallery_id: gallery })
    await makeEvent(test.db)
    await makeArtist(test.db)
    await makeTag(test.db)
    for (const name of FILE_KIND_NAMES) {
      const { noun, input } = kindOf(name)
      const [line = ''] = (await exportText(test.db, name, 'ndjson')).split('\n')
      const { [noun]: body } = JSON.parse(line) as Record<string, object>
      expect(Object.keys(body ?? {})).toEqual(Object.keys(input.properties ?? {}))
    }
    const older = await test.db.startTransaction().execute()
    await sql`ALTER TABLE events DROP COLUMN is_cancelled CASCADE`.execute(older)
    const exported = await exportText(older, 'events', 'csv')
    await older.rollback().execute()
    const { counts } = await importFile(test.db, 'events', csv(exported))
    expect(counts).toMatchObject({ unchanged: 1, rejected: 0 })
  })

  it('has contact data and drafts', async () => {
    await makeArtwork(test.db, { gallery_id: gallery, publish_status: 'draft' })
    expect(await exportText(test.db, 'galleries', 'csv')).toContain(`'+44 117 496 0123`)
    expect(await exportText(test.db, 'artworks', 'ndjson')).toContain('"publish_status":"draft"')
  })
})
