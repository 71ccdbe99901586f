import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CellProblem, cellText } from '../../../scripts/files/cell-text.ts'
import { NO_OPTIONS } from '../../../scripts/files/file-options.ts'
import { readNumber } from '../../../scripts/files/numbers.ts'
import type { Row } from '../../../scripts/files/row.ts'
import { encodingOf } from '../../../scripts/files/text-encoding.ts'
import { readTime } from '../../../scripts/files/times.ts'
import { amount } from '../../support/amount.ts'
import { useFiles } from '../import/support/files.ts'
import { rowsOf } from './support/import-file.ts'

// However a program writes a table, it has the same records.

const files = useFiles()

const withoutLines = (rows: readonly Row[]) => rows.map(({ line: _, ...row }) => row)

/** Of characters that all encodings below have. */
const text = fc
  .array(fc.constantFrom('a', 'Zoë ', 'ü', 'ß', '–', ';', ',', '|', '\t', '"', 'x\ny', "'", '1'), {
    maxLength: 5,
  })
  .map((parts) => `T${parts.join('o')}e`)
const number = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => String(cents / 100))

const FIELDS = {
  external_id: text,
  title: text,
  artists: fc.constantFrom('[]', '3', '3;7'),
  gallery: fc.constantFrom('1', 'Weir Projects'),
  units: fc.constantFrom('inch', 'centimeter'),
  category: fc.constantFrom('1', 'Prints'),
  medium: fc.oneof(text, fc.constant('')),
  size_h: fc.oneof(number, fc.constant('')),
  price: fc.oneof(number, fc.constant('')),
}
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
const NUMBERS = ['size_h', 'price']
const table = fc.array(fc.record(FIELDS), { minLength: 1, maxLength: 6 })

const ENCODINGS: Readonly<Record<string, (content: string) => Buffer>> = {
  'utf-8': (content) => Buffer.from(content),
  'utf-8 with a mark': (content) => Buffer.from(`\ufeff${content}`),
  'utf-16le': (content) => Buffer.from(`\ufeff${content}`, 'utf16le'),
  'utf-16le without a mark': (content) => Buffer.from(content, 'utf16le'),
  'utf-16be': (content) => Buffer.from(`\ufeff${content}`, 'utf16le').swap16(),
  'windows-1252': (content) => inSingleBytes(content, 'windows-1252'),
  macintosh: (content) => inSingleBytes(content, 'macintosh'),
}

function inSingleBytes(content: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const,
  )
  const byCharacter = new Map(bytes)
  return Buffer.from(Array.from(content, (each) => byCharacter.get(each) ?? 0x3f))
}

const spelling = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => ` ${name.replaceAll('_', ' ')} `,
  (name) => name.replaceAll('_', '-').replace(/^./, (letter) => letter.toUpperCase()),
)

const dialect = fc.record({
  encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quotesAll: fc.boolean(),
  spelling,
  order: fc.shuffledSubarray(NAMES, { minLength: NAMES.length }),
  emptyColumns: fc.integer({ min: 0, max: 2 }),
  emptyRows: fc.boolean(),
  hasDecimalComma: fc.boolean(),
})

type Table = readonly Readonly<Record<string, string>>[]

