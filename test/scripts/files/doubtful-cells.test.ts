import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOptions } from '../../../scripts/command-line.ts'
import { isMadeBySoftware } from '../../../scripts/files/cell-text.ts'
import { columnsOf, headingOf } from '../../../scripts/files/csv-cells.ts'
import { FILE_KIND_NAMES } from '../../../scripts/files/file-kinds.ts'
import { FILE_OPTIONS, NO_OPTIONS, readFileOptions } from '../../../scripts/files/file-options.ts'
import { mapHeadings } from '../../../scripts/files/headings.ts'
import { ImportReport } from '../../../scripts/files/import-report.ts'
import { misread } from '../../../scripts/files/misread-text.ts'
import { plainNumbers } from '../../../scripts/files/numbers.ts'
import { readSize } from '../../../scripts/files/sizes.ts'
import { readTime } from '../../../scripts/files/times.ts'
import { openSource, surveyRows } from '../../../scripts/files/source.ts'
import { ImportError, type Row } from '../../../scripts/files/row.ts'
import { amount } from '../../support/amount.ts'
import { useFiles } from '../import/support/files.ts'
import { kindOf, rowsOf } from './support/import-file.ts'

// What can be read in two ways is refused, and read in one with the option that the message names.

const files = useFiles()
const HEADER = 'external_id,title,artists,gallery,category,units'

const fieldsOf = (row: Row | undefined) =>
  row !== undefined && 'fields' in row ? (row.fields['artwork'] as Record<string, unknown>) : row

describe('quotes', () => {
  const cell = fc
    .array(fc.constantFrom('a', 'b c', '"', ' ', ',', '12"', '""'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '')
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 })

  it('of a file without quoting lose no row: it is refused, or read with --quotes text', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('\t', ';'), async (rows, separator) => {
        const lines = rows.map(([title, medium], at) =>
          [`K-${at}`, title, '[]', '1', '1', 'cm', medium].join(separator),
        )
        const header = `${HEADER},medium`.replaceAll(',', separator)
        const file = files.write([header, ...lines, ''].join('\n'), 'plain.txt')
        const plain = await rowsOf(file, { quotes: 'text' })
        expect(plain.map(fieldsOf)).toMatchObject(
          rows.map(([title, medium]) => ({ title: title.trim(), medium: medium.trim() })),
        )
        const read = await rowsOf(file).catch((error: unknown) => {
          if (error instanceof ImportError) return error.message
          throw error
        })
        if (typeof read === 'string') expect(read).toMatch(/Nothing was changed\. .*--quotes text/)
        else expect(read).toHaveLength(rows.length)
      }),
      { numRuns: amount({ commit: 100, nightly: 600 }) },
    )
  })

  it.each([
    ['"Low', '12" disc'],
    ['"Blue period', 'Red" thing'],
    ['"say ""no"" x" y', 'b'],
    ['"never closed', 'b'],
    [String.raw`"say \"no\" x"`, 'b'],
    [String.raw`"12\" disc"`, 'b'],
  ])('that could be of two kinds are refused: %s', async (...media) => {
    const rows = media.map((medium, at) => `${at}\tx\t[]\t1\t1\tcm\t${medium}`)
    const text = [`${HEADER},medium`.replaceAll(',', '\t'), ...rows].join('\n')
    await expect(rowsOf(files.write(text, 'a.tsv'))).rejects.toThrow(/line 2 .*--quotes text/)
  })

  it.each([
    [String.raw`"C:\\"`, {}],
    [String.raw`"C:\"`, { quotes: 'csv' }],
  ] as const)('of a cell that ends in backslashes are taken: %s, %j', async (medium, options) => {
    const file = files.write(`${HEADER},medium\nA,A,[],1,1,in,${medium}\n`, 'a.csv')
    expect((await rowsOf(file, options)).map(fieldsOf)).toMatchObject([
      { medium: medium.slice(1, -1) },
    ])
  })

  it('that make a row short are no reason for a short row', async () => {
    const file = files.write(`${HEADER},medium\nA,"Low,[],1,1,in,12"\n`, 'a.csv')
    expect(await rowsOf(file)).toMatchObject([{ error: expect.stringMatching(/^has 2 cells/) }])
    await expect(rowsOf(file, { shortRows: true })).rejects.toThrow(/makes several cells one/)
  })

  it('of a spreadsheet have lines and separators', async () => {
    const medium = 'Ink, on paper,\nsigned, dated\n"1" of 3, unique'
    const file = files.write(
      `${HEADER},medium\nA,12" x 8",[],1,1,in,"${medium.replaceAll('"', '""')}"\n`,
      'a.csv',
    )
    expect((await rowsOf(file)).map(fieldsOf)).toMatchObject([{ title: '12" x 8"', medium }])
  })
})

describe('the currency of a price', () => {
  const priceOf = async (
    heading: string,
    cell: string,
    set: Record<string, string> = {},
    lenient: readonly string[] = [],
  ) => {
    const file = files.write(`${HEADER},"${heading}"\nA,Kade,[],1,1,in,"${cell}"\n`, 'price.csv')
    const map = heading === 'price' ? {} : { price: heading }
    const [row] = await rowsOf(file, { map, set, lenient })
    const fields = fieldsOf(row)
    return fields !== undefined && 'price' in fields
      ? fields['price']
      : (row as { error: string }).error
  }

  it.each([
    ['PRICE_GBP', '900', 'GBP'],
    ['price_eur', '900', 'EUR'],
    ['Price (USD)', '900', 'USD'],
    ['Preis in CHF', '900', 'CHF'],
    ['Price £', '900', 'GBP'],
    ['Цена, руб.', '900 RUB', 'RUB'],
    ['Цена, руб.', '900 BYN', 'BYN'],
    ['price', '900 lei RON', 'RON'],
    ['Cena (zł)', '900', 'PLN'],
    ['Cena [Kč]', '900', 'CZK'],
    ['Pris (kr)', '900 DKK', 'DKK'],
    ['Preis Fr.', '900', 'CHF'],
    ['Ár (Ft)', '900', 'HUF'],
    ['Fiyat (TL)', '900', 'TRY'],
    ['가격(원)', '900', 'KRW'],
    ['Retail US$ incl. VAT', '900', 'USD'],
    ['priceGBP', '900', 'GBP'],
    ['PRICEGBP', '900', 'GBP'],
    ['price', '$900 CAD', 'CAD'],
    ['price', '€ 900', 'EUR'],
    ['price', '900 gbp', 'GBP'],
    ['price', 'CHF 900', 'CHF'],
    ['Price $', '900 AUD', 'AUD'],
    ['price', '900 zł', 'PLN'],
    ['price', 'Fr. 900.-', 'CHF'],
    ['price', '900 Kč', 'CZK'],
    ['price', 'RUB 900 руб.', 'RUB'],
    ['Price kr (SEK)', '900 kr', 'SEK'],
    ['Price kr (ISK)', '900 kr', 'ISK'],
    ['price', 'EUR €900', 'EUR'],
    ['price', '900 € EUR', 'EUR'],
  ])('named by its heading or cell is the only one: %s, %s', async (heading, cell, currency) => {
    expect(await priceOf(heading, cell)).toMatch(
      new RegExp(`in doubt: .*add --set price_currency=${currency}$`),
    )
    expect(await priceOf(heading, cell, { price_currency: currency })).toBe(900)
    expect(await priceOf(heading, cell, { price_currency: 'JPY' })).toMatch(/in doubt: .* "JPY"\.$/)
  })

  it.each([
    ['price', 'EUR 900 GBP', /names several currencies: EUR, GBP/],
    ['PRICE_GBP', '€900', /in doubt: its cell names EUR, its heading "PRICE_GBP" names GBP/],
    ['price', 'POA', /^price: "POA" is no number/],
    ['price', '900 m', /^price: "900 m" can be in millions or in another unit/],
    ['price', '900m', /can be in millions or in another unit/],
    ['price', 'from 1200', /^price: "from 1200" is no number/],
    ['price', '2 for 1k', /^price: "2 for 1k" is no number/],
    ['price', '1200 +VAT', /^price: "1200 \+VAT" .* without its tax\..*take "1200"/],
    ['price', 'excl. VAT', /^price: "excl. VAT" is no number/],
    ['price', '1200 +', /^price: "1200 \+" is no number/],
    ['price', '1.200,- net', /^price: "1\.200,- net" .* without its tax/],
    ['price', '$1,200 (plus 7% sales tax)', /without its tax\..*take "\$1,200"/],
  ])(
    'must not contradict itself, and cells are quoted whole: %s, %s',
    async (heading, cell, reason) => {
      expect(await priceOf(heading, cell, { price_currency: 'EUR' })).toMatch(reason)
    },
  )

  it.each([
    ['£12k', 12_000],
    ['12k£', 12_000],
    ['1.2Mio£', 1_200_000],
    ['12,5 tys. £', 12_500],
    ['GBP 1.2m', 1_200_000],
    ['1,2 Mio. £', 1_200_000],
    ['12 Tsd.', 12_000],
    ['120万', 1_200_000],
    ["GBP 12'000", 12_000],
    ['12.000,- £', 12_000],
    ['£ 900 incl. 20% VAT', 900],
    ['900 (VAT included)', 900],
  ])('is one of a number in words, or with its tax: %s', async (cell, price) => {
    expect(await priceOf('price', cell, { price_currency: 'GBP' })).toBe(price)
  })

  it.each([
    'Preis netto',
    'Netto-VK',
    'Nettopreis',
    'price excl. VAT',
    'Prix HT (€)',
    'Prezzo + IVA',
    'Cena bez VAT',
    'price_ex_vat',
    'Prix hors-taxes',
    '価格（税抜）',
  ])('without its tax can be named by its heading, and is taken then, too: %s', async (heading) => {
    const set = { price_currency: 'EUR' }
    expect(await priceOf(heading, '900', set)).toMatch(
      /^price: Its heading ".*" names a price without its tax\..*--lenient price/,
    )
    expect(await priceOf(heading, '900', set, ['price'])).toBe(900)
  })

  it.each([
    'Цена, тыс. руб.',
    '가격(만원)',
    'Cena (tis. Kč)',
    'Preis in T€',
    'Prix (k€)',
    'Price (thousands)',
    "Price '000",
    '価格（万円）',
  ])('is refused in thousands or millions of a heading: %s', async (heading) => {
    expect(await priceOf(heading, '12', { price_currency: 'EUR' })).toMatch(
      /^price: Its heading ".*" names thousands or millions\. Write all digits/,
    )
  })

  it.each(['EUR 900 excl. VAT', '€900 + 19 % MwSt.', '900 HT'])(
    'without its tax is taken if the user is lenient: %s',
    async (cell) => {
      const file = files.write(`${HEADER},price\nA,Kade,[],1,1,in,${cell}\n`, 'net.csv')
      const report = new ImportReport()
      const options = { set: { price_currency: 'EUR' }, lenient: ['price'] }
      expect((await rowsOf(file, options, report)).map(fieldsOf)).toMatchObject([{ price: 900 }])
      expect(report.lines()[0]).toMatch(
        /^price: 1 cell was read in part, such as ".*" as ".*900"\.$/,
      )
    },
  )

  it.each([
    ['９００円', /in doubt: its cell names JPY/, ['JPY']],
    ['￥900', /in doubt: its cell names JPY or CNY/, ['JPY', 'CNY']],
    ['\\900', /in doubt: its cell names JPY or KRW/, ['JPY', 'KRW']],
    ['900 元', /in doubt: its cell names CNY or TWD or HKD/, ['CNY', 'TWD', 'HKD']],
  ])('of eastern Asia can be a sign of its own: %s', async (cell, doubt, currencies) => {
    expect(await priceOf('price', cell)).toMatch(doubt)
    for (const price_currency of currencies)
      expect(await priceOf('price', cell, { price_currency })).toBe(900)
  })

  it.each(['1200¹', '1,200²', '①1200'])('has no digit of a note: %s', async (cell) => {
    expect(await priceOf('price', cell, { price_currency: 'EUR' })).toMatch(/is no number/)
  })

  it.each(['Prix FR', 'Price ft'])('is no sign of cells in a heading: %s', async (heading) => {
    expect(await priceOf(heading, '900')).toBe(900)
  })

  it.each([
    ['€', 'EUR'],
    ['Euro', 'EUR'],
    ['US$', 'USD'],
    ['eur', 'EUR'],
    ['GBP (£)', 'GBP'],
    ['$', /^price_currency: "\$" is USD or CAD or .*--nothing '\$'/],
    ['USD / EUR', /^price_currency: "USD \/ EUR" is USD or EUR/],
  ])('in a cell of its own is a code, a sign or a word: %s', async (cell, currency) => {
    const text = `${HEADER},price,price_currency\nA,Kade,[],1,1,in,900,${cell}\n`
    const [row] = await rowsOf(files.write(text, 'currency.csv'))
    expect(row).toMatchObject(
      typeof currency === 'string'
        ? { fields: { artwork: { price_currency: currency } } }
        : { error: expect.stringMatching(currency) },
    )
  })

  it('of several rows that name different ones is a column, and no option', async () => {
    const prices = ['€ 900', '£ 800', '€ 700']
    const lines = prices.map((price, at) => `A${at},Kade,[],1,1,in,${price}\n`)
    const file = files.write(`${HEADER},price\n${lines.join('')}`, 'prices.csv')
    const report = new ImportReport()
    await rowsOf(file, {}, report)
    expect([...report.hints]).toEqual([])
    expect(report.lines().join()).toContain('give the file a column price_currency')
    const [first] = await rowsOf(file)
    expect(first).toMatchObject({
      error: expect.stringMatching(/in a column or, if it is one for all/),
    })
  })

  it.each([
    'Price',
    'Price for all',
    'Mad price',
    'constructor',
    'Internet price',
    'VK inkl. MwSt.',
  ])('is not in a heading of words: %s', async (heading) => {
    expect(await priceOf(heading, '900')).toBe(900)
  })

  it('is proposed together with its heading', async () => {
    const file = files.write(`${HEADER},PRICE_GBP\nA,Kade,[],1,1,in,900\n`, 'gbp.csv')
    await expect(rowsOf(file)).rejects.toThrow(
      /--map price=PRICE_GBP --set price_currency=GBP --preview/,
    )
  })
})

describe('a month', () => {
  const zoned = { ...NO_OPTIONS, zone: 'UTC' }
  it.each([
    ['14 marraskuuta 2031', '11'],
    ['14 marraskuu 2031', '11'],
    ['14. März 2031', '03'],
    ['14 de março de 2031', '03'],
    ['14 août 2031', '08'],
    ['14 Sept. 2031', '09'],
    ['14 DEC 2031', '12'],
    ['14 grudnia 2031', '12'],
  ])('is a whole name: %s', (cell, month) => {
    expect(readTime(cell, 'start', zoned, false).time).toBe(`2031-${month}-14T00:00:00+00:00`)
  })

  it.each([
    '14 Decade 2031',
    '14 Aprilia 2031',
    '14 Maybe 2031',
    '14 mar-kt 2031',
    '14 Marta 2031',
  ])('is no word that begins like one: %s', (cell) => {
    expect(() => readTime(cell, 'start', zoned, false)).toThrow(/is no date/)
  })
})

