import { contract, resolve } from '../../src/contract/document.ts'
import { CellProblem, quotedCell } from './cell-text.ts'
import { optionText, type FileOptions } from './file-options.ts'
import { plainNumbers, readNumber } from './numbers.ts'
import type { ColumnContext, RowContext } from './context.ts'
import { byWord, readEnum } from './words.ts'

// Prices, and the currencies that cells and headings name by code, sign or word.

const CODES: ReadonlySet<unknown> = new Set(
  resolve(contract.components.schemas['Currency'] ?? {}).enum,
)

const DOLLARS = 'USD CAD AUD NZD SGD HKD MXN TWD COP'

const SIGNS = currenciesBySign(
  '€ EUR|£ GBP|¥ JPY CNY|₩ KRW|₹ INR|₺ TRY|₽ RUB|₴ UAH|₪ ILS|US$ USD|C$ CAD|CA$ CAD|A$ AUD|AU$ AUD|NZ$ NZD|S$ SGD|' +
    `HK$ HKD|NT$ TWD|MX$ MXN|R$ BRL|$ ${DOLLARS}`,
)

/** Signs that are other words in a heading. The first one is of Shift_JIS and of the Korean EUC-KR. */
const SIGNS_OF_CELLS = currenciesBySign('\\ JPY KRW|ft HUF|fr CHF')

/**
 * In lower case, also in the forms that follow a number. `fr` is a language and `ft` a foot, so in a heading only `Fr` and `Ft`
 * count.
 */
const WORDS = currenciesBySign(
  `euro EUR|euros EUR|sterling GBP|pounds GBP|dollar ${DOLLARS}|dollars ${DOLLARS}|yen JPY|yuan CNY|rmb CNY|` +
    'руб RUB BYN|рублей RUB BYN|рублях RUB BYN|рубли RUB BYN|грн UAH|гривень UAH|гривнях UAH|лв BGN|лева BGN|zł PLN|' +
    'złotych PLN|kč CZK|kr SEK NOK DKK ISK|kronor SEK|kroner NOK DKK|forint HUF|Ft HUF|tl TRY|lira TRY LBP SYP|lei RON MDL|' +
    'Fr CHF|sfr CHF|franken CHF|reais BRL|pesos MXN ARS CLP COP PHP UYU DOP CUP|rs INR PKR LKR NPR MUR|円 JPY|' +
    '元 CNY TWD HKD MOP|원 KRW|บาท THB|ريال SAR QAR OMR YER IRR|درهم AED MAD|دينار KWD BHD JOD IQD TND DZD LYD',
)

/** The currencies of each sign or word of a table. */
function currenciesBySign(table: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    table.split('|').map((each) => {
      const [sign = '', ...codes] = each.split(' ')
      return [sign, codes]
    }),
  )
}

/** The currencies that a sign or a code can mean; undefined for another text. */
function currenciesNamed(text: string): readonly string[] | undefined {
  const code = text.toUpperCase()
  return SIGNS.get(code) ?? (CODES.has(code) ? [code] : undefined)
}

function currenciesInCell(text: string): readonly string[] | undefined {
  const word = text.toLowerCase()
  return SIGNS_OF_CELLS.get(word) ?? WORDS.get(word) ?? currenciesNamed(text)
}

/** The currencies that all names have in common; undefined without a name. */
function commonCurrencies(
  lists: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  const given = lists.filter((list) => list !== undefined)
  const [first, ...others] = given
  return first?.filter((currency) => others.every((list) => list.includes(currency)))
}

const SIGN = String.raw`(?:US|CA?|AU?|NZ|S|HK|NT|MX|R)\$|\p{Sc}`

const FIRST = new RegExp(String.raw`^(${SIGN}|\\|s?fr|kr|rs|[A-Z]{3}(?![A-Z]))\.?\s*(?=.)`, 'iu')
const LAST = new RegExp(
  String.raw`(?<=.)\s*(${SIGN}|[円元원]|(?<!\p{L})(?:[A-Z]{3}|kr|zł|kč|ft|s?fr|руб))\.?$`,
  'iu',
)

/** A price without its signs and codes of currencies, and each of these. */
export function partsOfPrice(text: string) {
  const names: string[] = []
  let number = text
  for (const form of [FIRST, LAST, FIRST, LAST]) {
    const [whole = '', name = ''] = form.exec(number) ?? []
    if (currenciesInCell(name) === undefined) continue
    names.push(name)
    number = form === FIRST ? number.slice(whole.length) : number.slice(0, -whole.length)
  }
  return { number, names, currencies: commonCurrencies(names.map(currenciesInCell)) }
}

/** Codes that are also words: they count only in capitals or brackets. */
const ALSO_WORDS = /^(?:all|bob|cup|gel|mad|mop|pen|ron|sos|top|try|won)$/i

/** Where `priceGBP` and `PRICEGBP` have no sign between their words. */
const JOINED =
  /\p{Ll}(?=\p{Lu})|^(?:price|PRICE|Price|preis|PREIS|Preis|prix|PRIX|Prix)(?=\p{L}{3}$)/gu

