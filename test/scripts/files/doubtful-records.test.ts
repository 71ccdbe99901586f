import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { makeArtist } from '../../support/make-artist.ts'
import { makeGallery } from '../../support/make-gallery.ts'
import { makeTag } from '../../support/make-tag.ts'
import { makeUser } from '../../support/make-user.ts'
import { useFiles } from '../import/support/files.ts'
import { rowVersions } from '../import/support/row-versions.ts'
import { exportText, importFile } from './support/import-file.ts'

// Which stored record a cell means: where two can be meant, the line is rejected with the option that decides.

const test = useDatabase()
const files = useFiles()
const HEADER = 'external_id,title,artists,tags,gallery,category,units'
let gallery = 0
let count = 0

beforeEach(async () => {
  await sql`TRUNCATE artworks, artists, tags, galleries RESTART IDENTITY CASCADE`.execute(test.db)
  const { id: owner_id } = await makeUser(test.db)
  gallery = (await makeGallery(test.db, { id: 5, owner_id })).id
})

const works = (...rows: readonly (readonly [artists: string, tags: string])[]) =>
  files.write(
    [
      HEADER,
      ...rows.map(([artists, tags], at) => `W-${at},Kade,"${artists}","${tags}",${gallery},1,cm`),
    ].join('\n'),
    `works-${(count += 1)}.csv`,
  )

async function linked(): Promise<unknown[]> {
  const text = await exportText(test.db, 'artworks', 'ndjson')
  const lines = text.trimEnd().split('\n').filter(Boolean)
  return lines.map((line) => {
    const { artwork } = JSON.parse(line) as { artwork: { artists: number[]; tags: number[] } }
    return [artwork.artists, artwork.tags]
  })
}

const importWorks = (file: string, ...args: readonly string[]) =>
  importFile(test.db, 'artworks', file, { args })

describe('a price', () => {
  it('that is gone from its cell is gone from the record', async () => {
    const priced = (price: string) =>
      files.write(
        `${HEADER},price,price_currency,medium\nW-1,Kade,[],,${gallery},1,cm,${price},EUR,Ink\n`,
        `priced-${(count += 1)}.csv`,
      )
    const prices = async () =>
      (await sql`SELECT price, price_display FROM artworks`.execute(test.db)).rows
    for (const [cell, price] of [
      ['1200', '1200.00'],
      ['', null],
    ] as const) {
      expect(await importWorks(priced(cell))).toMatchObject({ rejected: [] })
      const price_display = price === null ? 'price on request' : 'show price'
      expect(await prices()).toEqual([{ price, price_display }])
    }
  })

  it('that has no column stays if the user says that it is shown', async () => {
    const unpriced = (title: string, headings: string, cells: string) =>
      files.write(
        `${HEADER}${headings}\nW-1,${title},[],,${gallery},1,cm${cells}\n`,
        `unpriced-${(count += 1)}.csv`,
      )
    await importWorks(unpriced('Kade', ',price,price_currency', ',1200,EUR'))
    const file = unpriced('Quay', '', '')
    expect((await importWorks(file)).rejected).toEqual([
      expect.stringMatching(/^2: artwork.price: .*price_display/),
    ])
    expect(await importWorks(file, '--set', 'price_display=show price')).toMatchObject({
      rejected: [],
    })
    const { rows } = await sql`SELECT title, price FROM artworks`.execute(test.db)
    expect(rows).toEqual([{ title: 'Quay', price: '1200.00' }])
  })
})

describe('an empty cell', () => {
  const stock = (rows: string) =>
    files.write(`${HEADER},medium,size_h,price,price_currency\n${rows}`, `e-${(count += 1)}.csv`)

  it('keeps the value of a record that was there, which is told with how to remove it', async () => {
    const row = (id: string, cells: string) => `${id},Kade,[],,${gallery},1,cm,${cells}\n`
    const first = await importWorks(stock(row('A', 'Ink,3,5,EUR') + row('B', ',,,')))
    expect(first.notes.join()).not.toContain('Empty cells')
    const { notes } = await importWorks(stock(row('A', ',,,') + row('B', ',4,,') + row('C', ',,,')))
    expect(notes).toContain(
      "Empty cells keep what records have: size_h (1), price_currency (2), tags (2), medium (2). null in a cell removes a value, and ' makes a text empty.",
    )
    const stored = async () =>
      (await sql`SELECT medium, size_h, price FROM artworks ORDER BY id`.execute(test.db)).rows[0]
    expect(await stored()).toMatchObject({ medium: 'Ink', price: null })
    await importWorks(stock(row('A', "',null,,")))
    expect(await stored()).toMatchObject({ size_h: null })
  })
})