describe('a date that software has cut', () => {
  it.each([
    ['47920', /number that a spreadsheet has for a day/],
    ['47920.75', /number that a spreadsheet has for a day/],
    ['3/14/31 18:00', /no date or time whose year has its century/],
    ['14.3.31', /no date or time whose year has its century/],
  ])('is named: %s', (cell, message) => {
    expect(() => readTime(cell, 'start', { ...NO_OPTIONS, zone: 'UTC' }, false)).toThrow(message)
  })
})

describe('what other software has spoilt', () => {
  it.each(
    '#NV #N/D #N/B #I/T #¡VALOR! #¡DIV/0! #¿NOMBRE? #NÁZEV? #ЗНАЧ! #Н/Д #HIÁNYZIK #SAKNAS! #REF ＃REF! [NULL] <null> (null) {null} n.a. (blank) NaN 1.2E11 9.78×10^12 0000-00-00 Err:508'.split(
      ' ',
    ),
  )('is no text: %s', (cell) => {
    expect(isMadeBySoftware(cell)).toBe(true)
  })

  it.each([
    '#1',
    '#12',
    '#metoo',
    'Null Island',
    'None of it',
    'NV',
    'E10',
    '[Untitled]',
    '(Blank verse)',
    'Ref',
  ])('is not a text like it: %s', (cell) => {
    expect(isMadeBySoftware(cell)).toBe(false)
  })

  it.each([
    ['Gr√ºn', 'Grün'],
    ['Gr├╝n', 'Grün'],
    ['GrĂĽn', 'Grün'],
    ['GrГјn', 'Grün'],
    ['GrÃ¼n', 'Grün'],
    ['РњРѕСЃРєРІР°', 'Москва'],
    ['Caf├⌐', 'Café'],
    ['Grün, Gr√ºn', 'Grün, Grün'],
    ['D\u0092Or \u0096 Grün', 'D’Or – Grün'],
    ['Dâ\u0080\u0099Or', 'D’Or'],
  ])('is found in the encoding in which it was read: %s', (cell, text) => {
    expect(misread(cell)?.text).toBe(text)
  })

  it.each(['ÐœÐ¾ÑÐºÐ²Ð°', 'Sun â˜€ï¸', 'Gr\u0081n\u0092s'])(
    'is found where bytes are lost: %s',
    (cell) => {
      expect(misread(cell)?.text).toBe(cell)
    },
  )

  it.each([
    ['GrÃ¼n', 'UTF-8 that was read as Windows-1252'],
    ['Dâ\u0080\u0099Or', 'UTF-8 that was read as Latin-1'],
    ['D\u0092Or', 'Windows-1252 that was read as Latin-1'],
  ])('is told with its cause: %s', (cell, cause) => {
    expect(misread(cell)?.cause).toBe(cause)
  })

  // One text in each language whose letters such an encoding has.
  it.each(
    'Её портрет|Её|Ні|Дії і їжа|Київ, Єва|Ђорђе Љубо|Úžitok|Žluťoučký kůň|ÁRVÍZTŰRŐ TÜKÖRFÚRÓGÉP|Zażółć gęślą JAŹŃ|Ăst și înțelept|Été à Orléans|Übergröße|√2 ≈ 1.4|½ – ¾|┌─┐|Ελλάδα|日本語|Þórður Æsir|Ã|ÃO|SÃO João'.split(
      '|',
    ),
  )('is not a text of its language: %s', (cell) => {
    expect(misread(cell)).toBeUndefined()
  })
})

describe('numbers of other scripts', () => {
  it.each([
    ['year_of_creation', '２０２０年', { year_of_creation: 2020 }],
    ['year_of_creation', '٢٠٢٠', { year_of_creation: 2020 }],
    ['year_of_creation', 'حوالي ١٩٢٠', { year_of_creation: 1920 }],
    ['price', '￥１２０，０００．５０', { price: 120_000.5 }],
    ['price', '١٬٢٠٠٫٥٠', { price: 1200.5 }],
    ['price', '۱۵۰۰', { price: 1500 }],
    ['size_h', '３０．５㎝', { size_h: 30.5, units: 'centimeter' }],
    ['size', '30×40㎝', { size_h: 30, size_w: 40, units: 'centimeter' }],
    ['title', '２０２０㎝', { title: '２０２０㎝' }],
  ])('are read in %s: %s', async (field, cell, fields) => {
    const header = HEADER.replace('title', field === 'title' ? 'title' : `title,${field}`)
    const cells = field === 'title' ? cell : `x,${cell}`
    const file = files.write(`${header.replace(',units', '')}\nA,${cells},[],1,1\n`, 'scripts.csv')
    const map: Record<string, string> = field === 'size' ? { size: 'size' } : {}
    const set = { units: 'centimeter', price_currency: 'JPY' }
    const [row] = await rowsOf(file, { map, set, lenient: ['year_of_creation'] })
    expect(fieldsOf(row)).toMatchObject(fields)
  })

  it('are read in a time', () => {
    const options = { ...NO_OPTIONS, zone: 'Asia/Tokyo' }
    const { time } = readTime(
      plainNumbers('２０３１年３月１４日 １８：３０'),
      'start',
      options,
      false,
    )
    expect(time).toBe('2031-03-14T18:30:00+09:00')
  })
})

describe('the status of an event', () => {
  it.each([
    ['https://schema.org/EventCancelled', true],
    ['EventScheduled', false],
    ['CANCELLED', true],
    ['confirmed', false],
    ['nein', false],
  ])('says whether it is cancelled: %s', async (cell, is_cancelled) => {
    const text = `external_id,title,category,venue,start_time,end_time,is_cancelled\nA,A,1,1,2031-03-14,2031-03-15,${cell}\n`
    const file = files.write(text, 'status.csv')
    expect(await rowsOf(file, { zone: 'UTC' }, new ImportReport(), 'events')).toMatchObject([
      { fields: { event: { is_cancelled } } },
    ])
  })

  it('can be one of which it does not say so', async () => {
    const text = `external_id,title,category,venue,start_time,end_time,is_cancelled\nA,A,1,1,2031-03-14,2031-03-15,EventPostponed\n`
    const file = files.write(text, 'status.csv')
    expect(await rowsOf(file, { zone: 'UTC' }, new ImportReport(), 'events')).toMatchObject([
      { error: expect.stringMatching(/neither true nor false/) },
    ])
  })
})

describe('a word for a value', () => {
  const header = `${HEADER},available_for_sale,price`
  const stock = (...cells: readonly string[]) =>
    files.write(
      `${header}\n${cells.map((each) => `A,x,[],1,1,in,${each}\n`).join('')}`,
      'words.csv',
    )
  const told = (...words: string[]) => {
    const args = words.flatMap((each) => ['--replace', each])
    return readFileOptions(parseOptions(args, FILE_OPTIONS).values)
  }

  it('is replaced in the cells of its field, in any case', async () => {
    const words = ['Available for Sale:NFS=not for sale', 'price:POA=', 'price:12=13']
    const rows = await rowsOf(stock('nfs ,POA', 'sold,12', '12,NFS'), told(...words))
    expect(rows.map(fieldsOf)).toMatchObject([
      { available_for_sale: 'not for sale', price: null },
      { available_for_sale: 'sold', price: 13 },
      { error: expect.stringMatching(/price: "NFS" is no number/) },
    ])
  })

  it('can be a value of JSON', async () => {
    const row = { external_id: 'A', title: 'x', artists: [], gallery: 1, category: 1, units: 'in' }
    const rows = [true, false].map((available_for_sale) => ({ ...row, available_for_sale }))
    const file = files.write(JSON.stringify(rows), 'sold.json')
    const words = ['available_for_sale:true=sold', 'available_for_sale:false=available']
    expect((await rowsOf(file, told(...words))).map(fieldsOf)).toMatchObject([
      { available_for_sale: 'sold' },
      { available_for_sale: 'available' },
    ])
  })

  it('has a field, and is not empty', async () => {
    for (const text of ['NFS=sold', 'price: =1'])
      expect(() => told(text)).toThrow(`--replace is "${text}" but must be FIELD:WORD=VALUE.`)
    await expect(rowsOf(stock('NFS,1'), told('state_of_sale:NFS=sold'))).rejects.toThrow(
      '--replace names "state_of_sale", which is no field',
    )
  })
})

describe('a formula in place of its value', () => {
  const titled = (title: string) =>
    files.write(`${HEADER}\nA,"${title.replaceAll('"', '""')}",[],1,1,in\n`, 'formula.csv')

  it.each([
    '=HYPERLINK("https://a.example","Blue")',
    '=A2&" "&B2',
    '="Mr " & B2',
    '=+(B2&C2)',
    '=$B$3',
    "='Blatt 2'!A1",
    '=$Blatt2.A1',
    '=[@Title]',
    '=Table1[[#This Row],[Title]]',
    '=2*B2',
    '=Preis * 2',
    '=1+2',
    '=50&" cm"',
    '=A:A',
    '=@A1',
    '=#REF!A1',
    '{=SUM(A1)}',
    '=5-A1',
    '=1.5*$B$2',
    '=Rabatt^(2)',
    '=a_b>"x"',
    '=#NAME?',
    '=$A:$B',
    '=Preis*-1',
  ])('is refused: %s', async (title) => {
    const error = expect.stringMatching(/^title: .* is a formula.*apostrophe/)
    expect(await rowsOf(titled(title))).toMatchObject([{ error }])
    expect((await rowsOf(titled(`'${title}`))).map(fieldsOf)).toMatchObject([{ title }])
  })

  it.each([
    '="00123"',
    '=',
    '= (equal)',
    '=(equal)',
    '=> here',
    '==A1',
    '=one',
    '=one-two',
    '=1:2',
    '=A:B:C',
    '= 1 + 2',
    '{ }',
    '{=}',
    '#1',
  ])('is another text: %s', async (title) => {
    expect((await rowsOf(titled(title))).map(fieldsOf)).toMatchObject([
      { title: title.replace('="00123"', '00123') },
    ])
  })
})

describe('a letter that an encoding lacks', () => {
  const titled = (title: string, name: string) =>
    files.write(`${HEADER}\nA,"${title}",[],1,1,in\n`, name)

  it.each(['Miros?aw', '?ukasz Ko?', 'Wa??sa', '????? (2019)', 'Three, "??"', 'M?NCH'])(
    'is refused where a question mark stands for it: %s',
    async (title) => {
      const file = titled(title.replaceAll('"', '""'), 'lost.csv')
      const error = expect.stringMatching(/^title: .* question mark .*--mojibake keep/)
      expect(await rowsOf(file)).toMatchObject([{ error }])
      expect((await rowsOf(file, { mojibake: 'keep' })).map(fieldsOf)).toMatchObject([{ title }])
    },
  )

  it.each(['What is this ??', 'Where to??\u2019 ?? or where'])(
    'is none in a text that an apostrophe vouches for: %s',
    async (title) => {
      expect(await rowsOf(titled(title, 'asks.csv'))).toMatchObject([
        { error: expect.stringMatching(/apostrophe in front/) },
      ])
      const rows = await rowsOf(titled(`'${title}`, 'guarded.csv'))
      expect(rows.map(fieldsOf)).toMatchObject([{ title }])
    },
  )

  it.each(["'Miros?aw ??", "'Zhang ??'"])('is one beside other apostrophes: %s', async (title) => {
    expect(await rowsOf(titled(title, 'quoted.csv'))).toMatchObject([
      { error: expect.stringMatching(/^title: .* question mark/) },
    ])
  })

  it('is looked for in long texts, too', async () => {
    const title = `${'?'.repeat(20_000)}1`
    expect((await rowsOf(titled(title, 'long.csv'))).map(fieldsOf)).toMatchObject([{ title }])
  })

  it.each([
    'Who?',
    'Why? Because',
    'What is art?The answer',
    'What ?',
    '(Rembrandt?)',
    'https://a.example/b?c=d',
    'p.jpg?v=1',
  ])('is not every question mark: %s', async (title) => {
    expect((await rowsOf(titled(title, 'asked.csv'))).map(fieldsOf)).toMatchObject([{ title }])
  })
})

describe('a text with codes of HTML', () => {
  const titled = (title: string) => files.write(`${HEADER}\nA,${title},[],1,1,in\n`, 'html.csv')

  it.each([
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['Caf&eacute; &#8211; &#xfc;ber', 'Café – über'],
    ['&Uuml;ber&nbsp;Fran&ccedil;ais', 'Über\u00a0Français'],
    ['K&oslash;benhavn &times; &Aring;rhus', 'København × Århus'],
    ['Dvo&rcaron;&aacute;k &hearts; &lstrok;', 'Dvořák ♥ ł'],
    ['It&#146;s &#128;5 – it&#x92;s', 'It’s €5 – it’s'],
    ['<p>Ink on <em class="a">wove</em> paper</p>', 'Ink on wove paper'],
    ['&lt;b&gt;Ink&lt;/b&gt; &amp; wash', 'Ink & wash'],
    ['Ink_x000D_', 'Ink'],
    ['<!-- wp:paragraph --><section>Ink<sup>2</sup></section><iframe src="x"></iframe>', 'Ink2'],
  ])('is refused, or repaired: %s', async (title, repaired) => {
    const error = expect.stringMatching(/^title: .* codes of HTML.*--mojibake repair/)
    expect(await rowsOf(titled(title))).toMatchObject([{ error }])
    const titles = [['repair', repaired] as const, ['keep', title] as const]
    for (const [mojibake, expected] of titles)
      expect((await rowsOf(titled(title), { mojibake })).map(fieldsOf)).toMatchObject([
        { title: expected },
      ])
  })

  it('has a line for each paragraph of it', async () => {
    const medium = '<p>Ink<br/>on paper</p>\n<P>Signed</P><ul><li>one</li><li>two</li></ul>'
    const file = files.write(`${HEADER},medium\nA,A,[],1,1,in,"${medium}"\n`, 'tags.csv')
    expect((await rowsOf(file, { mojibake: 'repair' })).map(fieldsOf)).toMatchObject([
      { medium: 'Ink\non paper\n\nSigned\none\ntwo' },
    ])
  })

  it.each([
    'R&D; prints',
    'black&white;red',
    'A & B;',
    '&#0;',
    '&#55296;',
    '&copyright;',
    '<Untitled>',
    'a < b > c',
    '<post> and <brick>',
  ])('is none with other signs: %s', async (title) => {
    expect((await rowsOf(titled(title))).map(fieldsOf)).toMatchObject([{ title }])
  })
})