function written(
  rows: Table,
  chosen: Partial<typeof dialect extends fc.Arbitrary<infer D> ? D : never>,
): Buffer {
  const { separator = ',', lineEnd = '\n', order = NAMES, emptyColumns = 0 } = chosen
  const quoted = (cell: string) =>
    chosen.quotesAll || /["\r\n]/.test(cell) || cell.includes(separator)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell
  const lineOf = (cells: readonly string[]) =>
    [...cells.map(quoted), ...Array<string>(emptyColumns).fill('')].join(separator) + lineEnd
  const cellOf = (row: Table[number], name: string) => {
    const cell = row[name] ?? ''
    return chosen.hasDecimalComma && NUMBERS.includes(name) ? cell.replace('.', ',') : cell
  }
  const blank = chosen.emptyRows ? lineOf(order.map(() => '')) : ''
  const header = lineOf(order.map(chosen.spelling ?? String))
  const body = rows.map((row) => lineOf(order.map((name) => cellOf(row, name)))).join(blank)
  return (ENCODINGS[chosen.encoding ?? 'utf-8'] ?? Buffer.from)(header + blank + body + blank)
}

describe('a table', () => {
  it('has the same records in any dialect of CSV', async () => {
    await fc.assert(
      fc.asyncProperty(table, dialect, async (rows, chosen) => {
        const plain = await rowsOf(files.write(written(rows, {}), 'plain.csv'))
        expect(plain.filter((row) => 'fields' in row)).toHaveLength(rows.length)
        const file = files.write(written(rows, chosen), 'dialect.csv')
        const isLegacy = /^(windows|mac)/.test(chosen.encoding)
        const told = { ...(isLegacy && { encoding: chosen.encoding }) }
        expect(withoutLines(await rowsOf(file, told))).toEqual(withoutLines(plain))
      }),
      { numRuns: amount({ commit: 80, nightly: 400 }) },
    )
  })

  it('has the same records as JSON, in an array, in an object, or in lines', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const plain = withoutLines(await rowsOf(files.write(written(rows, {}), 'plain.csv')))
        const array = files.write(JSON.stringify(rows), 'array.json')
        const wrapped = files.write(
          JSON.stringify({ count: rows.length, works: rows }),
          'list.json',
        )
        const entries = Object.fromEntries(rows.map((row, at) => [`e${at}`, row]))
        const object = files.write(JSON.stringify(entries), 'object.json')
        const lines = files.write(
          rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
          'lines.ndjson',
        )
        for (const file of [array, wrapped, lines])
          expect(withoutLines(await rowsOf(file))).toEqual(plain)
        expect(withoutLines(await rowsOf(object, { ignore: ['key'] }))).toEqual(plain)
      }),
      { numRuns: amount({ commit: 20, nightly: 100 }) },
    )
  })

  it.each(['\n', '\r\n', '\r'] as const)(
    'has each line in pieces of any size: %j',
    async (lineEnd) => {
      const rows = Array.from({ length: 3_000 }, (_, at) => ({
        external_id: `w${at}`,
        title: `x${lineEnd}${'x'.repeat(at % 97)}`,
        artists: '[]',
        gallery: '1',
        units: 'inch',
        category: '1',
      }))
      const read = await rowsOf(files.write(written(rows, { lineEnd }), 'large.csv'))
      expect(read.map(({ line }) => line)).toEqual(rows.map((_, at) => 2 * at + 2))
    },
  )
})

describe('bytes that are no Unicode', () => {
  const bytes = Buffer.from(
    '8dec956994d48d862c8dec89c696bc2c8dec956996bc2c90a78dec944e2c8b5a96402c8354834383592c89bf8a692c8ff391d4',
    'hex',
  )

  it.each(['', 'A', 'AB,C'])(
    'are shown in an encoding of two bytes, wherever the sample ends: %s',
    async (start) => {
      async function* chunks() {
        yield Buffer.concat([Buffer.from(start), bytes])
      }
      await expect(encodingOf(chunks())).rejects.toThrow(
        `--encoding shift_jis     ${start}作品番号,作家名,`,
      )
    },
  )
})

describe('a number', () => {
  it('is read in the notation of its file, and never in two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.constantFrom(0, 1, 2, 3),
        fc.constantFrom('point', 'comma'),
        fc.boolean(),
        (digits, decimals, numbers, isGrouped) => {
          const value = digits / 10 ** decimals
          const locale = numbers === 'point' ? 'en' : 'de'
          const cell = value.toLocaleString(locale, {
            useGrouping: isGrouped,
            minimumFractionDigits: decimals,
          })
          expect(readNumber(cell, { ...NO_OPTIONS, numbers })).toBe(value)
          let guessed: number | undefined
          try {
            guessed = readNumber(cell, NO_OPTIONS)
          } catch (error) {
            expect(error).toBeInstanceOf(CellProblem)
          }
          if (guessed !== undefined) expect(guessed).toBe(value)
        },
      ),
    )
  })

  it('with a zero in front of others and decimals is none', () => {
    expect(() => readNumber('012.500', NO_OPTIONS)).toThrow(/"012.500" is no number/)
  })

  it.each(['1.200', '12,125', '-3.000'])('is refused when it could be two: %s', (cell) => {
    expect(() => readNumber(cell, NO_OPTIONS)).toThrow(/^"-?\d+[.,]\d+" is .* or .*decimal point/)
  })

  it.each([
    ['1.200,50', 1200.5],
    ['1,200.50', 1200.5],
    ['1200,5', 1200.5],
    ['1 200', 1200],
    ["1'200.5", 1200.5],
    ['0.125', 0.125],
    ['1234.567', 1234.567],
    ['1.200,-', 1200],
    ["1'200.–", 1200],
    ['950.--', 950],
  ])('is read where it can be one only: %s', (cell, value) => {
    expect(readNumber(cell, NO_OPTIONS)).toBe(value)
  })
})

describe('the text of a cell', () => {
  it.each([
    ['="00123"', '00123'],
    ['="He said ""no"""', 'He said "no"'],
    ['="a"&"b"', '="a"&"b"'],
    ['=1', '=1'],
  ])('is that of its formula, if it has nothing else: %s', (cell, constant) => {
    expect(cellText(cell)).toBe(constant)
  })

  it('is read in every column', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const formula = (cell: string) => cell && `="${cell.replaceAll('"', '""')}"`
        const formulas = rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, formula(cell)])),
        ) as Table
        const plain = await rowsOf(files.write(written(rows, {}), 'plain.csv'))
        expect(await rowsOf(files.write(written(formulas, {}), 'formulas.csv'))).toEqual(plain)
      }),
      { numRuns: amount({ commit: 20, nightly: 100 }) },
    )
  })
})