describe('a number', () => {
  beforeEach(async () => {
    await makeTag(test.db, { id: 7, name: 'colour field' })
    await makeTag(test.db, { id: 12, name: 'geometric' })
    await makeTag(test.db, { id: 30, name: '12' })
    await makeTag(test.db, { id: 31, name: '1960' })
    await makeArtist(test.db, { id: 3, name: 'Ines Falk' })
  })

  it('alone in its column is an id, which is told', async () => {
    const { rejected, notes } = await importWorks(works(['3', '7'], ['3', '']))
    expect(rejected).toEqual([])
    expect(await linked()).toEqual([
      [[3], [7]],
      [[3], []],
    ])
    expect(notes).toContainEqual(
      expect.stringMatching(
        /^Numbers were taken as ids: .*tags "7 colour field".* --names FIELD\.$/,
      ),
    )
  })

  it('that is an id and a name, or stands beside names, is refused until the user says which', async () => {
    const both = works(['3', '12'])
    const beside = works(['3', '7'], ['3', 'colour field'])
    for (const file of [both, beside]) {
      expect((await importWorks(file)).rejected).toEqual([
        expect.stringMatching(
          /^2: tags: "\d+" is the id of ".*", but .* --ids tags or --names tags\.$/,
        ),
      ])
    }
    await importWorks(both, '--ids', 'tags')
    expect(await linked()).toContainEqual([[3], [12]])
    await importWorks(both, '--names', 'tags')
    expect(await linked()).toContainEqual([[3], [30]])
  })

  it('that only names a record is its name', async () => {
    const artist = await makeArtist(test.db, { name: '1010' })
    const { rejected } = await importWorks(works(['1010', '1960;7']))
    expect(rejected).toEqual([])
    expect(await linked()).toEqual([[[artist.id], [31, 7].toSorted((one, other) => one - other)]])
  })

  it('that is neither creates nothing unless it is called a name', async () => {
    const file = works(['3', '2024'])
    expect((await importWorks(file, '--create-missing')).rejected).toEqual([
      '2: tags: No tags have the id, name, slug or external id "2024". If it is a name, add --names tags and --create-missing.',
    ])
    expect((await importWorks(file, '--create-missing', '--names', 'tags')).rejected).toEqual([])
  })

  it('of JSON is no more an id than a text', async () => {
    const line = {
      external_id: 'A',
      title: 'A',
      artists: [3],
      tags: [12],
      gallery,
      category: 1,
      units: 'cm',
    }
    const file = files.write(JSON.stringify([line]), 'works.json')
    expect((await importWorks(file)).rejected).toEqual([
      expect.stringMatching(/^1: tags: "12" is the id/),
    ])
  })
})