describe('a size in inches', () => {
  it.each([
    ['23 5/8 x 31 1/2 in', [23.625, 31.5]],
    ['12½ × 8¼″', [12.5, 8.25]],
    ['12-1/2" x ⅞" x 3/16"', [12.5, 0.875, 0.1875]],
    ['12 x 8 in', [12, 8]],
    ['23 5/8 × 31 1/2 in. (60 × 80 cm)', [23.625, 31.5]],
    ['24" x 36" x 1 1/2" [61 x 91.4 x 3.8 cm]', [24, 36, 1.5]],
    ['24 x 36 in (24" x 36")', [24, 36]],
    ['24 by 19⅝ in., 61 by 50 cm.', [24, 19.625]],
    ['47 1/4 x 35 3/8 in\n120 x 90 cm', [47.25, 35.375]],
    ['24" x 36" / 61 x 91.4 cm', [24, 36]],
    ['19 3/4" H x 27 1/2" W', [19.75, 27.5]],
    ['12 x 8 Zoll', [12, 8]],
  ])('can have fractions: %s', (text, sizes) => {
    const { size_h, size_w, size_d, units } = readSize(text, NO_OPTIONS)
    expect([size_h, size_w, size_d].filter((each) => each !== undefined)).toEqual(sizes)
    expect(units).toBe('inch')
  })

  it.each(['1/5 x 2/3 in', '12.5 1/2 x 8 in', '12 / 8 in', '1/0 x 2 in'])(
    'is not any fraction: %s',
    (text) => {
      expect(() => readSize(text, NO_OPTIONS)).toThrow(/is no (?:size|number)/)
    },
  )
})

describe('a size in two units', () => {
  it.each([
    ['23 5/8 × 31 1/2 in. (80 × 60 cm)', /two sizes that differ/],
    ['24 x 36 in (61 x 91.4 x 4 cm)', /two sizes that differ/],
    ['24 x 36 in (63 x 91.4 cm)', /two sizes that differ/],
    ['60 x 80 cm (24 x 32)', /two sizes that differ/],
    ['60 x 80 cm; 70 x 90 cm', /two sizes that differ/],
    ['60 x 80 cm, 24 x 20 in', /two sizes that differ/],
    // A picture and its sheet.
    ['50 x 70 cm (50.5 x 70.4 cm)', /two sizes that differ/],
    ['60 x 80 cm (framed)', /"60 x 80 cm \(framed\)" is no size.* take "60 x 80 cm" of it\.$/],
    ['60 x 80 cm (frame: 70 x 90 cm)', /"60 x 80 cm \(frame: 70 x 90 cm\)" is no size/],
  ])('is one size only: %s', (text, message) => {
    expect(() => readSize(text, NO_OPTIONS)).toThrow(message)
  })
})

describe('a size with the names of its sides', () => {
  it.each([
    ['H 50 cm, W 70 cm, D 3 cm', [50, 70, 3]],
    ['Höhe: 50 cm; Breite: 70 cm', [50, 70]],
    ['70 x 50 cm (B x H)', [50, 70]],
    ['BxHxT: 70 x 50 x 3 cm', [50, 70, 3]],
    ['50 (h) × 70 (w) × 3 (d) cm', [50, 70, 3]],
    ['H50xW70xD3cm', [50, 70, 3]],
    ['50Hx70Wx3D cm', [50, 70, 3]],
    ['B70 x H50cm', [50, 70]],
    ['50 x 70 x 2.5 cm', [50, 70, 2.5]],
    ['H. 50,5 x L. 70 x P. 3 cm', [50.5, 70, 3]],
    ['H 50 x W 70 cm (H 19 3/4 x W 27 1/2 in)', [50, 70]],
    ['cm 50 x 70', [50, 70]],
    ['50 x 70 x 3 (cm)', [50, 70, 3]],
  ])('has them in their order: %s', (text, sizes) => {
    const { size_h, size_w, size_d, units } = readSize(text, NO_OPTIONS)
    expect([size_h, size_w, size_d].filter((each) => each !== undefined)).toEqual(sizes)
    expect(units).toBe('centimeter')
  })

  it.each([
    ['Maße (B x H)', '70 x 50', { size_h: 50, size_w: 70 }],
    ['Size (L)', '50 x 70', { size_h: 50, size_w: 70 }],
    ['WxHxD in cm', '70 x 50 x 3', { size_h: 50, size_w: 70, size_d: 3 }],
    ['Wymiary (szer. x wys.)', '70 x 50', { size_h: 50, size_w: 70 }],
    ['サイズ（横×縦）', '70 x 50', { size_h: 50, size_w: 70 }],
    ['サイズ（横×縦cm）', '70×50', { size_h: 50, size_w: 70 }],
    ['Size (W x H)', '50 x 70 cm (HxW)', { size_h: 50, size_w: 70, units: 'centimeter' }],
    ['Ölçüler (GxY)', '50 x 70 (H x W)', { size_h: 50, size_w: 70 }],
    ['Размер в см (ШхВ)', '70х50', { size_h: 50, size_w: 70 }],
    ['Размер', '50х70х3 см', { size_h: 50, size_w: 70, size_d: 3, units: 'centimeter' }],
    ['Размер', '50 смх70 см', { size_h: 50, size_w: 70, units: 'centimeter' }],
    ['Rozměry (š x v)', '70 x 50', { size_h: 50, size_w: 70 }],
    ['가로x세로', '70 x 50', { size_h: 50, size_w: 70 }],
    ['尺寸', '宽70×高50厘米', { size_h: 50, size_w: 70, units: 'centimeter' }],
    ['Size (W x H)', '50 x 70 cm (v x š)', { size_h: 50, size_w: 70, units: 'centimeter' }],
    ['Oil, 1950 x Text', '50 x 70', { size_h: 50, size_w: 70 }],
  ])('in its heading has that order, unless its cell names them: %s', (heading, text, size) => {
    expect(readSize(text, NO_OPTIONS, heading)).toEqual(size)
  })

  it.each([
    'Ölçüler (GxY)',
    'ölçü (gxy)',
    'En. x Boy.',
    'Medidas (A x L)',
    'H x Y',
    'Medidas (AnxAl)',
    'Διαστάσεις (Π×Υ)',
  ])('is refused if its heading has them in unknown words: %s', (heading) => {
    expect(() => readSize('50 x 70 cm', NO_OPTIONS, heading)).toThrow(/in unknown words/)
  })

  // Of a height and a "D", the second can be a diameter.
  it.each(['H 30 x D 20 cm', 'L 200 x B 50 x H 70 cm', 'H 50 x 70 cm', '50 x 70 x 3 cm (H x W)'])(
    'is refused if these are unclear: %s',
    (text) => {
      expect(() => readSize(text, NO_OPTIONS)).toThrow(/is no size/)
    },
  )
})

describe('a size with other words', () => {
  const read = async (size: string, changes: object, report = new ImportReport()) => {
    const header = `${HEADER},size`.replaceAll(',', '\t')
    const file = files.write(`${header}\nA\tA\t[]\t1\t1\tcm\t${size}\n`, 'a.tsv')
    const [row] = await rowsOf(file, { map: { size: 'size' }, quotes: 'text', ...changes }, report)
    return row !== undefined && 'error' in row ? row.error : fieldsOf(row)
  }

  it.each([
    ['2x 50 x 70 cm', { size_h: 50, size_w: 70 }],
    ['3x 50x70cm', { size_h: 50, size_w: 70 }],
    ['50 x 70 cm x 3', { size_h: 50, size_w: 70 }],
    ['50cm x 70cm × 3', { size_h: 50, size_w: 70 }],
    ['50 x 70 x 2 cm x 12', { size_h: 50, size_w: 70, size_d: 2 }],
    ['50 × 70 × 3 cm (framed)', { size_h: 50, size_w: 70, size_d: 3 }],
    ['ca. 50 x ca. 70 cm', { size_h: 50, size_w: 70 }],
    ['Sheet: H 50 x W 70 cm each', { size_h: 50, size_w: 70 }],
    ['framed 70 x 50 cm (WxH)', { size_h: 50, size_w: 70 }],
    ['50х70 см в раме', { size_h: 50, size_w: 70 }],
  ])('is taken without them if the user is lenient: %s', async (size, sides) => {
    expect(await read(size, {})).toMatch(
      /^size: .* (?:is no size|can be the size of several) .*--lenient size to take "/,
    )
    const report = new ImportReport()
    expect(await read(size, { lenient: ['size'] }, report)).toMatchObject(sides)
    expect(report.lines()[0]).toMatch(/^size: 1 cell was read in part, such as ".*" as ".*"\.$/)
  })

  it.each([
    '1.5 x 2 m',
    'm 1.5 x 2',
    '5 x 7 dm',
    '150 x 200 (pies)',
    'Ø 30 x 5 cm',
    '30 x 5 cm (diameter)',
    '50 x 70 cm, edition of 5',
    '2 panels 500 x 700 mm',
    '50 x 70 cm oder 60 x 80 cm',
    'image: 50 x 70 cm; sheet: 60 x 80 cm',
    '50 x 70 cm framed, 40 x 60 cm unframed',
    'unframed',
    '70 x 50 cm (GxY)',
    '70 x 50 cm (en x boy)',
    'En 70 x Boy 50 cm',
  ])('is left out if these leave it in doubt: %s', async (size) => {
    expect(await read(size, {})).toMatch(/^size: .* Or add --lenient size to leave it out\.$/)
    const report = new ImportReport()
    expect(await read(size, { lenient: ['size'] }, report)).not.toHaveProperty('size_h')
    expect(report.lines()[0]).toMatch(/^size: 1 cell was left out, such as ".*"\.$/)
  })
})

describe('a size in millimetres', () => {
  it('is exact in decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 99_999 }),
        (h, w) => {
          const size = readSize(`${h / 10}x${w / 10}mm`, NO_OPTIONS)
          expect([size.size_h, size.size_w]).toEqual([h / 100, w / 100])
        },
      ),
    )
  })
})

describe('a value for all rows', () => {
  it.each([
    ['medium', {}],
    ['Technik', { map: { medium: 'Technik' } }],
  ])('is that of rows without a cell, and of no other: heading %s', async (heading, changes) => {
    const file = files.write(
      `external_id,title,gallery,category,artists,units,${heading}\nA,A,1,1,Ines Falk,in,Oil\nB,B,1,1,,,\n`,
      'a.csv',
    )
    const set = { artists: '[]', units: 'cm', medium: 'Ink' }
    expect((await rowsOf(file, { ...changes, set })).map(fieldsOf)).toMatchObject([
      { artists: ['Ines Falk'], units: 'inch', medium: 'Oil' },
      { artists: [], units: 'centimeter', medium: 'Ink' },
    ])
  })
})

describe('cells that were merged', () => {
  const stock = () =>
    files.write(
      `external_id,title,artists,gallery,category,units\nA,A,Ines Falk,5,1,cm\nB,B,,,1,cm\nC,C,Jan Ode,6,1,cm\nD,D,,,1,cm\n`,
      'merged.csv',
    )
  const set = { artists: '[]', gallery: '7' }

  it('have the value above if the user says so', async () => {
    const report = new ImportReport()
    const rows = await rowsOf(stock(), { set, merged: ['artists', 'gallery'] }, report)
    expect(rows.map(fieldsOf)).toMatchObject([
      { artists: ['Ines Falk'], gallery: '5' },
      { artists: ['Ines Falk'], gallery: '5' },
      { artists: ['Jan Ode'], gallery: '6' },
      { artists: ['Jan Ode'], gallery: '6' },
    ])
    expect(report.lines().join()).not.toContain('Empty cells')
  })

  it('are told where a value for all rows fills them', async () => {
    const report = new ImportReport()
    await rowsOf(stock(), { set }, report)
    expect(report.lines()).toContain(
      "Empty cells that --set 'artists=[]' filled: 2. If they are merged with those above, add --merged artists.",
    )
  })
})

describe('a size in a file with units for all rows', () => {
  const sizes = (text: string) =>
    files.write(`external_id,title,artists,gallery,category,${text}`, `${text.length}.csv`)

  it('has its own unit, where it names one', async () => {
    const file = sizes('dimensions\nA,A,[],1,1,30 x 40 cm\nB,B,[],1,1,12 x 16\n')
    const units = sizes('units,dimensions\nA,A,[],1,1,,30 x 40 cm\nB,B,[],1,1,,12 x 16\n')
    for (const each of [file, units]) {
      const rows = await rowsOf(each, { map: { size: 'dimensions' }, set: { units: 'inch' } })
      expect(rows.map(fieldsOf)).toMatchObject([
        { size_h: 30, units: 'centimeter' },
        { size_h: 12, units: 'inch' },
      ])
    }
  })

  it('contradicts another unit of its row', async () => {
    const file = sizes('units,dimensions\nA,A,[],1,1,inch,30 x 40 cm\n')
    expect(await rowsOf(file, { map: { size: 'dimensions' } })).toMatchObject([
      { error: 'size: It is in centimeter, but units is "inch".' },
    ])
  })
})

describe('a column of one side', () => {
  const read = async (h: string, w: string, units = '', changes = {}) => {
    const heading = 'external_id,title,artists,gallery,category,units,size_h,size_w'
    const file = files.write(`${heading}\nA,A,[],1,1,${units},"${h}","${w}"\n`, 'sides.csv')
    const [row] = await rowsOf(file, changes)
    return row !== undefined && 'error' in row ? row.error : fieldsOf(row)
  }

  it.each([
    ['30 cm', '40cm', '', { size_h: 30, size_w: 40, units: 'centimeter' }],
    ['300 mm', '405 mm', 'cm', { size_h: 30, size_w: 40.5, units: 'centimeter' }],
    ['12 1/2', '8¼', 'in', { size_h: 12.5, size_w: 8.25, units: 'inch' }],
    ['12 1/2″', '8', '', { size_h: 12.5, size_w: 8, units: 'inch' }],
    ['30,5', '40', 'cm', { size_h: 30.5, size_w: 40, units: 'centimeter' }],
  ])('has fractions and units: %s, %s, units %s', async (h, w, units, expected) => {
    expect(await read(h, w, units)).toMatchObject(expected)
  })

  it('has the unit for all rows where it names none', async () => {
    const of = (h: string, w: string) => read(h, w, '', { set: { units: 'cm' } })
    expect(await of('12″', '8″')).toMatchObject({ size_w: 8, units: 'inch' })
    expect(await of('12', '8')).toMatchObject({ size_w: 8, units: 'centimeter' })
    expect(await of('12 cm', '8')).toMatchObject({ size_w: 8, units: 'centimeter' })
    expect(await of('12″', '8')).toMatch(/^size: One side is in inch.*each side\.$/)
  })

  it('has its unit beside a cell of units without a value', async () => {
    const options = { set: { units: 'inch' }, nothing: ['N/A'] }
    expect(await read('30 cm', '40 cm', 'N/A', options)).toMatchObject({ units: 'centimeter' })
  })

  it.each(['0', '0.00', '0,0 cm', '0 in'])('is none: %s', async (cell) => {
    const error = await read('30 cm', cell, '')
    expect(error).toMatch(
      /^size_w: ".*" has a side of 0\. Or add --lenient size_w to leave it out\.$/,
    )
    const sides = await read('30 cm', cell, '', { lenient: ['size_w'] })
    expect(sides).toMatchObject({ size_h: 30 })
    expect(sides).not.toHaveProperty('size_w')
  })

  it('has other words, which a lenient user leaves out', async () => {
    const lenient = { lenient: ['size_h', 'size_w'] }
    const sides = await read('30 cm (framed)', 'ca. 40 cm', '', lenient)
    expect(sides).toMatchObject({ size_h: 30, size_w: 40, units: 'centimeter' })
    expect(await read('30 cm (framed)', 'Ø 40 cm', '', lenient)).not.toHaveProperty('size_w')
  })

  it.each([
    ['30 cm', '12 in', '', 'size: Its sides are in centimeter and in inch.'],
    ['30 cm', '40', 'inch', 'size: It is in centimeter, but units is "inch".'],
    ['30 x 40', '40', 'cm', /^size_h: "30 x 40"/],
    ['30 stone', '40', 'cm', /^size_h: "30 stone" is no side such as/],
    ['30 cm (framed)', '40', '', /^size_h: "30 cm \(framed\)" is no side such as/],
    ['ca. 30', '40', 'cm', /^size_h: "ca\. 30" is no side such as/],
  ])('is refused where it contradicts: %s, %s, units %s', async (h, w, units, expected) => {
    expect(await read(h, w, units)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    )
  })
})