describe('a date', () => {
  const zoned = { ...NO_OPTIONS, zone: 'America/Sao_Paulo' }
  it.each([
    ['2031-03-14', '2031-03-14T00:00:00-03:00'],
    ['14.03.2031', '2031-03-14T00:00:00-03:00'],
    ['March 14, 2031', '2031-03-14T00:00:00-03:00'],
    ['14 Mar 2031 9:30', '2031-03-14T09:30:00-03:00'],
    ['2031-03-14T18:00:00.000', '2031-03-14T18:00:00-03:00'],
    ['14/03/2031', '2031-03-14T00:00:00-03:00'],
    // Summer began at midnight, which the clocks of that day did not show.
    ['2018-11-04', '2018-11-04T00:00:00-03:00'],
    ['2018-11-05', '2018-11-05T00:00:00-02:00'],
    ['2031-03-14T18:00:00Z', '2031-03-14T18:00:00Z'],
    // As spreadsheets and databases write them.
    ['14/03/2031 7:00 PM', '2031-03-14T19:00:00-03:00'],
    ['March 14, 2031 at 12:05\u202fAM', '2031-03-14T00:05:00-03:00'],
    ['Mar 14 2031 12:05:09 p.m.', '2031-03-14T12:05:09-03:00'],
    ['2031-03-14 7pm', '2031-03-14T19:00:00-03:00'],
    ['Friday, March 14, 2031', '2031-03-14T00:00:00-03:00'],
    ['Fr., 14. März 2031 um 19:00 Uhr', '2031-03-14T19:00:00-03:00'],
    ['14. Mrz 2031', '2031-03-14T00:00:00-03:00'],
    ['vendredi 14 mars 2031 19h30', '2031-03-14T19:30:00-03:00'],
    ['mar. 1er avril 2031', '2031-04-01T00:00:00-03:00'],
    ['March 14th, 2031', '2031-03-14T00:00:00-03:00'],
    ['14.3.2031 19.30', '2031-03-14T19:30:00-03:00'],
    ['14. 3. 2031', '2031-03-14T00:00:00-03:00'],
    ['2031. 03. 14.', '2031-03-14T00:00:00-03:00'],
    ['2031. március 14.', '2031-03-14T00:00:00-03:00'],
    ['2031年3月14日', '2031-03-14T00:00:00-03:00'],
    ['2031-03-14T19:00Z', '2031-03-14T19:00:00Z'],
    ['2031-03-14 19:00:00.5+01', '2031-03-14T19:00:00+01:00'],
    ['2031-03-14 19:00:00 -0530', '2031-03-14T19:00:00-05:30'],
    ['2031-03-14 19:00:00 UTC', '2031-03-14T19:00:00Z'],
    ['2031-03-14T19:00-05:00', '2031-03-14T19:00:00-05:00'],
  ])('is one of its zone: %s', (cell, time) => {
    expect(readTime(cell, 'start', zoned, false).time).toBe(time)
  })

  it('of a day ends with it', () => {
    expect(readTime('2031-03-14', 'end', zoned, false)).toMatchObject({
      time: '2031-03-14T23:59:59-03:00',
      isDay: true,
    })
  })

  it.each([
    ['03/04/2031', /2031-04-03 or 2031-03-04: add --dates/],
    ['1962', /year alone. Add --lenient start_time/],
    ['30.02.2031', /no date or time/],
    ['2031-03-14 25:00', /no time of a day/],
    ['2031-03-14 24:01', /no time of a day/],
    ['2031-03-14 13:00 PM', /no time of a day/],
    ['2031-03-14 0.25', /no date or time/],
    ['2031-03-14 0:30 am', /no time of a day/],
    ['2031-03-14 19', /no date or time/],
    ['2031-03-14 19:00 CET', /no date or time/],
    ['14.03.2031 10:00-12:00', /two times, or one with its offset/],
    ['March 14, 2031 22:00 -02:00', /two times, or one with its offset/],
    ['14 mars 2031 9h-12', /two times, or one with its offset/],
    ['2031-03-14 7pm-10', /two times, or one with its offset/],
    ['Thursday, March 14, 2031', /another day of the week/],
    ['So 14.03.2031', /another day of the week/],
    // "mar" is Tuesday and March.
    ['lun 14 mar 2031', /another day of the week/],
    ['3/14/31', /no date or time/],
    ['14-Mar-31', /no date or time/],
    ['soon', /no date or time/],
  ])('is refused with words for the next try: %s', (cell, message) => {
    expect(() => readTime(cell, 'start', zoned, false)).toThrow(message)
  })

  it('without a zone needs one', () => {
    expect(() => readTime('2031-03-14', 'start', NO_OPTIONS, false)).toThrow(/--zone/)
  })
})