const NAMES = /(?<![\p{L}$])(?:[A-Z]{0,2}\p{Sc}|\p{L}+)(?!\p{L})/giu

/**
 * The currencies that a heading such as `PRICE_GBP` or `Preis in CHF` names: those that its names have in common, or all
 * of `Price (USD/EUR)`; undefined if it names none.
 */
export function currenciesOfHeading(heading: string): readonly string[] | undefined {
  const named = namesIn(heading).map(([, currencies]) => currencies)
  const common = commonCurrencies(named)
  return common?.length === 0 ? named.flat() : common
}

/** A heading without its currency: `price` of `Price (USD)`. */
export function withoutCurrency(heading: string): string {
  return namesIn(heading)
    .reduce((text, [name]) => text.replace(name, ' '), heading)
    .replaceAll(/[()[\]/,:]|(?<=\s)(?:in|en)(?=\s|$)/gi, ' ')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

function namesIn(heading: string): [string, readonly string[]][] {
  const isMixed = /\p{Ll}/u.test(heading)
  return [...heading.replaceAll(JOINED, '$& ').matchAll(NAMES)].flatMap(([name]) => {
    const isClear = heading.includes(`(${name})`) || (isMixed && name === name.toUpperCase())
    if (ALSO_WORDS.test(name) && !isClear) return []
    const currencies = WORDS.get(name) ?? WORDS.get(name.toLowerCase()) ?? currenciesNamed(name)
    return currencies === undefined ? [] : [[name, currencies] as [string, readonly string[]]]
  })
}

const TAXES = 'vat|mwst|ust|tva|iva|btw|moms|mva|alv|gst|tax(?:es?)?'
const RATE = String.raw`(?:\d{1,2}(?:[.,]\d)?\s?%\s?)?(?:de\s|sales\s)?`

/** Words for a tax that a price contains, before or behind its name, and for one that comes to it. */
const WITH = String.raw`(?:incl|inkl|inclu\p{L}*|inklu\p{L}*|brutto|gross|ttc)\.?`
const WITHOUT = String.raw`(?:ex(?:cl|kl)?|excl\p{L}+|exkl\p{L}+|zzgl|zuzüglich|hors|ohne|sans|senza|sin|sem|zonder|bez|without|w/o|plus|más|mais|più)\.?|\+(?=\s*\w)`
const NET = String.raw`(?<!\p{L})(?:net|netto\p{L}*|h\.?t|(?:${WITHOUT})[\s_-]*${RATE}(?:${TAXES}))(?!\p{L})`

const WITH_TAX = atEnd(`(?:${WITH}[\\s_]*${RATE}(?:${TAXES})?|(?:${TAXES})\\s${WITH})`)
const WITHOUT_TAX = atEnd(`(?:${NET}|(?<!\\p{L})(?:${WITHOUT}))`)
/** In the words of cells and of Japan and China. */
const NET_HEADING = new RegExp(`${NET}|税抜|税別|不含税|未税`, 'iu')

function atEnd(words: string): RegExp {
  return new RegExp(String.raw`[\s,]*[(]?${words}\.?[)]?$`, 'iu')
}

/** `12k`, `1.2m` and `3 Mio.`: the number of zeros of a word behind a number. */
const MULTIPLES = byWord({
  3: 'k|tsd|tausend|thousand|mila|mille|tys',
  4: '万|萬|만',
  6: 'm|mio|mill|mln|mn|million|millionen|millions|milioni',
})

/** A price or its heading without the words for the tax in it: `VK` of `VK brutto`. */
export function withoutTax(text: string): string {
  return text.trim().replace(WITH_TAX, '')
}

/** A price, and the currencies that all of its signs and codes name, if it has some. */
function readPrice(text: string, options: FileOptions, field: string) {
  const gross = withoutTax(text)
  const net = gross.replace(WITHOUT_TAX, '')
  if (net !== gross && /\d/.test(net)) {
    const option = optionText('lenient', field)
    throw new CellProblem(
      `${quotedCell(text)} is a price without its tax. Write the price with it, or add ${option} to take ${quotedCell(net)}.`,
      option,
      net,
    )
  }
  const { number, names, currencies } = partsOfPrice(gross)
  if (currencies?.length === 0)
    throw new CellProblem(
      `${quotedCell(text)} names several currencies: ${names.join(', ')}. Leave one of them.`,
    )
  const [, multiplied = number, blank = '', word = ''] =
    /^(.*\d)(\s*)(\p{L}+)\.?$/u.exec(number) ?? []
  const zeros = MULTIPLES.get(word.toLowerCase())
  const price = readNumber(zeros === undefined ? number : multiplied, options, text)
  if (/^m$/i.test(word) && (blank !== '' || price >= 100))
    throw new CellProblem(
      `${quotedCell(text)} can be in millions or in another unit. Write all its digits.`,
    )
  return { price: zeros === undefined ? price : Number(`${price}e${zeros}`), currencies }
}

/** The currency that a sign or a word such as `Euro` names; another text as it is. */
function readCurrency(text: string, field: string): string {
  const [currency = text, ...others] = currenciesOfHeading(text) ?? []
  if (others.length === 0) return currency
  const options = `${optionText('nothing', text.trim())} ${optionText('set', `${field}=CURRENCY`)}`
  throw new CellProblem(
    `${quotedCell(text)} is ${[currency, ...others].join(' or ')}. Write the code, or add ${options} if it is one for all such cells.`,
    options,
  )
}

export function readCurrencyCell(text: string, column: ColumnContext): unknown {
  return readEnum(text, column, (other) => readCurrency(other, column.field))
}

/** An admission of nothing. */
const FREE =
  /^(?:(?:admission |entry |eintritt |entrée |entrada |ingresso )?(?:free|frei|libre|libera|gratis|gratuit|gratuite|gratuito|gratuita)|kostenlos|free (?:admission|entry))$/i

/** Headings of prices in thousands or millions. */
const IN_MULTIPLES =
  /(?<!\p{L})(?:[kt]\s?(?:\p{Sc}|eur|usd|gbp|chf)|tsd|tausend|thousands?|milliers|migliaia|tys|tis|tisíc\p{L}*|тыс\p{L}*|тис\p{L}*|млн|mio|mln|millions?|millionen)(?!\p{L})|[千万萬천만]\s?[円元원]|(?<!\d)000s?(?!\d)/iu

/** No artwork is sold for 0, which people write where a price is not known; a range can begin there. */
export function readPriceCell(
  text: string,
  { field, kind, mapping, options, headings, isLenient }: ColumnContext,
): ReturnType<typeof readPrice> {
  if (kind.name === 'events' && FREE.test(text.trim())) return { price: 0, currencies: undefined }
  const heading = headings.join(' ')
  if (IN_MULTIPLES.test(heading))
    throw new CellProblem(
      `Its heading ${quotedCell(heading)} names thousands or millions. Write all digits of its prices, and leave this word out.`,
    )
  if (NET_HEADING.test(heading) && !isLenient) {
    const option = optionText('lenient', field)
    throw new CellProblem(
      `Its heading ${quotedCell(heading)} names a price without its tax. Map the column of the price with it, or add ${option} to take this one.`,
      option,
    )
  }
  const read = readPrice(plainNumbers(text), options, field)
  if (read.price !== 0 || field === 'min_price' || mapping.isExport || kind.name !== 'artworks')
    return read
  throw new CellProblem(`${quotedCell(text)} is no price.`)
}

/** The option that gives prices their currency. */
export function currencyOption(currencies: readonly string[]): string {
  const [currency, ...others] = currencies
  const isClear = currency !== undefined && others.length === 0
  return optionText('set', `price_currency=${isClear ? currency : 'CURRENCY'}`)
}

const PRICE = /^(?:min_|max_)?price$/

/** The signs of a price, and the currency that its heading names, must be its currency. */
export function checkCurrency(fields: Record<string, unknown>, { columns }: RowContext): void {
  for (const [field, { headings }] of columns) {
    const read = fields[field] as ReturnType<typeof readPrice> | number | null | undefined
    if (!PRICE.test(field) || read === undefined || read === null) continue
    if (typeof read === 'object') fields[field] = read.price
    const heading = headings.join(' ')
    const ofHeading = currenciesOfHeading(heading)
    const ofCell = typeof read === 'object' ? read.currencies : undefined
    const currencies = commonCurrencies([ofCell, ofHeading])
    const given = fields[`${field}_currency`] ?? fields['price_currency']
    if (currencies === undefined || currencies.includes(given as string)) continue
    const named = [
      ofCell && `its cell names ${ofCell.join(' or ')}`,
      ofHeading && `its heading ${quotedCell(heading)} names ${ofHeading.join(' or ')}`,
    ].filter((text) => text !== undefined)
    const stated = `The currency is in doubt: ${named.join(', ')}, and price_currency is`
    if (given !== undefined || currencies.length === 0)
      throw new CellProblem(
        `${stated} ${given === undefined ? 'not given' : quotedCell(given as string)}.`,
      )
    const option = currencyOption(currencies)
    throw new CellProblem(
      `${stated} not given, which means EUR: give it in a column or, if it is one for all rows without it, add ${option}`,
      option,
    )
  }
}

/** Without a column of it, a price is shown, and one that is not known is on request, also if the record had one. */
export function addPriceDisplay(
  fields: Record<string, unknown>,
  { kind, columns, report }: RowContext,
): void {
  if (kind.input.properties?.['price_display'] === undefined) return
  if (columns.has('price_display')) return
  if (columns.has('price')) fields['price'] ??= null
  const hasPrice = typeof fields['price'] === 'number'
  const isRange = ['min_price', 'max_price'].every((name) => typeof fields[name] === 'number')
  const known = isRange ? 'price range' : 'price on request'
  fields['price_display'] = hasPrice ? 'show price' : known
  if (hasPrice || !isRange) report.priceDisplay(hasPrice)
}