describe('a unit in the heading of a size', () => {
  const read = async (headings: string, cells: string, changes = {}) => {
    const file = files.write(
      `external_id,title,artists,gallery,category,${headings}\nA,A,[],1,1,${cells}\n`,
      'units.csv',
    )
    const [row] = await rowsOf(file, changes)
    return row !== undefined && 'error' in row ? row.error : fieldsOf(row)
  }
  const map = (size_h: string, size_w: string) => ({ map: { size_h, size_w } })

  it.each([
    ['Height (cm)', 'Width (cm)', { size_h: 30, size_w: 40.5, units: 'centimeter' }],
    ['H in mm', 'W mm', { size_h: 3, size_w: 4.05, units: 'centimeter' }],
    ['height_in', 'width_in', { size_h: 30, size_w: 40.5, units: 'inch' }],
    ['Height (in.)', 'Width [inches]', { size_h: 30, size_w: 40.5, units: 'inch' }],
    ['高さ（mm）', '幅mm', { size_h: 3, size_w: 4.05, units: 'centimeter' }],
    ['mm', 'width-mm', { size_h: 3, size_w: 4.05, units: 'centimeter' }],
    ['heightMm', 'WIDTH/MM', { size_h: 3, size_w: 4.05, units: 'centimeter' }],
    ['Высота; мм', 'Šířka v mm (bez rámu)', { size_h: 3, size_w: 4.05, units: 'centimeter' }],
    ['Höhe in Millimetern', 'Width (millimeters)', { size_h: 3, size_w: 4.05 }],
    ['Höhe in Zoll', 'Largeur en pouces', { size_h: 30, size_w: 40.5, units: 'inch' }],
    ['高さ㎜', 'Длина (миллиметры)', { size_h: 3, size_w: 4.05, units: 'centimeter' }],
    ['Výška v palcích', 'Szerokość (cale)', { size_h: 30, size_w: 40.5, units: 'inch' }],
    ['高度（英寸）', 'Genişlik (inç)', { size_h: 30, size_w: 40.5, units: 'inch' }],
    ['高度（毫米）', '너비(밀리미터)', { size_h: 3, size_w: 4.05, units: 'centimeter' }],
    ['الارتفاع (سم)', 'العرض سم', { size_h: 30, size_w: 40.5, units: 'centimeter' }],
    ['الارتفاع (مم)', 'العرض مم', { size_h: 3, size_w: 4.05, units: 'centimeter' }],
    ['Yükseklik (santim)', '幅（センチ）', { size_h: 30, size_w: 40.5, units: 'centimeter' }],
    ['Alto (pulgadas)', 'Ancho en pulgadas', { size_h: 30, size_w: 40.5, units: 'inch' }],
    ['Height (in/framed)', 'Width (in/framed)', { size_h: 30, size_w: 40.5, units: 'inch' }],
    [
      'Wysokość w centymetrach',
      'Szerokość (centymetry)',
      { size_h: 30, size_w: 40.5, units: 'centimeter' },
    ],
    ['Höhe Zentimeter', 'Alto (centímetros)', { size_h: 30, size_w: 40.5, units: 'centimeter' }],
  ])('is that of its cells: %s, %s', async (h, w, expected) => {
    expect(await read(`${h},${w}`, '30,40.5', map(h, w))).toMatchObject(expected)
  })

  it('is that of fractions, too', async () => {
    const options = { ...map('H (in)', 'W (in)'), set: { units: 'cm' } }
    const halves = await read('H (in),W (in)', '12½,8¼', options)
    expect(halves).toMatchObject({ size_h: 12.5, size_w: 8.25, units: 'inch' })
  })

  it('is that of numbers of JSON, too', async () => {
    const named = { external_id: 'A', title: 'A', artists: [], gallery: 1, category: 1 }
    const file = files.write(JSON.stringify([{ ...named, height_mm: 300 }]), 'units.json')
    expect((await rowsOf(file, { map: { size_h: 'height_mm' } })).map(fieldsOf)).toMatchObject([
      { size_h: 30, units: 'centimeter' },
    ])
  })

  it('gives way to that of a cell, and contradicts that of its row', async () => {
    const options = map('H (cm)', 'W (cm)')
    expect(await read('H (cm),W (cm)', '12 in,8 in', options)).toMatchObject({ units: 'inch' })
    expect(await read('H (mm),W (mm)', '12″,8″', map('H (mm)', 'W (mm)'))).toMatchObject({
      size_h: 12,
      units: 'inch',
    })
    expect(await read('H (cm),W (cm),units', '30,40,in', options)).toBe(
      'size: It is in centimeter, but units is "inch".',
    )
    expect(await read('H (cm),W (cm)', '30,12 in', options)).toBe(
      'size: Its sides are in centimeter and in inch.',
    )
  })

  it.each(['Breite in Meter', 'Altezza (m)', 'Width_ft', 'Höhe m'])(
    'is refused where no size can have it: %s',
    async (heading) => {
      const options = { ...map(heading, 'W'), set: { units: 'cm' } }
      expect(await read(`${heading},W`, '1.5,40', options)).toMatch(
        /^size_h: "1\.5 \w+" is no side/,
      )
    },
  )

  it.each(['Height (cm/in)', 'H mm / inches'])(
    'is refused where it is one of two: %s',
    async (heading) => {
      const options = { ...map(heading, 'W'), set: { units: 'cm' } }
      expect(await read(`${heading},W`, '30,40', options)).toMatch(
        /^size_h: "30 \w+\/\w+" is no side/,
      )
      expect(await read(`${heading},W`, '30 cm,40', options)).toMatchObject({ size_h: 30 })
    },
  )

  it('can be the one of its cell: no size is in millimeters', async () => {
    expect(await read('units,size_h,size_w', 'mm,300,400')).toMatch(
      /^units: "mm" is no unit in which sizes are stored. .*"Height \(mm\)"/,
    )
  })

  it.each(['Breite in Rahmen', 'Einfuhrzoll B', 'Zollwert B'])(
    'is none in a sentence or within a word: %s',
    async (heading) => {
      const options = { ...map(heading, 'W'), set: { units: 'cm' } }
      expect(await read(`${heading},W`, '30,40', options)).toMatchObject({ units: 'centimeter' })
    },
  )

  it('is none in another heading, so that the units are asked for', async () => {
    const options = { map: { medium: 'Printed in', size_h: 'H' } }
    await expect(read('Printed in,H', 'Ink,30', options)).rejects.toThrow(/No column has units/)
  })

  it('is asked for no more', async () => {
    await expect(read('Hauteur (cm),Largeur (cm),Maße', '30,40,30 x 40 cm')).rejects.toThrow(
      /--map 'size_h=Hauteur \(cm\)' --map 'size_w=Largeur \(cm\)' --ignore-others --preview$/,
    )
  })
})

describe('a size with a column of one more side', () => {
  it.each(['20 x 40 cm', '20 x 50', '20 x 40 in'])(
    'is refused where they differ: %s',
    async (size) => {
      const text = `${HEADER},size_h,size\nA,A,[],1,1,cm,30,${size}\n`
      const [row] = await rowsOf(files.write(text, 'both.csv'), { map: { size: 'size' } })
      expect(row).toMatchObject({ error: expect.stringMatching(/^size: /) })
    },
  )

  const read = async (size: string, depth: string) => {
    const heading = 'external_id,title,artists,gallery,category,dimensions,size_d'
    const file = files.write(`${heading}\nA,A,[],1,1,${size},${depth}\n`, 'depth.csv')
    return fieldsOf((await rowsOf(file, { map: { size: 'dimensions' } }))[0])
  }

  it('has the unit that one of them names', async () => {
    const expected = { size_h: 30, size_w: 40, size_d: 5, units: 'centimeter' }
    expect(await read('30 x 40 cm', '50 mm')).toMatchObject(expected)
    expect(await read('30 x 40 cm', '5')).toMatchObject(expected)
    expect(await read('30 x 40', '5 cm')).toMatchObject(expected)
  })

  it.each([
    ['30 x 40 cm', '11.81', '15.75', 'inch'],
    ['30 x 40 cm', '11 13/16 in', '15 3/4 in', ''],
  ])(
    'may be the same in another unit, of which the columns are taken: %s',
    async (size, ...cells) => {
      const heading = 'external_id,title,artists,gallery,category,dimensions,size_h,size_w,units'
      const of = async (text: string) => {
        const file = files.write(`${heading}\nA,A,[],1,1,${text}\n`, 'twice.csv')
        return (await rowsOf(file, { map: { size: 'dimensions' } })).map(fieldsOf)
      }
      const [row] = await of([size, ...cells].join(','))
      expect(row).toMatchObject({ size_h: expect.closeTo(11.81, 2), units: 'inch' })
      expect(await of(['31 x 40 cm', ...cells].join(','))).toMatchObject([
        { error: expect.stringMatching(/^size: /) },
      ])
    },
  )

  it('is refused in two units', async () => {
    expect(await read('30 x 40 cm', '2 in')).toMatchObject({
      error: 'size: Its sides are in centimeter and in inch.',
    })
  })
})

describe('a value that people often mean otherwise', () => {
  const read = async (field: string, cell: string, changes = {}) => {
    const [row] = await rowsOf(
      files.write(`${HEADER},${field}\nA,Kade,[],1,1,in,"${cell}"\n`, 'a.csv'),
      changes,
    )
    return row
  }

  it.each([
    ['1,20,000', 120_000],
    ['₹12,34,567.50', 1_234_567.5],
    ['Rs. 45,000/-', 45_000],
  ])('is a number of India: %s', async (cell, price) => {
    expect(fieldsOf(await read('price', cell, { set: { price_currency: 'INR' } }))).toMatchObject({
      price,
    })
  })

  it('is asked about, also of a lenient user, where an option reads it', async () => {
    expect(await read('price', '440,000', { lenient: ['price'] })).toMatchObject({
      error: expect.stringMatching(/--numbers point/),
    })
  })

  it.each(['0', '0,00 €', '0.00', '-0'])('is a price of nothing: %s', async (cell) => {
    const euros = { set: { price_currency: 'EUR' } }
    expect(await read('price', cell, euros)).toMatchObject({
      error: expect.stringMatching(/^price: ".*" is no price/),
    })
    const lenient = await read('price', cell, { ...euros, lenient: ['price'] })
    expect(fieldsOf(lenient)).toMatchObject({ price: null, price_display: 'price on request' })
  })

  it.each(['0', 'Free', 'Eintritt frei', 'gratuit'])(
    'is free admission to an event: %s',
    async (cell) => {
      const header = 'external_id,title,category,venue,start_time,end_time,price'
      const file = files.write(`${header}\nA,Kade,1,1,2031-03-14,2031-03-15,${cell}\n`, 'a.csv')
      const rows = await rowsOf(file, { zone: 'UTC' }, new ImportReport(), 'events')
      expect(rows).toMatchObject([{ fields: { event: { price: 0 } } }])
    },
  )

  it('is a range without a price, as estimates are', async () => {
    const text = `${HEADER},Low Estimate,High Estimate\nA,A,[],1,1,in,100,900\nB,B,[],1,1,in,,\n`
    const map = { min_price: 'Low Estimate', max_price: 'High Estimate' }
    const report = new ImportReport()
    const rows = await rowsOf(files.write(text, 'estimates.csv'), { map }, report)
    expect(report.lines()[0]).toContain('0 rows with a price, "price on request" for the other 1.')
    expect(rows.map(fieldsOf)).toMatchObject([
      { min_price: 100, max_price: 900, price_display: 'price range' },
      { price_display: 'price on request' },
    ])
  })

  it.each([
    ['verkauft', 'sold'],
    ['On hold', 'reserved'],
    ['NFS', 'not for sale'],
    ['Active', undefined],
  ])('is a state of sale in other words: %s', async (cell, state) => {
    const row = await read('available_for_sale', cell)
    expect(row).toMatchObject(
      state === undefined
        ? {
            error: expect.stringMatching(
              /one of available, .*--replace available_for_sale:Active=VALUE\.$/,
            ),
          }
        : { fields: { artwork: { available_for_sale: state } } },
    )
  })

  it('is the beginning of a range whose ends have currencies of their own', async () => {
    const header = `${HEADER},min_price,max_price,min_price_currency,max_price_currency`
    const row = (currency: string) => `A,A,[],1,1,in,£100,€900,GBP,${currency}`
    const rangeOf = async (text: string) =>
      fieldsOf(
        (await rowsOf(files.write(text, 'range.csv'), { set: { price_currency: 'EUR' } }))[0],
      )
    expect(await rangeOf(`${header}\n${row('EUR')}\n`)).toMatchObject({
      min_price: 100,
      max_price: 900,
    })
    expect(await rangeOf(`${header}\n${row('GBP')}\n`)).toMatchObject({
      error: expect.stringMatching(/its cell names EUR, and price_currency is "GBP"/),
    })
  })

  it('is the beginning of a range, but not its end', async () => {
    const file = (max: number) =>
      files.write(
        `${HEADER},price_display,min_price,max_price\nA,A,[],1,1,in,price range,0,${max}\n`,
        'range.csv',
      )
    const [row] = await rowsOf(file(900), { set: { price_currency: 'EUR' } })
    expect(fieldsOf(row)).toMatchObject({ min_price: 0, max_price: 900 })
    expect(await rowsOf(file(0))).toMatchObject([
      { error: expect.stringMatching(/^max_price: "0" is no price/) },
    ])
  })

  it.each(['1998年', '1998 г.', '1998년'])('is a year with its word: %s', async (cell) => {
    expect(fieldsOf(await read('year_of_creation', cell))).toMatchObject({ year_of_creation: 1998 })
  })

  it.each(['85', '0', '5', '85.0'])('is a year without its century: %s', async (cell) => {
    expect(await read('year_of_creation', cell)).toMatchObject({
      error: expect.stringMatching(/^year_of_creation: ".*" .*as 1985 or 0085/),
    })
  })

  it.each([
    ['2567', /such as 2024,/],
    ['113年', /such as 2024,/],
    ['۱۴۰۲', /the common one, in/],
    ['نحو ١٤٤٥', /the common one, in/],
  ])('is a year of another era: %s', async (cell, message) => {
    expect(await read('year_of_creation', cell)).toMatchObject({
      error: expect.stringMatching(message),
    })
  })

  it.each([
    ['c. 1985', 'take 1985'],
    ['May 1985', 'take 1985'],
    ['1985-05-01', 'take 1985'],
    ['1985–90', 'leave it out'],
    ['1985/6', 'leave it out'],
    ['1985 bis 90', 'leave it out'],
    ['1985 & 86', 'leave it out'],
    ['1985年5月', 'take 1985'],
    ['1980s', 'leave it out'],
    ['1980-tallet', 'leave it out'],
    ["1980'erne", 'leave it out'],
    ['década de 1980', 'leave it out'],
    ['lata 1980', 'leave it out'],
    ['1980er Jahre', 'leave it out'],
    ['1980年代', 'leave it out'],
    ['1980ties', 'leave it out'],
    ['1445 هـ', 'leave it out'],
    ['พ.ศ. 2520', 'leave it out'],
    ['A.H. 1300', 'leave it out'],
    ['皇紀2600年', 'leave it out', '皇紀2600'],
    ['昭和60年 (1985)', 'take 1985'],
    ['am 3.5.1985', 'take 1985'],
    ['1985, may be later', 'take 1985'],
    ['H. Falk, 1985', 'take 1985'],
    ['1445 H', 'leave it out'],
    ['1403 ش', 'leave it out'],
    ['民國 1974', 'leave it out'],
    ["'85", 'leave it out'],
  ])('is a text with a year: %s', async (cell, effect, shown = cell) => {
    expect(await read('year_of_creation', cell)).toEqual({
      line: 2,
      error: `year_of_creation: "${shown}" is no year such as 1985. Or add --lenient year_of_creation to ${effect}.`,
    })
    const lenient = fieldsOf(
      await read('year_of_creation', cell, { lenient: ['year_of_creation'] }),
    )
    if (effect.startsWith('take')) expect(lenient).toMatchObject({ year_of_creation: 1985 })
    else expect(lenient).not.toHaveProperty('year_of_creation')
  })

  it.each([
    ['MMXXIV', 2024],
    ['794年', 794],
    ['MCMLXXXVII', 1987],
    ['MDCCC', 1800],
  ])('is a year in Roman digits, or in three: %s', async (cell, year_of_creation) => {
    expect(fieldsOf(await read('year_of_creation', cell))).toMatchObject({ year_of_creation })
  })

  it('is a number of JSON', async () => {
    const of = (year_of_creation: number, price: number) => {
      const named = { external_id: 'A', title: 'A', gallery: 1, category: 1, units: 'cm' }
      return { ...named, year_of_creation, price }
    }
    const file = files.write(JSON.stringify([of(85, 0), of(-44, 1.234)]), 'numbers.json')
    const set = { artists: '[]', price_currency: 'EUR' }
    const [doubtful, clear] = await rowsOf(file, { set })
    expect(doubtful).toMatchObject({
      error: expect.stringMatching(/^year_of_creation: .*century.* price: "0" is no price/),
    })
    expect(fieldsOf(clear)).toMatchObject({ year_of_creation: -44, price: 1.234 })
  })

  it('is a year of antiquity, with all its digits or a sign', async () => {
    expect(fieldsOf(await read('year_of_creation', '0085'))).toMatchObject({ year_of_creation: 85 })
    expect(fieldsOf(await read('year_of_creation', '-44'))).toMatchObject({ year_of_creation: -44 })
  })

  it.each([
    '1200 BC',
    '1200BCE',
    'c. 1200 B.C.E.',
    '1200 v. Chr.',
    '1200 vor Christus',
    '1200 v.C.',
    '1200 av. J.-C.',
    '1200 avant J.-C.',
    '1200 a. de C.',
    '1200 avanti Cristo',
    '1200 f.Kr.',
    '1200 eKr.',
    '1200 p.n.e.',
    '1200 př. n. l.',
    'i. e. 1200',
    'MÖ 1200',
    '1200 до н. э.',
    'ок. 1200 до н.э.',
    '1200 до Р. Х.',
    '1200 до нашей эры',
    '1200 до н. е.',
    '1200 пр. н. е.',
    '1200 п.н.е.',
    '1200 пр. Хр.',
    '1200 преди Христа',
    '1200 π.Χ.',
    '約紀元前1200年',
    '公元前1200年',
    '기원전 1200년',
    '1200 ق.م',
  ])('is a year before the common era: %s', async (cell) => {
    const row = await read('year_of_creation', cell, { lenient: ['year_of_creation'] })
    expect(row).toMatchObject({ fields: {} })
    expect(fieldsOf(row)).not.toHaveProperty('year_of_creation')
  })

  it.each(['приблизительно 1920', 'пр. 1920', 'до революции, 1917', 'дар художника 1990'])(
    'is the only year of other words: %s',
    async (cell) => {
      const row = await read('year_of_creation', cell, { lenient: ['year_of_creation'] })
      expect(fieldsOf(row)).toMatchObject({ year_of_creation: Number(cell.slice(-4)) })
    },
  )
})