describe('a name with a comma', () => {
  it('is refused where it is one artist and several', async () => {
    for (const name of ['Ines Falk', 'Falk', 'Ines']) await makeArtist(test.db, { name })
    const { rejected } = await importWorks(works(['Falk, Ines', '']))
    expect(rejected).toEqual([
      '2: artists: "Falk, Ines" is one artist, "Ines Falk", or 2. Write the one name, or ";" between several.',
    ])
  })

  it.each([
    'Ines Falk & Jan Ode',
    'Ines Falk and Jan Ode',
    'Ines Falk, Jan Ode und Ai Weir',
    'Ines Falk / Jan Ode',
    'Ines Falk y Jan Ode',
    'Ines Falk、Jan Ode',
    'Ines Falk×Jan Ode',
    'Ines Falk x Jan Ode',
    'Ines Falk；Jan\u00a0Ode',
  ])('or a word for "and" between known names is several: %s', async (names) => {
    for (const name of ['Ines Falk', 'Jan Ode', 'Ai Weir']) await makeArtist(test.db, { name })
    const { rejected, notes } = await importWorks(works([names, '']), '--create-missing')
    expect([rejected, notes.join().includes('New')]).toEqual([[], false])
    expect(await linked()).toEqual([[names.includes('Weir') ? [1, 2, 3] : [1, 2], []]])
  })

  it.each(['black and white; ink', 'ink|black & white'])(
    'or a word for "and" is one in a tag: %s',
    async (cell) => {
      for (const name of ['black', 'white', 'ink']) await makeTag(test.db, { name })
      const { rejected, notes } = await importWorks(works(['[]', cell]), '--create-missing')
      expect([rejected, notes.join()]).toEqual([[], expect.stringMatching(/New tags: "black /)])
    },
  )

  it('is one with such a word where it is known', async () => {
    for (const name of ['Gilbert & George', 'Gilbert', 'George'])
      await makeArtist(test.db, { name })
    await importWorks(works(['gilbert & george', '']))
    expect(await linked()).toEqual([[[1], []]])
  })

  it('that is taken for several is told', async () => {
    for (const name of ['Gilbert', 'George']) await makeArtist(test.db, { name })
    const { notes } = await importWorks(works(['Gilbert and George', ''], ['Gilbert; George', '']))
    expect(await linked()).toEqual([
      [[1, 2], []],
      [[1, 2], []],
    ])
    expect(notes).toContain(
      'Read as several artists: "Gilbert and George". If one is meant, import this artist first.',
    )
  })

  it.each([
    ['"Falk, Ines"', '"Falk, Ines"'],
    ['"Falk, Ines","Berg, Jonas"', '"Falk, Ines", "Berg, Jonas"'],
    ['Ines Falk, "Berg, Jonas",Ai', '"Ines Falk", "Berg, Jonas", "Ai"'],
    ['"Bo" Lind', String.raw`"\"Bo\" Lind"`],
    ['Lind "Bo"', String.raw`"Lind \"Bo\""`],
  ])('that a database has quoted is read without quotes: %s', async (cell, created) => {
    const { notes } = await importWorks(works([cell.replaceAll('"', '""'), '']), '--create-missing')
    expect(notes).toContain(`New artists: ${created}.`)
  })

  it.each([
    ['Öl, Tinte', ['Öl', 'Tinte']],
    ['油画，风景、水墨', ['油画', '风景', '水墨']],
    ['زيت، حبر', ['زيت', 'حبر']],
    ['oil；ink', ['oil', 'ink']],
    ['زيت؛ حبر｜oil\rink', ['زيت', 'حبر', 'oil', 'ink']],
    ['#oil #ink', ['oil', 'ink']],
    ['#oil|#ink#wash', ['oil', 'ink', 'wash']],
    ['#oil, #known', ['oil', '#known']],
    ['#oil #1', ['#oil #1']],
    ['#油画，#风景', ['油画', '风景']],
    ['#1', ['#1']],
    ['oil  paint', ['oil paint']],
  ])('is one of several tags in any script: %s', async (cell, tags) => {
    await makeTag(test.db, { name: '#known' })
    const { rejected } = await importWorks(works(['[]', cell]), '--create-missing')
    expect(rejected).toEqual([])
    const { rows } =
      await sql`SELECT tags.name FROM artwork_tags JOIN tags ON tags.id = tag_id`.execute(test.db)
    expect(rows.map((row) => (row as { name: string }).name).toSorted()).toEqual(tags.toSorted())
  })

  it.each([`["oil", "ink"]`, `["oil",\n"ink"]`, `['oil']`, '[3, 7]', '{oil,ink}'])(
    'or quotes of a program is refused with its brackets: %s',
    async (cell) => {
      const { rejected } = await importWorks(
        works(['[]', cell.replaceAll('"', '""')]),
        '--create-missing',
      )
      expect(rejected).toEqual([
        expect.stringMatching(/^2: tags: .* is a list as programs write it/),
      ])
    },
  )

  it('has a blank for each gap, also where it was stored with others', async () => {
    const ids = [await makeArtist(test.db, { name: 'Ines\u00a0Falk' })].map(({ id }) => id)
    await importWorks(works(['Ines  Falk', ''], ['Jan\u00a0 Ode', '']), '--create-missing')
    const { rows } = await sql`SELECT id, name FROM artists ORDER BY id`.execute(test.db)
    expect(rows).toEqual([
      { id: ids[0], name: 'Ines\u00a0Falk' },
      expect.objectContaining({ name: 'Jan Ode' }),
    ])
  })

  it('that can be those of several is told where it is created', async () => {
    const file = works(['Ines Falk,Jan Ode; Tom & Ai|A+B', ''], ['Weir, Ai', ''], ['Ode, Jan', ''])
    for (const args of [['--dry-run'], []]) {
      const isDryRun = args.length > 0
      const { notes } = await importFile(test.db, 'artworks', file, {
        isDryRun,
        args: ['--create-missing'],
      })
      expect(notes).toContain(
        'Each of these is one new artist: "Ines Falk,Jan Ode", "Tom & Ai", "A+B". If several are meant, write ";" between them.',
      )
    }
  })

  it('is found turned both ways, also when the file has created it', async () => {
    const { id } = await makeArtist(test.db, { name: 'Berg, Jonas' })
    const file = works(['Jonas Berg', ''], ['Ode, Jan', ''], ['Jan Ode', ''], ['Weir; Ai', ''])
    const { rejected } = await importWorks(file, '--create-missing')
    expect(rejected).toEqual([])
    const [first, second, third] = await linked()
    expect(first).toEqual([[id], []])
    expect(third).toEqual(second)
  })

  it.each([
    ['Ines Falk', 'Ines Falk (b. 1951)'],
    ['Ines Falk', 'Falk, Ines (Danish, 1951–2010)'],
    ['Ines Falk', 'ines falk, b. 1951'],
    ['Falk, Ines', 'Ines Falk [1951 -]'],
    ['Ines Falk (b. 1951)', 'Ines Falk'],
    ['Ines Falk (b. 1951)', 'ines falk (b. 1951)'],
    ['Ines Falk', 'Ines\u00a0 Falk（1951）'],
  ])('is the same with the dates of a life: %s, %s', async (name, cell) => {
    await makeArtist(test.db, { name })
    const { notes } = await importWorks(works([cell, '']), '--create-missing')
    expect(await linked()).toEqual([[[1], []]])
    const isTold = notes.join().includes('Read as artists without their dates')
    expect(isTold).toBe(!name.includes('1951') && cell.includes('1951'))
  })

  it('is created without them, and they describe the artist', async () => {
    const file = works(
      ['Ines Falk (b. 1951)', ''],
      ['Ines Falk', ''],
      ['Ines Falk (1951–2010)', ''],
    )
    const { rejected, notes } = await importWorks(file, '--create-missing')
    expect(rejected).toEqual([])
    expect(notes.join()).toContain('without their dates: "Ines Falk (b. 1951)",')
    const { rows } = await sql`SELECT name, summary FROM artists`.execute(test.db)
    expect(rows).toEqual([{ name: 'Ines Falk', summary: 'b. 1951' }])
  })

  it('is rejected with other dates than those of its name', async () => {
    await makeArtist(test.db, { name: 'Ines Falk (1610–1690)' })
    const file = works(['Ines Falk (1638–1702)', ''], ['Studio 54 (Unit 10001)', ''])
    expect((await importWorks(file, '--create-missing')).rejected).toEqual([
      expect.stringMatching(/^2: artists: .* and "Ines Falk \(1610–1690\)" can be two artists\./),
    ])
    const { rows } = await sql`SELECT name FROM artists ORDER BY id`.execute(test.db)
    expect(rows).toEqual([{ name: 'Ines Falk (1610–1690)' }, { name: 'Studio 54 (Unit 10001)' }])
  })

  it('is rejected with the dates of two lives', async () => {
    const file = works(['Ines Falk (1610–1690)', ''], ['Ines Falk (1638–1702)', ''])
    expect((await importWorks(file, '--create-missing')).rejected).toEqual([
      expect.stringMatching(/^3: artists: "Ines Falk \(1638–1702\)" and .* can be two artists\./),
    ])
  })

  it('of several that is a word for nothing creates nothing, and is left out when the user says so', async () => {
    const file = works(['Ines Falk; N/A', 'boats, NULL'])
    const create = '--create-missing'
    const { rejected, hints } = await importWorks(file, create)
    expect(rejected).toEqual([
      expect.stringMatching(/^2: artists: "N\/A" is what .* tags: "NULL" is what /),
    ])
    await importWorks(file, create, ...hints.flatMap((hint) => hint.split(' ')))
    expect(await linked()).toEqual([[[1], [1]]])
  })

  it.each(['-', '—', '?', 'Unknown', 'unknown artist', 'Unbekannter Künstler', '不明', 'TBC'])(
    'that names nobody creates nothing, and is left out when the user says so: %s',
    async (name) => {
      const file = works([`Ines Falk; ${name}`, ''])
      const { rejected, hints } = await importWorks(file, '--create-missing')
      expect(rejected).toEqual([
        expect.stringMatching(/^2: artists: ".*" is no name\. .*--nothing .*; .* -- artists FILE$/),
      ])
      expect(hints.join()).toMatch(/^--nothing /)
      await importWorks(file, '--create-missing', '--nothing', name)
      expect(await linked()).toEqual([[[1], []]])
    },
  )

  it.each([
    'Known',
    'Anonymous',
    'Nada',
    'K',
    'Les Inconnus de la Mer',
    'Nonesuch',
    'Isidre Nonell',
    'Ada Keinan',
    '4',
  ])('that names somebody is created: %s', async (name) => {
    const args = ['--create-missing', '--names', 'artists']
    const { rejected, notes } = await importWorks(works([name, '']), ...args)
    expect(rejected).toEqual([])
    expect(notes).toContain(`New artists: "${name}".`)
  })

  it('of a line that the contract refuses creates nothing', async () => {
    const text = `${HEADER}\n${'K'.repeat(300)},Kade,Ines Falk,ink,${gallery},1,cm\n`
    const { rejected, notes } = await importWorks(files.write(text, 'k.csv'), '--create-missing')
    expect(rejected).toEqual([expect.stringMatching(/^2: external_id: /)])
    expect(notes.join()).not.toContain('New')
    const { rows } = await sql`SELECT name FROM artists UNION SELECT name FROM tags`.execute(
      test.db,
    )
    expect(rows).toEqual([])
  })

  it('of a line in which another one is refused creates nothing', async () => {
    for (const id of [71, 72]) await makeTag(test.db, { id, name: id === 71 ? 'Ink' : 'INK' })
    const file = works(['Ines Falk', 'ink'], ['Jan Ode; Unknown', ''], ['Ai Weir', 'wash'])
    const { rejected, notes } = await importWorks(file, '--create-missing')
    expect(rejected).toEqual([
      expect.stringMatching(/^2: tags: "ink" names 2 tags/),
      expect.stringMatching(/^3: artists: "Unknown" is no name/),
    ])
    expect(notes).toContain('New artists: "Ai Weir".')
  })

  it('is a name like a word for nothing behind an apostrophe, which is removed', async () => {
    const artist = await makeArtist(test.db, { name: 'N/A' })
    const tag = await makeTag(test.db, { name: 'NULL' })
    const ink = await makeTag(test.db, { name: 'ink' })
    const { rejected } = await importWorks(works(["'N/A", "'NULL"], ["'N/A", "ink; 'NULL"]))
    expect(rejected).toEqual([])
    expect(await linked()).toEqual([
      [[artist.id], [tag.id]],
      [[artist.id], [tag.id, ink.id]],
    ])
  })

  it('is whole where it is known', async () => {
    const { id } = await makeArtist(test.db, { name: 'Ai; Weiwei' })
    const tag = await makeTag(test.db, { name: 'Ink, wash' })
    await importWorks(works(['ai; weiwei', 'ink, WASH']))
    expect(await linked()).toEqual([[[id], [tag.id]]])
  })
})

describe('a file of records with names', () => {
  it('has one record of names that are equal, and keeps the stored spelling', async () => {
    const { id } = await makeArtist(test.db, { name: 'Zoé Brun' })
    const names = ['ZOE\u0301\u00a0BRUN', ' Ines Falk ', 'INES  FALK', 'Ines\u200b Falk']
    const file = files.write(
      `name,summary\n${names.map((name) => `${name},x`).join('\n')}\n`,
      'a.csv',
    )
    const { counts, rejected } = await importFile(test.db, 'artists', file)
    expect(counts).toMatchObject({ imported: 2, rejected: 2 })
    expect(rejected).toEqual(['4: is the same record as line 3', '5: is the same record as line 3'])
    const stored = await sql`SELECT id, name, summary FROM artists ORDER BY id`.execute(test.db)
    expect(stored.rows).toMatchObject([
      { id, name: 'Zoé Brun', summary: 'x' },
      { name: 'Ines Falk', summary: 'x' },
    ])
    const again = await importFile(test.db, 'artists', file)
    expect(again.counts).toMatchObject({ imported: 0, unchanged: 2 })
  })

  it('is an export only by what no other program writes', async () => {
    await makeTag(test.db, { id: 3, name: 'portrait' })
    const foreign = files.write('\ufeffid,name,description\r\n3,Foreign,\r\n', 'keywords.csv')
    const versions = await rowVersions(test.db)
    await expect(importFile(test.db, 'tags', foreign)).rejects.toThrow(
      /"id" may be yours: .*--ignore id.* --map id=id/,
    )
    expect(await rowVersions(test.db)).toEqual(versions)
    const own = files.write(await exportText(test.db, 'tags', 'csv'), 'export.csv')
    expect((await importFile(test.db, 'tags', own)).counts).toMatchObject({ unchanged: 1 })
    const args = ['--map', 'id=id']
    expect((await importFile(test.db, 'tags', foreign, { args })).counts).toMatchObject({
      imported: 1,
    })
  })
})

describe('a field that some rows lack', () => {
  it('is asked about: their cells may have been merged', async () => {
    const text = `${HEADER}\nA,Kade,Ines Falk,,${gallery},1,cm\nB,Ode,,,,1,cm\n`
    const { rejected, hints, notes } = await importWorks(
      files.write(text, 'm.csv'),
      '--create-missing',
    )
    expect(rejected).toHaveLength(1)
    expect(hints).toEqual([])
    expect(notes).toContain(
      "Empty cells of artists: if they are merged with those above, add --merged artists; otherwise --set 'artists=[]'.",
    )
  })
})

describe('a row of totals', () => {
  it('creates nothing, and proposes nothing for other rows', async () => {
    const file = works(['Ines Falk', 'ink'], ['(names)', '(words)'])
    const text = `${HEADER}\nA,Kade,Ines Falk,,${gallery},1,cm\nTotal,,(names),(words),,,\n(id),(title),(names),(words),(id),(id),cm\n`
    const totals = files.write(text, 'totals.csv')
    const { rejected, hints, notes } = await importWorks(totals, '--create-missing')
    expect(rejected).toEqual([
      expect.stringMatching(/^3: artwork\.title: It is required/),
      expect.stringMatching(/^4: gallery: No galleries have the name/),
    ])
    expect(hints).toEqual([])
    expect(notes).toContain('New artists: "Ines Falk".')
    expect((await importWorks(file)).hints).toEqual(['--create-missing'])
  })
})

describe('a reason', () => {
  it('says how records come into being to which a file refers', async () => {
    const { id: owner_id } = await makeUser(test.db)
    for (let no = 10; no < 21; no += 1)
      await makeGallery(test.db, { id: no, name: `Room ${no}`, owner_id })
    const file = files.write(`${HEADER}\nA,Kade,[],,Kunsthal,1,cm\nB,Kade,[],,5,Oils,cm\n`, 'k.csv')
    expect((await importWorks(file)).rejected).toEqual([
      expect.stringMatching(
        /^2: gallery: .* Write one of these: .*; and 2 more\. Or import it first: npm run import -- galleries FILE$/,
      ),
      expect.stringMatching(/^3: category: .* Write one of these: (?!.*npm run)/),
    ])
  })

  it('quotes the cell', async () => {
    const place = files.write('name,geolocation,country\nModerna,"59.3,18",Svea\n', 'v.csv')
    expect((await importFile(test.db, 'venues', place)).rejected).toEqual([
      '2: country: "Svea" is no country. Write its code, such as DE or JP, or its name, or add --replace country:Svea=CODE.',
    ])
    const work = files.write(`${HEADER}\nA,Kade,[],,${gallery},1,furlong\n`, 'w.csv')
    expect((await importWorks(work)).rejected).toEqual([
      expect.stringMatching(/^2: units: "furlong": It must be one of/),
    ])
  })
})
