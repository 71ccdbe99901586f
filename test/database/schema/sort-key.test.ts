import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { LISTS } from '../../../src/lists/list.ts'
import { useDatabase } from '../../support/database.ts'
import { makeArtist } from '../../support/make-artist.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { anyCharacter } from '../../support/any-character.ts'

const test = useDatabase()

async function sortKey(text: string): Promise<string> {
  const [key = ''] = await sortKeys([text])
  return key
}

async function sortKeys(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT sort_key(text) AS key
    FROM unnest(${texts}::text[]) WITH ORDINALITY given (text, place) ORDER BY place`.execute(
    test.db,
  )
  return rows.map(({ key }) => key)
}

/** An accent disables the fast path of the function, and does not change the key. */
const ACCENT = '\u0301'
/** Any text that PostgreSQL can store. */
const anyText = fc.string({ unit: anyCharacter }).map((text) => text.replaceAll('\0', ''))
const asciiCharacter = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 })
const asciiSpace = fc.constantFrom('\t', '\n', '\v', '\f', '\r', ' ')
const asciiText = fc.string({ unit: fc.oneof(asciiCharacter, asciiSpace) })

describe('sort_key', () => {
  it.each([
    ['Harbour at Dusk', 'harbour at dusk'],
    ['ÉTUDE', 'etude'],
    ['Étude', 'etude'],
    ['E\u0301tude', 'etude'],
    ['Ødegård', 'odegard'],
    ['Æther œuvre', 'aether oeuvre'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Łódź', 'lodz'],
    ['Þing', 'thing'],
    ['Ðorđe Ħ', 'dorde h'],
    ['İstanbul ISPARTA ısı', 'istanbul isparta isi'],
    ['ﬁgure № 5', 'figure no 5'],
    ['Ｗｉｄｅ', 'wide'],
    ['  edges  ', 'edges'],
    ['\u00a0\t\u3000wide edges\u2028\r\n\ufeff', 'wide edges'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['Чайка Ёж', 'чаика еж'],
    ['ԵՐԵՎԱՆ', 'երեվան'],
    ['静物', '静物'],
    ['\u0301', ''],
    ['', ''],
  ])('folds "%s" to "%s"', async (text, key) => {
    expect(await sortKey(text)).toBe(key)
  })

  it('is null for null', async () => {
    const { rows } = await sql`SELECT sort_key(NULL) AS key`.execute(test.db)
    expect(rows).toEqual([{ key: null }])
  })

  it('is the same for a key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { maxLength: 20 }), async (texts) => {
        const keys = await sortKeys(texts)
        expect(await sortKeys(keys)).toEqual(keys)
      }),
    )
  })

  it('has the same key for ASCII texts, which take a fast path', async () => {
    await fc.assert(
      fc.asyncProperty(asciiText, async (text) => {
        const [fast, slow] = await sortKeys([text, ACCENT + text])
        expect(fast).toBe(text.trim().toLowerCase())
        expect(slow).toBe(fast)
      }),
    )
  })

  /** Blocks of widely used scripts with capitals. */
  it.each([
    ['Latin', [0xc0, 0x24f], [0x1e00, 0x1eff], [0x2c60, 0x2c7f], [0xa722, 0xa7c9]],
    ['Greek', [0x370, 0x3e1]],
    ['Cyrillic', [0x400, 0x52f], [0xa640, 0xa69b]],
    ['Armenian', [0x531, 0x587]],
    ['fullwidth', [0xff21, 0xff5a]],
  ] as [string, ...[number, number][]][])(
    'ignores the case of every %s letter',
    async (_, ...blocks) => {
      const letters = blocks.flatMap(([first, last]) => charactersOf(first, last))
      const keys = await sortKeys(letters)
      expect(await sortKeys(letters.map((letter) => letter.toUpperCase()))).toEqual(keys)
      expect(await sortKeys(letters.map((letter) => letter.toLowerCase()))).toEqual(keys)
      expect(new Set(keys).size).toBeGreaterThan(25)
    },
  )

  it.each(['a', 'é', '静', '😀', '\u1e9b\u0323', 'ﷺ', 'æ', ' a', ' ж'])(
    'fits its index for 3000 times "%s"',
    async (text) => {
      const key = await sortKey(text.repeat(3_000))
      expect(Buffer.byteLength(key)).toBeLessThanOrEqual(2_000)
      expect(key.length).toBeGreaterThan(400)
      expect(key).toBe(key.trim())
      // Half a character would be stored as a replacement character.
      expect(Buffer.from(key).toString()).toBe(key)
    },
  )
})

describe('the function of the code', () => {
  const baseline = readFileSync('src/database/migrations/0001-baseline.sql', 'utf8')
  const [first = ''] = /CREATE FUNCTION sort_key[^]*?\nEND \$\$;/.exec(baseline) ?? []

  /** Folded, kept, removed, and made into several, of different alphabets. */
  const letters = fc.constantFrom(
    'Ж',
    'ж',
    'ἦ',
    'ﷺ',
    '漢',
    'Æ',
    'æ',
    'ß',
    'ς',
    'Σ',
    'İ',
    'é',
    ' ',
    'a',
    ACCENT,
    '\u2028',
  )
  const mixed = fc.string({ unit: fc.oneof(letters, anyText), maxLength: 60 })

  // The stored keys were computed by the first one.
  it('has the keys of the migration', async () => {
    await sql.raw(first.replace('sort_key', 'first_sort_key')).execute(test.db)
    const differing = async (texts: readonly string[]) =>
      (
        await sql`SELECT text FROM unnest(${texts}::text[]) given (text)
          WHERE sort_key(text) IS DISTINCT FROM first_sort_key(text)`.execute(test.db)
      ).rows
    expect(await differing([...charactersOf(1, 0xd7ff), ...charactersOf(0xe000, 0x1ffff)])).toEqual(
      [],
    )
    expect(await differing(fc.sample(mixed, 2_000))).toEqual([])
    expect(await differing(fc.sample(mixed, 20).map((text) => text.repeat(100)))).toEqual([])
  })
})

function charactersOf(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n))
}

describe('the stored keys', () => {
  it('follow the titles and names', async () => {
    const artwork = await makeArtwork(test.db, { title: 'Étude' })
    expect(artwork.title_sort_key).toBe('etude')
    const artist = await makeArtist(test.db, { name: 'Åse Øvre' })
    expect(artist.name_sort_key).toBe('ase ovre')
    const renamed = await test.db
      .updateTable('artists')
      .set({ name: 'Þóra' })
      .where('id', '=', artist.id)
      .returning('name_sort_key')
      .executeTakeFirstOrThrow()
    expect(renamed.name_sort_key).toBe('thora')
  })

  // Any other collation depends on the machine, and the index with it.
  it('are compared by bytes, in every table', async () => {
    const { rows } = await sql<{ column: string }>`
      SELECT concat_ws('.', table_name, column_name) AS column
      FROM information_schema.columns
      WHERE column_name LIKE '%sort_key' AND collation_name = 'C' AND is_generated = 'ALWAYS'
      ORDER BY 1`.execute(test.db)
    const texts = Object.values(LISTS).flatMap((list) =>
      Object.values(list.sortKeys).flatMap(({ type, column }) =>
        type === 'text' ? [`${list.table}.${column}`] : [],
      ),
    )
    expect(rows.map(({ column }) => column)).toEqual(texts.toSorted())
  })
})