describe('days with a time of midnight', () => {
  const days = [
    ['2031-03-14 00:00:00', '2031-06-30 00:00:00'],
    ['14/03/2031 00:00', '30/06/2031 00:00'],
    ['2031-03-14T00:00:00.000Z', '2031-06-30T00:00:00.000Z'],
    ['2031-03-14', '2031-06-30 00:00:00'],
  ] as const
  const read = async (start: string, end: string, changes = {}) => {
    const header = 'external_id,title,category,venue,start_time,end_time'
    const file = files.write(`${header}\nA,Kade,1,1,${start},${end}\n`, 'a.csv')
    const options = { zone: 'Europe/Amsterdam', dates: 'dmy', ...changes } as const
    const [row] = await rowsOf(file, options, new ImportReport(), 'events')
    return row !== undefined && 'fields' in row ? row.fields['event'] : row
  }

  it.each(days)(
    'are refused, because the last day would end before it begins: %s',
    async (...both) => {
      expect(await read(...both)).toMatchObject({
        error: expect.stringMatching(/^end_time: .*midnight.*--ends included.*--ends excluded/),
      })
    },
  )

  const allDay = { set: { is_all_day_event: 'true' } }

  it.each(days)('are refused where they are said to be whole days: %s', async (...both) => {
    expect(await read(...both, allDay)).toMatchObject({
      error: expect.stringMatching(/^end_time: .*midnight.*--ends included.*--ends excluded/),
    })
  })

  it.each(days)('are whole days if the user says so: %s', async (...both) => {
    const included = [
      { lenient: ['end_time'] },
      { ends: 'included' },
      { ends: 'included', ...allDay },
    ]
    for (const options of included)
      expect(await read(...both, options)).toMatchObject({
        start_time: expect.stringMatching(/^2031-03-14T00:00:00/),
        end_time: expect.stringMatching(/^2031-06-30T23:59:59/),
        is_all_day_event: true,
      })
  })

  // As Outlook and iCalendar write them.
  it.each([...days, ['2031-03-14', '2031-06-30'] as const])(
    'can end before the day of their end: %s',
    async (...both) => {
      for (const options of [{ ends: 'excluded' }, { ends: 'excluded', ...allDay }])
        expect(await read(...both, options)).toMatchObject({
          start_time: expect.stringMatching(/^2031-03-14T00:00:00/),
          end_time: expect.stringMatching(/^2031-06-29T23:59:59/),
          is_all_day_event: true,
        })
    },
  )

  it('are the first and the last of a year where their cells name only this', async () => {
    const years = { ends: 'excluded', lenient: ['start_time', 'end_time'] }
    expect(await read('2031', '2032', years)).toMatchObject({
      start_time: '2031-01-01T00:00:00+01:00',
      end_time: '2032-12-31T23:59:59+01:00',
      is_all_day_event: true,
    })
  })

  it.each(['2031-03-14', '2031-03-14 00:00'])(
    'last one day where they begin and end on it: %s',
    async (day) => {
      expect(await read(day, day, { ends: 'excluded', ...allDay })).toMatchObject({
        end_time: expect.stringMatching(/^2031-03-14T23:59:59/),
      })
    },
  )

  it('are no whole days where only their end is at midnight', async () => {
    expect(await read('2031-03-14 18:00', '2031-03-15 00:00', { ends: 'excluded' })).toMatchObject({
      end_time: '2031-03-15T00:00:00+01:00',
    })
  })

  it('are asked for truly where the end is unknown', async () => {
    const unknown = { endUnknown: true }
    expect(await read('2031-03-14 00:00', '', unknown)).toEqual({
      line: 2,
      error:
        'end_time: It begins at midnight, as software writes days. Add --lenient end_time for whole days, or ' +
        '--set is_all_day_event=false for times.',
    })
    expect(await read('2031-03-14 00:00', '', { ...unknown, lenient: ['end_time'] })).toMatchObject(
      {
        start_time: '2031-03-14T00:00:00+01:00',
        end_time: '2031-03-14T23:59:59+01:00',
        is_all_day_event: true,
        is_end_time_unknown: true,
      },
    )
  })

  it('are times of a row that says so', async () => {
    expect(await read(...days[0], { set: { is_all_day_event: 'false' } })).toMatchObject({
      end_time: '2031-06-30T00:00:00+02:00',
      is_all_day_event: false,
    })
  })

  it.each([
    ['2031-03-14', '2031-03-14 20:00'],
    ['2031-03-14 18:00', '2031-03-16'],
  ])('are asked about where only one of them has a time: %s, %s', async (...both) => {
    expect(await read(...both)).toMatchObject({ error: expect.stringMatching(/Only one of/) })
    expect(await read(...both, { lenient: ['end_time'] })).toMatchObject({
      is_all_day_event: false,
    })
  })

  it('and times say what they are not, so that a record is this no more; an export says it itself', async () => {
    const marks = { is_all_day_event: false, is_end_time_unknown: false }
    const times = ['2031-03-14 18:00', '2031-03-14 20:00'] as const
    for (const endUnknown of [false, true])
      expect(await read(...times, { endUnknown })).toMatchObject(marks)
    const set = { is_all_day_event: 'true', is_end_time_unknown: 'true' }
    expect(await read(...times, { set })).toMatchObject({
      is_all_day_event: true,
      is_end_time_unknown: true,
    })
    expect(await read('2031-03-14', '')).toMatchObject({ error: expect.stringMatching(/no end/) })
    const parts = 'full_size,caption,alt_text,description'.replaceAll(/\w+/g, 'featured_image.$&')
    const rows = ['1970-01-01T00:00:00Z,1970-01-01T23:59:59Z', '2031-03-14,2031-03-15'].map(
      (both, at) => `${at},${both},Kade,1,1,,,,`,
    )
    const header = `external_id,start_time,end_time,title,venue,category,${parts}`
    const file = files.write([header, ...rows, ''].join('\n'), 'export.csv')
    const [row, ofDays] = await rowsOf(file, { zone: 'UTC' }, new ImportReport(), 'events')
    expect(row).toHaveProperty('fields.event.start_time')
    for (const mark of Object.keys(marks)) expect(row).not.toHaveProperty(`fields.event.${mark}`)
    expect(ofDays).toHaveProperty('fields.event.is_all_day_event', true)
  })

  it.each(["'=1", "'N/A", "'"])('are none in a text with an apostrophe: %s', async (cell) => {
    const day = '2031-03-14'
    for (const row of [await read(cell, day), await read(day, cell)])
      expect(row).toSatisfy(
        (each: object) => 'error' in each || ('start_time' in each && each.start_time === ''),
      )
    expect(await read(day, cell, { lenient: ['end_time'] })).toMatchObject({
      error: expect.stringMatching(/no end/),
    })
  })

  it.each([
    '1899-12-30',
    '31.12.1899',
    '01.01.1900',
    '1904-01-01',
    '1970-01-01T00:00:00Z',
    '9999-12-31',
  ])('can be none, as software writes it: %s', async (cell) => {
    const lenient = { lenient: ['start_time', 'end_time'] }
    for (const end of ['2031-03-14', '1899-12-30'])
      expect(await read(cell, end)).toMatchObject({
        error: expect.stringMatching(/is what software writes for no date\. .*--nothing/),
      })
    expect(await read(cell, '2031-03-14', lenient)).toHaveProperty('start_time')
  })

  it.each([
    ['14.03.2574', /another era\. .* 2031/],
    ['14.03.2474', /another era\. .* 1931/],
    ['۱۴۰۲/۰۵/۱۲', /another era\./],
    ['1445-05-12', /another era\./],
    [
      '3–17 Mai 2031',
      /^end_time: "3–17 Mai 2031" has a beginning and an end\. Map its column to both/,
    ],
    ['14.03.2031 18.00 - 20.00', /no single date/],
    ['12-15/05/2031', /no single date/],
    ['1 - 2 - 3 May 2031', /no single date/],
    ['30 December - 2 January 2032', /no single date/],
    ['12.05 2031', /no date or time such as/],
    ['Sun 3 – Mon 4 May 2031', /another day of the week/],
    // Its end looks like a time.
    ['2031. 5.12 - 2031. 5.15', /no single date/],
    ['ongoing', /--nothing .* --end-unknown/],
    ['20:00', /a time without its day/],
    ['14.03.31 18:00', /its century/],
    ['14-Mar-31', /its century/],
    ['14.03.2031 24:30', /no time of a day/],
  ])('are asked about: %s', async (cell, message) => {
    expect(await read('2031-03-14', cell)).toMatchObject({ error: expect.stringMatching(message) })
  })

  it.each([
    ['12.–15. Mai 2031', '05-12', '05-15'],
    ['12.Mai–15.Mai 2031', '05-12', '05-15'],
    ['du 12 au 15 mai 2031', '05-12', '05-15'],
    ['dal 12 al 15 maggio 2031', '05-12', '05-15'],
    ['del 12 al 15 de mayo de 2031', '05-12', '05-15'],
    ['de 12 a 15 de maio de 2031', '05-12', '05-15'],
    ['from 12 May to 2nd of June 2031', '05-12', '06-02'],
    ['vom 12. bis 15. Mai 2031', '05-12', '05-15'],
    ['12 t/m 15 mei 2031', '05-12', '05-15'],
    ['od 12 do 15 maja 2031', '05-12', '05-15'],
    ['2031/05/12～2031/05/15', '05-12', '05-15'],
    ['12.-15.05.2031', '05-12', '05-15'],
    ['12.05. – 15.06.2031', '05-12', '06-15'],
    ['May 12 - 15, 2031', '05-12', '05-15'],
    ['May 30 – June 2, 2031', '05-30', '06-02'],
    ['12 mai au 15 juin 2031', '05-12', '06-15'],
    ['2031-05-12/2031-05-15', '05-12', '05-15'],
    ['12/05/2031 – 15/05/2031', '05-12', '05-15'],
    ['05/12/2031-05/15/2031', '05-12', '05-15'],
    ['Sat 3 – 4 May 2031', '05-03', '05-04'],
    ['Sat 05/03/2031 – Sun 05/04/2031', '05-03', '05-04'],
    // "So" is Sunday in German, and Saturday in Czech.
    ['Sa 03.05.2031 - So 04.05.2031', '05-03', '05-04'],
    ['Pá 2. 5. 2031 – So 3. 5. 2031', '05-02', '05-03'],
    ['12.05.2031 - 15.06.', '05-12', '06-15'],
    ['May 12, 2031 – June 15', '05-12', '06-15'],
  ])('are two in a column of both, where they have one reading: %s', async (cell, first, last) => {
    const file = files.write(
      `external_id,title,category,venue,When\nA,Kade,1,1,"${cell}"\n`,
      'r.csv',
    )
    const map = { start_time: 'When', end_time: 'When' }
    // People name the last day itself.
    const options = { zone: 'UTC', ends: 'excluded', map } as const
    expect(await rowsOf(file, options, new ImportReport(), 'events')).toMatchObject([
      {
        fields: {
          event: {
            start_time: `2031-${first}T00:00:00+00:00`,
            end_time: `2031-${last}T23:59:59+00:00`,
            is_all_day_event: true,
          },
        },
      },
    ])
    const half = { ...options, map: { start_time: 'When' }, endUnknown: true }
    expect(await rowsOf(file, half, new ImportReport(), 'events')).toMatchObject([
      {
        error: expect.stringMatching(/^end_time: ".*" has a beginning and an end\. Map its column/),
      },
    ])
  })

  it.each([
    ['31.03.2031 24:00', '2031-04-01T00:00:00+00:00'],
    ['2031-03-14T24:00:00', '2031-03-15T00:00:00+00:00'],
    ['14.03.2031 24 Uhr', '2031-03-15T00:00:00+00:00'],
    ['14 marzo 2031 ore 18:30', '2031-03-14T18:30:00+00:00'],
    ['14 de marzo de 2031 a las 18:30', '2031-03-14T18:30:00+00:00'],
  ])('have a time as people write it: %s', (cell, time) => {
    expect(readTime(cell, 'end', { ...NO_OPTIONS, zone: 'UTC' }, false)).toMatchObject({
      time,
      isDay: false,
    })
  })

  it('of a range can have two readings', () => {
    const endIn = (changes: object) =>
      readTime('03/04/2031 – 05/04/2031', 'end', { ...NO_OPTIONS, zone: 'UTC', ...changes }, false)
    expect(() => endIn({})).toThrow(/ is 2031-04-03\/2031-04-05 or .*--dates/)
    expect(endIn({ dates: 'dmy' }).time).toBe('2031-04-05T23:59:59+00:00')
  })

  it('give one reason for an end that cannot be read', async () => {
    expect(await read('2031-03-14', 'ongoing')).toMatchObject({
      error: expect.stringMatching(/^end_time: "ongoing" is no date or time(?!.*no end)/),
    })
  })
})

describe('a place', () => {
  it('is read as maps and address books write it', async () => {
    const file = files.write('name,country,geolocation\nHall,fr ,"48.8566, 2.3522"\n', 'a.csv')
    expect(await rowsOf(file, {}, new ImportReport(), 'venues')).toMatchObject([
      { fields: { venue: { country: 'FR', geolocation: '48.8566,2.3522' } } },
    ])
  })

  const placed = async (country: string, cells: string, changes = {}) => {
    const headings = cells.includes('|') ? 'lat|lng' : 'geolocation'
    const file = files.write(`name|country|${headings}\nHall|${country}|${cells}\n`, 'places.csv')
    const [row] = await rowsOf(file, changes, new ImportReport(), 'venues')
    return row !== undefined && 'fields' in row
      ? (row.fields['venue'] as { geolocation: string }).geolocation
      : row?.error
  }
  const both = { map: { geolocation: 'lat+lng' } }

  it.each([
    ['52.37021612345, 4.895', '52.370216,4.895'],
    ['52,3702, 4,895', '52.3702,4.895'],
    ['52,3702 4,895', '52.3702,4.895'],
    ['-33.8; 151.2', '-33.8,151.2'],
    ['52.5 N; 13.4 E', '52.5,13.4'],
    [`33°51'25" S, 151°12'54" E`.replaceAll('"', '″'), '-33.856944,151.215'],
    ['40,7° N 74,0° W', '40.7,-74'],
    ["52°75'N 13°E", "52°75'N 13°E"],
    ['somewhere', 'somewhere'],
  ])('is two numbers: %s', async (cell, place) => {
    expect(await placed('', cell)).toBe(place)
  })

  it.each([
    ['52.37|4.895', '52.37,4.895'],
    ['52,37|4,895', '52.37,4.895'],
    ['52|4', '52,4'],
    ['52.5 N|13.4 E', '52.5,13.4'],
    ['52,4|', '52.4'],
  ])('can have two columns: %s', async (cells, place) => {
    expect(await placed('NL', cells, both)).toBe(place)
  })

  it.each([
    [
      'NL',
      '4.895|52.37',
      'geolocation: "4.895,52.37" is not in NL, but "52.37,4.895" is. Write the latitude first.',
    ],
    [
      'NL',
      '4.895, 52.37',
      'geolocation: "4.895,52.37" is not in NL, but "52.37,4.895" is. Write the latitude first.',
    ],
    [
      'US',
      '33,75',
      'geolocation: "33,75" can be one number with a decimal comma. Write latitude and longitude with decimals, as 33.0,7.0.',
    ],
    ['', '139.7, 35.7', 'geolocation: "139.7,35.7" begins with no latitude. Is it "35.7,139.7"?'],
    [
      '',
      '2.35, 48.85',
      'geolocation: "2.35,48.85" is in the sea or in Antarctica, but "48.85,2.35" is in FR. Write the latitude first, or give the country.',
    ],
    [
      '',
      '-74,40.7',
      'geolocation: "-74,40.7" is in the sea or in Antarctica, but "40.7,-74" is in US. Write the latitude first, or give the country.',
    ],
  ])('has its latitude first: %s %s', async (country, cells, reason) => {
    expect(await placed(country, cells, cells.includes('|') ? both : {})).toBe(reason)
  })

  it.each([
    ['US', '40.7,74.0', '"40.7,74" is not in US, but "40.7,-74" is. Correct its signs'],
    ['AU', '33.86,151.2', '"33.86,151.2" is not in AU, but "-33.86,151.2" is. Correct its signs'],
    ['BR', '23.5,46.6', '"23.5,46.6" is not in BR, but "-23.5,-46.6" is. Correct its signs'],
    [
      '',
      '0.0, 0.0',
      '"0,0" is what software writes for no place. Add --replace \'geolocation:0.0, 0.0=\'',
    ],
    ['DE', '0|0', '"0,0" is what software writes for no place. Add --replace geolocation:0,0='],
  ])('has its signs, and is one: %s %s', async (country, cells, reason) => {
    const error = await placed(country, cells, cells.includes('|') ? both : {})
    expect(error).toContain(`geolocation: ${reason}`)
    expect(
      await placed('', '0.0, 0.0', { replace: { 'geolocation:0.0, 0.0': '' } }),
    ).toBeUndefined()
  })

  it.each([
    ['DE', '4.895,52.37'],
    ['UA', '44.95,34.1'],
    ['XX', '4.895,52.37'],
    ['', '0,-30'],
    ['', '52.37,4.895'],
    ['AQ', '-74,40.7'],
  ])(
    'is not turned where it is in its country, or turned in none: %s %s',
    async (country, cell) => {
      expect(await placed(country, cell)).toBe(cell)
    },
  )

  it.each([
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['ALLEMAGNE', 'DE'],
    ['The Netherlands', 'NL'],
    ['England', 'GB'],
    ['UK', 'GB'],
    ['U.S.A.', 'US'],
    ['Sverige', 'SE'],
    ['Südkorea', 'KR'],
    ['de', 'DE'],
    ['CA', 'CA'],
    ['Georgia', 'GE'],
    ['DR Congo', undefined],
    ['Kosovo', undefined],
    ['Atlantis', undefined],
    ['Europe', undefined],
    ['049', undefined],
    ['NA', 'NA'],
  ])('has a country by its name: %s', async (name, code) => {
    const file = files.write(`name,country\nHall,${name}\n`, 'countries.csv')
    const [row] = await rowsOf(file, {}, new ImportReport(), 'venues')
    expect(row).toMatchObject(
      code === undefined
        ? {
            error: expect.stringMatching(
              /^country: .* (?:is no country|has no code in ISO 3166-1)/,
            ),
          }
        : { fields: { venue: { country: code } } },
    )
  })
})

describe('a code of a country and of a state', () => {
  const read = async (text: string, replace: Record<string, string> = {}) => {
    const map: Record<string, string> = text.includes('State,') ? { country: 'State' } : {}
    const file = files.write(text, 'states.csv')
    const options = { map, replace, ignoreOthers: true }
    const rows = await rowsOf(file, options, new ImportReport(), 'venues')
    return rows.map((row) => ('error' in row ? row.error : (row.fields['venue'] as object)))
  }
  const doubt = expect.stringMatching(
    /^country: "\w+" is a country, .* or --replace country:\w+=(?:US|CA)\. .*--set country=US\.$/,
  )

  it.each([
    ['the heading of its column', 'name,State,city\nHall,CA,Davis\n'],
    ['another state in its column', 'name,country\nHall,GA\nHouse,NY\n'],
    ['the name of another state', 'name,country\nHall,Georgia\nHouse,New York\nBarn,France\n'],
    ['states alone in its column', 'name,country\nHall,CA\nHouse,GA\nBarn,IL\n'],
    ['a zip code', 'name,country,Zip\nHall,GA,30303-1234\n'],
    ['an address', 'name,country,Address\nHall,GA,"1 Peach St, Atlanta, GA 30303"\n'],
    ['a column of states', 'name,country,us_state\nHall,GA,GA\n'],
    ['its place', 'name,country,geolocation\nHall,GA,"33.75,-84.39"\n'],
  ])('is asked about beside %s', async (_, text) => {
    expect((await read(text))[0]).toEqual(doubt)
    const [cell = ''] = /(?<=\n\w+,)\w+/.exec(text) ?? []
    for (const code of ['US', 'CA'])
      expect((await read(text, { [`country:${cell}`]: code }))[0]).toMatchObject({ country: code })
  })

  it.each([
    ['countries', 'name,country\nHall,DE\nHouse,CA\nBarn,FR\n'],
    ['another one alone', 'name,country\nHall,DE\nHouse,CA\n'],
    ['words in error', 'name,country\nHall,DE\nHouse,Svea\nBarn,various\n'],
    ['a postcode of its country', 'name,country,Zip\nHall,DE,10115\n'],
    ['an address', 'name,country,Address\nHall,DE,"Markt 1, DE 99423 Weimar"\n'],
    ['its place, in a column of states', 'name,State,geolocation\nHall,DE,"52.5,13.4"\n'],
    ['a column of other states', 'name,country,state\nHall,CA,ON\n'],
    ['a heading of countries', 'name,Country/Region\nHall,CA\n'],
    ['its place', 'name,country,geolocation\nHall,CA,"45.4,-75.7"\n'],
  ])('is that of a country beside %s', async (_, text) => {
    expect((await read(text.replace('Country/Region', 'country')))[0]).toMatchObject({
      country: expect.stringMatching(/^(?:DE|CA)$/),
    })
  })

  it('is asked about in cells that were merged with its cell', async () => {
    const file = files.write('name,State\nHall,CA\nHouse,\n', 'merged.csv')
    const options = { map: { country: 'State' }, merged: ['country'] }
    const rows = await rowsOf(file, options, new ImportReport(), 'venues')
    expect(rows).toEqual([2, 3].map((line) => ({ line, error: doubt })))
  })

  it.each(['Congo', 'Korea'])('can be that of two countries: %s', async (name) => {
    const file = `name,country\nHall,${name}\n`
    expect(await read(file)).toEqual([
      expect.stringMatching(/^country: ".*" is .. or ..\. .*--replace country:\w+=CODE\.$/),
    ])
    expect(await read(file, { [`country:${name}`]: 'CD' })).toMatchObject([{ country: 'CD' }])
  })

  it.each([
    'DE, AT',
    'AT/DE',
    'LA + FR',
    'Italy and DE',
    'de AT',
    'Italy - DE',
    'Italy/Peru',
    'Rome, Italy',
  ])('is none of several: %s', async (cell) => {
    expect(await read(`name,country\nHall,"${cell}"\n`)).toEqual([
      expect.stringMatching(/^country: ".*" is no country\./),
    ])
  })

  it.each([
    ['U.S.', 'US'],
    ['Schweiz / Suisse', 'CH'],
    ['Schweiz + Suisse', 'CH'],
    ['DE - Germany', 'DE'],
    ['DE, DE', 'DE'],
    ['Trinidad and Tobago', 'TT'],
    ['Svalbard and Jan Mayen', 'SJ'],
    ['Saint Helena, Ascension and Tristan da Cunha', 'SH'],
    ['Côte d’Ivoire', 'CI'],
  ])('is one in several words: %s', async (cell, country) => {
    expect(await read(`name,country\nHall,"${cell}"\n`)).toMatchObject([{ country }])
  })
})

describe('several addresses in a cell', () => {
  it.each([
    'https://a.example/1.jpg; https://a.example/2.jpg',
    'https://a.example/1.jpg,https://a.example/2.jpg',
    'https://a.example/1.jpg|https://a.example/2.jpg',
    'https://a.example/1.jpg https://a.example/2.jpg',
  ])('are refused, or the first is taken: %s', async (cell) => {
    for (const field of ['featured_image.full_size', 'featured_image']) {
      const file = files.write(`${HEADER},${field}\nA,A,[],1,1,in,"${cell}"\n`, 'pictures.csv')
      const option = `--lenient ${field}`
      expect(await rowsOf(file)).toMatchObject([
        {
          error: `${field}: "${cell}" has 2 addresses, and the field has one. Leave one of them, or add ${option} to take the first.`,
        },
      ])
      const report = new ImportReport()
      expect((await rowsOf(file, { lenient: [field] }, report)).map(fieldsOf)).toMatchObject([
        { featured_image: { full_size: 'https://a.example/1.jpg' } },
      ])
      expect(report.lines().join()).toContain('1 cell was read in part')
    }
  })

  it('are none in a text with one', async () => {
    const text = `${HEADER},featured_image\nA,A,[],1,1,in,Website: https://a.example\n`
    expect((await rowsOf(files.write(text, 'words.csv'))).map(fieldsOf)).toMatchObject([
      { featured_image: { full_size: 'Website: https://a.example' } },
    ])
  })

  it('are one in a list of JSON with one, also of objects', async () => {
    const read = async (image: unknown, changes = {}) => {
      const named = {
        external_id: 'A',
        title: 'A',
        artists: [],
        gallery: 1,
        category: 1,
        units: 'cm',
      }
      const file = files.write(JSON.stringify([{ ...named, image }]), 'list.json')
      const map = { 'featured_image.full_size': 'image' }
      return (await rowsOf(file, { map, ...changes })).map(fieldsOf)
    }
    const picture = [{ featured_image: { full_size: 'https://a.example/1.jpg' } }]
    const item = { filename: '1.jpg', url: 'https://a.example/1.jpg' }
    for (const image of [[item.url], [item], [{ src: item.url }]])
      expect(await read(image)).toMatchObject(picture)
    const two = [item, { url: 'https://a.example/2.jpg' }]
    expect(await read(two)).toMatchObject([
      { error: expect.stringMatching(/2 addresses.*--lenient/) },
    ])
    expect(await read(two, { lenient: ['featured_image.full_size'] })).toMatchObject(picture)
    expect(await read([{ id: 1 }])).toMatchObject([
      { error: expect.stringMatching(/is a list of 0/) },
    ])
  })

  it('can each have the name of its file in front', async () => {
    const one = 'front.jpg (https://a.example/f.jpg)'
    const several = `${one},back.jpg (https://a.example/b.jpg)`
    const field = 'featured_image.full_size'
    const read = async (cell: string, changes = {}) => {
      const file = files.write(`${HEADER},${field}\nA,A,[],1,1,in,"${cell}"\n`, 'named.csv')
      return (await rowsOf(file, changes)).map(fieldsOf)
    }
    const picture = [{ featured_image: { full_size: 'https://a.example/f.jpg' } }]
    expect(await read(one)).toMatchObject(picture)
    expect(await read(several)).toMatchObject([{ error: expect.stringMatching(/2 addresses/) }])
    expect(await read(several, { lenient: [field] })).toMatchObject(picture)
    const url = 'https://a.example/b_(https://c.example)'
    expect(await read(url)).toMatchObject([{ featured_image: { full_size: url } }])
  })

  it('can be rows of their own, which repeat the id of a work: they are counted', async () => {
    const heading = 'Handle,Title,Vendor,Bildtitel,Image Src,Image Position,Price'
    const row = (cells: string) => cells.replaceAll('URL', 'https://a.example')
    const text = [
      heading,
      row('dune,Dune,Kade,I,URL/1.jpg,1,90'),
      row('dune,,,,URL/2.jpg,2,'),
      row('dune,,,,URL/3.jpg,3,'),
      // Another variant, a row twice, a work with its own title, and a picture of none.
      row('dune,,,,,,80'),
      row('hill,Hill,Kade,II,URL/4.jpg,1,70'),
      row('hill,Hill,Kade,II,URL/4.jpg,1,70'),
      row('hill,Hill,Kade,III,URL/5.jpg,2,70'),
      row('hill,Hill,Kade,III,URL/6.jpg,3,70'),
      row(',,,,URL/7.jpg,,'),
    ].join('\n')
    const map = {
      external_id: 'Handle',
      artists: 'Vendor',
      medium: 'Bildtitel',
      featured_image: 'Image Src',
    }
    const set = { gallery: '1', category: '1', units: 'cm' }
    const report = new ImportReport()
    const options = { map, set, ignoreOthers: true }
    const rows = await rowsOf(files.write(text, 'shop.csv'), options, report)
    expect(rows.map(({ line }) => line)).toEqual([2, 5, 6, 7, 8, 10])
    expect(report.lines()).toContain(
      'Passed over: 3 rows that only have another picture of the record above, which has one.',
    )
  })

  it('are not one that has another in it', async () => {
    const url = 'https://web.example/2020/https://a.example/1,2.jpg'
    const file = files.write(`${HEADER},featured_image\nA,A,[],1,1,in,"${url}"\n`, 'archive.csv')
    expect((await rowsOf(file)).map(fieldsOf)).toMatchObject([
      { featured_image: { full_size: url } },
    ])
  })
})

describe('columns that make one field together', () => {
  const events = (rows: string) =>
    rowsOf(files.write(rows, 'joined.csv'), options, new ImportReport(), 'events')
  const map = { start_time: 'Date+Start time', end_time: 'Date+End time' }
  const set = { category: '1', venue: '1' }
  const options = { zone: 'Europe/Amsterdam', map, set }

  it.each([
    ['2031-03-14', '18:00', '21:30'],
    ['2031-03-14 00:00:00', '1899-12-30 18:00:00', '1899-12-30 21:30:00'],
    ['14 March 2031', '6 pm', '9.30 pm'],
  ])('are a day and its times: %s, %s', async (day, start, end) => {
    const rows = await events(
      `external_id,title,Date,Start time,End time\nA,Kade,${day},${start},${end}\n`,
    )
    expect(rows).toMatchObject([
      {
        fields: {
          event: { start_time: '2031-03-14T18:00:00+01:00', end_time: '2031-03-14T21:30:00+01:00' },
        },
      },
    ])
  })

  it.each([
    ['2031-03-14', '18:00', '', /Only one /, 'T18:00:00+01:00', '2031-03-14T23:59:59+01:00'],
    ['2031-03-14', '', '21:30', /Only one /, 'T00:00:00+01:00', '2031-03-14T21:30:00+01:00'],
    ['2031-03-14', '22:00', '02:00', /before it/, 'T22:00:00+01:00', '2031-03-15T02:00:00+01:00'],
    ['2031-03-14', '20:00', '00:00', /before it/, 'T20:00:00+01:00', '2031-03-15T00:00:00+01:00'],
    ['2031-03-29', '22:00', '04:00', /before it/, 'T22:00:00+01:00', '2031-03-30T04:00:00+02:00'],
    ['2031-12-31', '22:00', '4:00Z', /before it/, 'T22:00:00+01:00', '2032-01-01T04:00:00Z'],
  ])(
    'are asked about with one time, or an end before the start: %s, %s, %s',
    async (day, start, end, reason, start_time, end_time) => {
      const text = `external_id,title,Date,Start time,End time\nA,Kade,${day},${start},${end}\n`
      const [row] = await events(text)
      expect(row).toMatchObject({ error: expect.stringMatching(reason) })
      expect(row).toMatchObject({
        error: expect.stringMatching(/^end_time: .* add --lenient end_time/i),
      })
      const lenient = { ...options, lenient: ['end_time'] }
      const file = files.write(text, 'half.csv')
      expect(await rowsOf(file, lenient, new ImportReport(), 'events')).toMatchObject([
        { fields: { event: { start_time: day + start_time, end_time } } },
      ])
    },
  )

  it('are each read as a cell', async () => {
    const text = 'external_id,title,Date,Start time,End time\nA,Kade,2031-03-14,="18:00",N/A\n'
    expect(await events(text)).toMatchObject([
      { error: expect.stringMatching(/^end_time: "N\/A"/) },
    ])
    const file = files.write(text, 'cells.csv')
    const settings = { ...options, nothing: ['N/A'], lenient: ['end_time'] }
    expect(await rowsOf(file, settings, new ImportReport(), 'events')).toMatchObject([
      { fields: { event: { start_time: '2031-03-14T18:00:00+01:00' } } },
    ])
  })

  it('are a day, midnight and its offset', async () => {
    const zoned = { ...map, start_time: 'Date+Start time+Offset' }
    const text =
      'external_id,title,Date,Start time,End time,Offset\nA,Kade,2031-03-14,00:00,06:00,+01:00\n'
    const file = files.write(text, 'offset.csv')
    expect(
      await rowsOf(file, { ...options, map: zoned }, new ImportReport(), 'events'),
    ).toMatchObject([{ fields: { event: { start_time: '2031-03-14T00:00:00+01:00' } } }])
  })

  it('are a day where no time is known, and no time without a day', async () => {
    const rows = await events(
      'external_id,title,Date,Start time,End time\nA,Kade,2031-03-14,,\nB,Kade,,18:00,\n',
    )
    expect(rows).toMatchObject([
      { fields: { event: { is_all_day_event: true, end_time: '2031-03-14T23:59:59+01:00' } } },
      { error: expect.stringMatching(/^start_time: "18:00" is a time without its day/) },
    ])
  })

  it('are proposed, with the names of the file', async () => {
    const of = (headings: string, name: 'events' | 'venues') =>
      rowsOf(
        files.write(`${headings}\n${headings.replaceAll(/[^,]+/g, 'x')}\n`, 'parts.csv'),
        {},
        new ImportReport(),
        name,
      )
    await expect(
      of('external_id,title,venue,category,Date,Start time,End time', 'events'),
    ).rejects.toThrow(
      /--map 'start_time=Date\+Start time' --map 'end_time=Date\+End time' --preview$/,
    )
    await expect(of('name,Lat,Lng', 'venues')).rejects.toThrow(
      /--map geolocation=Lat\+Lng --preview$/,
    )
    await expect(of('name,latitude,longitude', 'venues')).rejects.toThrow(
      /--map geolocation=latitude\+longitude --preview$/,
    )
  })

  it.each(['Ines; Jan', 'Ines；Jan'])('are those of one name: %s', async (first) => {
    const text = `external_id,title,first,last,gallery,category,units\nA,A,${first},Falk,1,1,cm\n`
    const rows = rowsOf(files.write(text, 'several.csv'), { map: { artists: 'first+last' } })
    expect(await rows).toMatchObject([
      { error: expect.stringMatching(/^artists: Names of several/) },
    ])
  })

  it('are texts: lists and objects of JSON are refused', async () => {
    const works = [{ title: 'A', first: ['Ines', 'Jan'], last: 'Falk' }]
    const file = files.write(JSON.stringify(works), 'joined.json')
    const record = { external_id: 'A', gallery: '1', category: '1', units: 'cm' }
    const joined = rowsOf(file, { map: { artists: 'first+last' }, set: record })
    expect(await joined).toMatchObject([{ error: expect.stringMatching(/^artists: /) }])
  })

  it('are named where the file lacks one', async () => {
    const file = files.write('name,lat\nHall,52\n', 'half.csv')
    await expect(
      rowsOf(file, { map: { geolocation: 'lat+lng' } }, new ImportReport(), 'venues'),
    ).rejects.toThrow(/--map names the heading "lng", which the file does not have/)
  })
})

describe('a cell', () => {
  it('is trimmed, and this is counted', async () => {
    const report = new ImportReport()
    const file = files.write(`${HEADER}\n S-26\u00a0, A ,[],1,1,in\nS-27,B,[],1,1,in\n`, 'a.csv')
    const rows = await rowsOf(file, {}, report)
    expect(rows).toMatchObject([{ fields: { external_id: 'S-26', artwork: { title: 'A' } } }, {}])
    expect(report.lines()[0]).toBe(
      'Blanks at the ends of cells were left out: external_id (1), title (1).',
    )
  })

  it('of a field on one line has blanks for its line breaks, and this is counted', async () => {
    const report = new ImportReport()
    const file = files.write(
      `${HEADER},medium\nA,"Hill\nsecond\r\nversion",[],1,1,in,"Oil\nsigned"\nB,Hill\vsecond\tversion,[],1,1,in,Oil\vsigned\n`,
      'a.csv',
    )
    expect((await rowsOf(file, {}, report)).map(fieldsOf)).toMatchObject([
      { title: 'Hill second version', medium: 'Oil\nsigned' },
      { title: 'Hill second version', medium: 'Oil\nsigned' },
    ])
    expect(report.lines()[0]).toBe(
      'Line breaks and unusual blanks in cells became blanks: title (2).',
    )
  })

  it.each([
    ['Sí', true],
    ['PRAWDA', true],
    ['нет', false],
    ['Não', false],
  ])('is true or false in the language of its spreadsheet: %s', async (word, is_active) => {
    const file = files.write(`${HEADER},is_active\nA,Kade,[],1,1,in,${word}\n`, 'a.csv')
    expect((await rowsOf(file)).map(fieldsOf)).toMatchObject([{ is_active }])
  })

  it('of an e-mail address has no scheme', async () => {
    const file = files.write(
      'external_id,title,category,venue,start_time,end_time,email\nA,Kade,1,1,2031-03-14,2031-03-15,mailto:a@b.example\n',
      'mail.csv',
    )
    expect(await rowsOf(file, { zone: 'UTC' }, new ImportReport(), 'events')).toMatchObject([
      { fields: { event: { email: 'a@b.example' } } },
    ])
  })

  it('is quoted where it is refused', async () => {
    const file = files.write(`${HEADER},is_active\nA,Kade,[],1,1,in,maybe\n`, 'a.csv')
    const reason =
      'is_active: "maybe" is neither true nor false. Write one of them, or add --replace is_active:maybe=false for this word, or with =true.'
    expect(await rowsOf(file)).toMatchObject([{ error: reason }])
  })
})

describe('the message', () => {
  const row = 'A,Kade,[],1,1,in'
  it.each([
    [
      'titles.csv',
      `Stock list,,,,,\n,,,,,\n${HEADER}\n${row}\n`,
      /line 3, which.*--header 3 --preview$/s,
    ],
    [
      'merged.csv',
      `Stock,,,,,\n,,,Size,,Price\n${HEADER}\n${row}\n`,
      /line 3, which.*--header 3 --preview$/s,
    ],
    [
      'title-and-lines.csv',
      `Stock list,,,,,,\n${HEADER},medium\n${row},"Oil\nsigned"\n`,
      /line 2, which.*--header 2 --preview$/s,
    ],
    ['comment.csv', `# by FooArt\n${HEADER}\n${row}\n`, /line 2, which.*--header 2 --preview$/s],
    ['lines.ndjson', '12\n"x"\n', /No row of the file can be read\. Line 1: It must be an object/],
    ['pretty.jsonl', '{\n "a": 1\n}\n', /is JSON, but no array of objects/],
  ])('names the cause: %s', async (name, content, message) => {
    await expect(rowsOf(files.write(content, name))).rejects.toThrow(message)
  })

  it.each([',', '^', '\t'])('is none for a first line with another separator: %j', async (sign) => {
    const file = files.write(
      `sep=${sign}\n${`${HEADER}\n${row}\n`.replaceAll(',', ';')}`,
      'sep.csv',
    )
    expect(await rowsOf(file)).toMatchObject([{ line: 3, fields: { external_id: 'A' } }])
    const own = files.write(
      `sep=${sign}\n${`${HEADER}\n${row}\n`.replaceAll(',', sign)}`,
      'own.csv',
    )
    expect(await rowsOf(own)).toMatchObject([{ line: 3, fields: { external_id: 'A' } }])
  })

  it('is that of a first line where no heading is known, whatever the cells have', async () => {
    const medium = '1,2,3,4,5,6,7,8'
    const file = files.write(`sep=;\n${row.replaceAll(',', ';')};${medium}\n`, 'no-heading.csv')
    const headings = [...HEADER.split(','), 'medium']
    expect((await rowsOf(file, { headings })).map(fieldsOf)).toMatchObject([{ medium }])
  })

  it('counts the names of columns', async () => {
    const file = files.write(`${row}\n`, 'nohead.csv')
    const headings = HEADER.split(',')
    const short = rowsOf(file, { headings: headings.slice(1) })
    await expect(short).rejects.toThrow(/--headings names 5 columns, but line 1 has 6 cells: "A", /)
    expect(await rowsOf(file, { headings })).toMatchObject([{ fields: { external_id: 'A' } }])
  })

  it('proposes the columns that people mean', async () => {
    const heading = 'Inv.-Nr.;Künstler;Titel:;Technik;H;B;T;VK;Status;Schlagworte'
    const stock = `${heading}\nK-1;Kade;A;Öl;3;4;5;1.200,00 €;sold;x\nK-2;Kade;B;Öl;3;4;;900,50 €;sold;\n;;Summe;;;;;2.100,50 €;;\n`
    await expect(rowsOf(files.write(stock, 'stock.csv'))).rejects.toThrow(
      "--map title=Titel: --map 'artists=Künstler' --map available_for_sale=Status --map size_h=H " +
        '--map size_w=B --map size_d=T --map price=VK --map tags=Schlagworte --map medium=Technik ',
    )
    await expect(rowsOf(files.write(stock, 'stock.csv'))).rejects.toThrow(
      /--map external_id=Inv\.-Nr\. /,
    )
  })

  it.each([
    [
      'artworks',
      'Lot,Lot Title,Artist Name (Dates),AccessionNumber',
      ['external_id=AccessionNumber', "'artists=Artist Name (Dates)'"],
    ],
    [
      'artworks',
      'Object Number,Title,Artist/Maker,Low Estimate (USD),High Estimate (USD),Maße (H x B)',
      [
        "'external_id=Object Number'",
        'artists=Artist/Maker',
        "'min_price=Low Estimate (USD)'",
        "'max_price=High Estimate (USD)'",
        "'size=Maße (H x B)'",
      ],
    ],
    [
      'events',
      'Titel,Beginn,Uhrzeit,Ende,Eintritt',
      ['start_time=Beginn+Uhrzeit', 'price=Eintritt', 'external_id=HEADING'],
    ],
    [
      'artworks',
      'Variant SKU,Title,Vendor,Image Src,Variant Price',
      ["'external_id=Variant SKU'", 'artists=Vendor', "'price=Variant Price'"],
    ],
    [
      'artworks',
      '管理番号,作家名,作品名,価格',
      ["'external_id=管理番号'", "'title=作品名'", "'artists=作家名'", "'price=価格'"],
    ],
    [
      'events',
      'Event ID,Event Name,Event Venue Name,Event Category,Event Start Date,Event Start Time',
      [
        "'external_id=Event ID'",
        "'title=Event Name'",
        "'venue=Event Venue Name'",
        "'category=Event Category'",
        "'start_time=Event Start Date+Event Start Time'",
      ],
    ],
    [
      'artworks',
      'Ref,Title,height_cm,width_cm,Retail price',
      ['size_h=height_cm', 'size_w=width_cm', "'price=Retail price'"],
    ],
    [
      'artworks',
      'SKU,Name,Type,Sale price,Regular price,Categories',
      ["'price=Regular price'", 'category=Categories'],
    ],
    [
      'events',
      'Subject,Start Date,End Date,All Day Event',
      ["'is_all_day_event=All Day Event'", 'external_id=HEADING'],
    ],
    [
      'events',
      'Titre,Début,Fin,Lieu,Pays,Catégorie',
      ['venue=Lieu', 'country=Pays', "'category=Catégorie'", 'external_id=HEADING'],
    ],
    [
      'events',
      'Nr,Titel,Beginn,Ende,Abgesagt',
      ['start_time=Beginn', 'end_time=Ende', 'is_cancelled=Abgesagt'],
    ],
    [
      'events',
      'Id,Evento,Fecha inicio,Hora inicio,Fecha fin,Hora fin,Zona horaria',
      [
        'external_id=Id',
        'title=Evento',
        "'start_time=Fecha inicio+Hora inicio+Zona horaria'",
        "'end_time=Fecha fin+Hora fin+Zona horaria'",
      ],
    ],
    [
      'artworks',
      'Lp.,Nr inw.,Autor,Tytuł,Wymiary,Rok,Waluta',
      ["'external_id=Nr inw.'", 'artists=Autor', "'title=Tytuł'", 'size=Wymiary'],
    ],
    [
      'artworks',
      'Lp.,Auteur,Désignation',
      ['external_id=HEADING', 'artists=Auteur', "'title=Désignation'"],
    ],
    [
      'events',
      'Event ID,Start Date,Start Time,End Date,End Time,Event Timezone',
      [
        "'start_time=Start Date+Start Time+Event Timezone'",
        "'end_time=End Date+End Time+Event Timezone'",
      ],
    ],
  ] as const)('proposes the columns of other programs: %s, %s', async (name, headings, options) => {
    const cells = headings.split(',').map((_, at) => `x${at}`)
    const refused = rowsOf(
      files.write(`${headings}\n${cells.join(',')}\n`, 'programs.csv'),
      {},
      new ImportReport(),
      name,
    )
    const message = await refused.then(() => '', String)
    for (const option of options) expect(message).toContain(`--map ${option} `)
  })

  it('proposes the members of a wrapper', async () => {
    const attributes = { title: 'Dune', artist: { name: 'Ines Falk' } }
    const file = files.write(JSON.stringify({ data: [{ id: 'a', attributes }] }), 'wrapped.json')
    await expect(rowsOf(file)).rejects.toThrow(
      /--map title=attributes\.title --map artists=attributes\.artist\.name /,
    )
  })

  it.each([
    ['VK brutto (EUR)', 'price'],
    ['VK brutto', 'price'],
    ['fields.Price (EUR)', 'price'],
    ['Fondo (cm)', 'size_d'],
    ['Main image URL', 'featured_image.full_size'],
  ])('proposes a column: %s', async (heading, field) => {
    const stock = `${HEADER},${heading}\nA,A,[],1,1,cm,9\n`
    await expect(rowsOf(files.write(stock, 'stock.csv'))).rejects.toThrow(
      `--map '${field}=${heading}' `,
    )
  })

  it('proposes no member of a picture', async () => {
    const image = { alt: 'Blue', large: 'x' }
    const file = files.write(JSON.stringify([{ title: 'A', image }]), 'picture.json')
    await expect(rowsOf(file)).rejects.toThrow(/^(?![^]*=image\.)/)
  })

  it('proposes a column named by a currency as the price', async () => {
    const stock = `${HEADER},EUR,GBP\n${row},900,800\n`
    await expect(rowsOf(files.write(stock, 'stock.csv'))).rejects.toThrow(
      '--map price=EUR --set price_currency=EUR --ignore-others --preview',
    )
  })

  it('proposes a column of ids that begin as a currency does', async () => {
    for (const other of ['CUP-002', 'PLT 2']) {
      const stock = files.write(`title,SKU\nA,CUP-001\nB,${other}\n`, 'stock.csv')
      await expect(rowsOf(stock)).rejects.toThrow(/external_id=SKU /)
    }
  })

  it('takes no row for a header that the user has named', async () => {
    const headings = ['external_id', 'title', 'artists', 'gallery', 'category']
    const stock = files.write('A,A,[],1,1\nB,Photo,[],Work,Image\n', 'stock.csv')
    await expect(rowsOf(stock, { headings })).rejects.toThrow(
      /^(?!.*header row).*--set units=UNITS --preview$/s,
    )
  })

  it.each([
    ['prices', 'worth', '€ 12.50'],
    ['prices in wide digits', 'worth', '￥１２５０'],
    ['dates', 'Sold date', '14.03.2031'],
  ])('proposes columns of %s as no ids', async (_name, heading, cell) => {
    const stock = `title,${heading}\nA,${cell}\n`
    await expect(rowsOf(files.write(stock, 'stock.csv'))).rejects.toThrow(/external_id=HEADING/)
  })

  it('proposes what reads the file', async () => {
    const titled = files.write(`Stock list,,,,,\n\n${HEADER}\n${row}\n`, 'titles.csv')
    expect(await rowsOf(titled, { header: 3 })).toMatchObject([{ line: 4, fields: {} }])
    const short = files.write(`${HEADER},medium,tags\n${row}\n${row},ink,\n`, 'short.csv')
    expect(await rowsOf(short)).toMatchObject([
      { error: expect.stringMatching(/--short-rows$/) },
      {},
    ])
    expect(await rowsOf(short, { shortRows: true })).toMatchObject([{ fields: {} }, { fields: {} }])
  })

  it.each([
    [{ lenient: ['tilte'] }, /--lenient names "tilte", which is no field/],
    [{ map: { title: 'title', Title: 'units' } }, /--map gives title twice/],
    [{ ids: ['title'] }, /--ids names "title", which refers to no records/],
    [{ ids: ['tags'], names: ['tags'] }, /both name tags/],
  ])('names an option that cannot be: %j', async (options, message) => {
    await expect(rowsOf(files.write(`${HEADER}\n${row}\n`, 'a.csv'), options)).rejects.toThrow(
      message,
    )
  })

  it('leaves out the columns that are named "-", the first one too', async () => {
    const file = files.write('7,A,Kade,[],1,1,in,x\n', 'a.csv')
    const { values } = parseOptions(['--headings', `-,${HEADER},-`], FILE_OPTIONS)
    const options = readFileOptions(values)
    expect((await rowsOf(file, options)).map(fieldsOf)).toMatchObject([{ title: 'Kade' }])
  })

  it('proposes the heading of a field that another one has taken', async () => {
    const file = files.write('Title,artists,gallery,category,units\nDune,[],1,1,in\n', 'a.csv')
    await expect(rowsOf(file, { map: { external_id: 'Title' } })).rejects.toThrow(
      /No column has title\..*--map title=Title/s,
    )
  })

  it.each(['Artist', 'Künstler', 'Bezeichnung'])(
    'of one column names its heading: %s',
    async (heading) => {
      const artists = kindOf('artists')
      const file = files.write(`${heading}\nInes Falk\n`, 'one.csv')
      const source = await openSource(file, NO_OPTIONS, artists)
      const survey = await surveyRows(source.rows(), artists)
      const isKnown = heading !== 'Bezeichnung'
      expect(() => mapHeadings(artists, survey, NO_OPTIONS, ['artists', file])).toThrow(
        isKnown ? new RegExp(`--map '?name=${heading}'? `) : /add --map FIELD=HEADING/,
      )
    },
  )
})

describe('a time with the name of its zone', () => {
  const read = (text: string) => readTime(text, 'end', { ...NO_OPTIONS, zone: 'Asia/Tokyo' }, false)

  it.each([
    ['2031-04-01 19:30 America/New_York', '2031-04-01T19:30:00-04:00'],
    ['2031-01-01 7:30 PM  europe/london', '2031-01-01T19:30:00+00:00'],
    ['2031-04-01 America/Argentina/Ushuaia', '2031-04-01T23:59:59-03:00'],
    ['2031-04-01 19:30', '2031-04-01T19:30:00+09:00'],
  ])('is in it: %s', (text, time) => {
    expect(read(text)).toMatchObject({ time })
  })

  it('is no time where there is no such zone', () => {
    expect(() => read('2031-04-01 19:30 Europe/Atlantis')).toThrow(/is no date or time/)
  })
})

describe('a row', () => {
  it.each(['Total', 'Total: 2', 'SUMME', 'Gesamt:'])('of totals is no record: %s', async (word) => {
    const names = ['Total Museum', 'Total', 'Suma', 'Sum 41']
    const rows = [`${word},25,`, 'Total,Seoul 1,', ...names.map((name) => `${name},,`)]
    const file = files.write(['name,city,geolocation', ...rows, ''].join('\n'), 'venues.csv')
    expect(await rowsOf(file, {}, new ImportReport(), 'venues')).toMatchObject([
      { line: 2, error: expect.stringMatching(/^It is a line of totals\. Remove the line; /) },
      { fields: { venue: { name: 'Total', city: 'Seoul 1' } } },
      ...names.map((name) => ({ fields: { venue: { name } } })),
    ])
  })

  it('of totals is a text with its number, and no line of JSON', async () => {
    const report = new ImportReport()
    const counted = files.write('name\nSuma\nTotal: 1\n', 'tags.csv')
    expect(await rowsOf(counted, {}, report, 'tags')).toMatchObject([
      { fields: { tag: { name: 'Suma' } } },
      { error: expect.stringMatching(/line of totals/) },
    ])
    const lines = files.write('{"name":"Total","summary":"1"}\n', 'artists.ndjson')
    expect(await rowsOf(lines, {}, report, 'artists')).toMatchObject([
      { fields: { artist: { name: 'Total' } } },
    ])
  })

  it.each(['', '\ufeff'])('that repeats the header is no record', async (mark) => {
    const rows = [HEADER, 'A,A,[],1,1,in', mark + HEADER, 'B,B,[],1,1,in', '']
    const file = files.write(rows.join('\n'), 'h.csv')
    expect(await rowsOf(file)).toMatchObject([
      { line: 2 },
      { line: 3, error: 'It is the header again. Remove the line.' },
      { line: 4 },
    ])
  })
})

describe('a cell that is longer than any value', () => {
  const LONG = `1${' '.repeat(50_000)}x`

  // Read by its form, it would take minutes.
  it.each(['artworks', 'events'] as const)('is refused in each field of %s', async (name) => {
    const columns = columnsOf(kindOf(name)).map(headingOf)
    const fields = columns.filter((field) => field !== 'id' && !/^featured_image|^size/.test(field))
    if (name === 'artworks') fields.push('size')
    const rows = fields.map((long, at) =>
      fields.map((field) => (field === long ? LONG : field === 'title' ? `T${at}` : '')).join(),
    )
    const read = await rowsOf(
      files.write([fields.join(), ...rows, ''].join('\n'), `long-${name}.csv`),
      name === 'artworks' ? { map: { size: 'size' } } : {},
      new ImportReport(),
      name,
    )
    expect(read).toMatchObject(
      fields.map((field) => ({
        error: expect.stringContaining(`${field}: It has 50002 characters`),
      })),
    )
  })

  it('can have each value of the contract', async () => {
    const name = '\u{1F3A8}'.repeat(300)
    for (const kind of FILE_KIND_NAMES.map(kindOf)) {
      const columns = columnsOf(kind).filter(({ schema }) => schema.maxLength ?? schema.maxItems)
      const cells = columns.map(({ schema: { maxLength = 0, maxItems = 0 } }) =>
        maxItems > 0 ? Array(maxItems).fill(name).join('; ') : 'a'.repeat(maxLength),
      )
      const row = [columns.map(headingOf).join(), cells.join(), ''].join('\n')
      const file = files.write(row, 'longest.csv')
      const set = { gallery: '1', units: 'cm', category: '1', venue: '1', owner: 'kade' }
      const given = Object.entries(set).filter(([field]) =>
        columnsOf(kind).some((column) => headingOf(column) === field),
      )
      const options = { set: Object.fromEntries(given) }
      const read = await rowsOf(file, options, new ImportReport(), kind.name)
      expect(JSON.stringify(read)).not.toContain('at most')
    }
  })

  it('is no word for a field as a heading', async () => {
    const long = `price ${'('.repeat(100_000)}`
    const file = files.write(`${HEADER},${long}\nA,A,[],1,1,in,1\n`, 'long-heading.csv')
    await expect(rowsOf(file)).rejects.toThrow('These columns are no field of artworks')
  })

  it('can have the longest text of the contract', async () => {
    const content = `\u{1F3A8}${'  '.repeat(19_998)}\u{1F3A8}`
    const header = 'external_id,title,venue,category,start_time,end_time,content'
    const file = files.write(
      `${header}\nA,A,1,1,2031-03-14T10:00:00Z,2031-03-15T10:00:00Z,${content}\n`,
      'content.csv',
    )
    const [row] = await rowsOf(file, {}, new ImportReport(), 'events')
    expect(row).toMatchObject({ fields: { event: { content } } })
  })
})

describe('lines of JSON', () => {
  const object = {
    external_id: 'A',
    title: 'Grün',
    artists: [],
    gallery: 1,
    category: 1,
    units: 'inch',
  }
  const line = JSON.stringify(object)
  it.each([
    ['UTF-16', Buffer.from(`\ufeff${line}\n${line}\n`, 'utf16le')],
    ['CR', `${line}\r${line}\r`],
    ['an array', `[${line},\n${line}]`],
  ])('are read from %s', async (_, content) => {
    const rows = await rowsOf(files.write(content, 'lines.ndjson'))
    expect(rows.map(fieldsOf)).toMatchObject([{ title: 'Grün' }, { title: 'Grün' }])
  })
})
