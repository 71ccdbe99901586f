import { contract, resolve } from '../../src/contract/document.ts'

// Currencies as cells and headings name them: by code, sign or word.

const CODES: ReadonlySet<unknown> = new Set(
  resolve(contract.components.schemas['Currency'] ?? {}).enum,
)

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₩': ['KRW'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD', 'COP'],
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  NT$: ['TWD'],
  MX$: ['MXN'],
  R$: ['BRL'],
}

/** Signs that are other words in a heading. */
const SIGNS_OF_CELLS: Readonly<Record<string, readonly string[]>> = {
  // Of Shift_JIS and of the Korean EUC-KR.
  '\\': ['JPY', 'KRW'],
  円: ['JPY'],
  元: ['CNY', 'TWD', 'HKD'],
  원: ['KRW'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
  ZŁ: ['PLN'],
  KČ: ['CZK'],
  FT: ['HUF'],
  FR: ['CHF'],
  SFR: ['CHF'],
  РУБ: ['RUB'],
}

/** The currencies that a sign or a code can mean; undefined for another text. */
function currenciesNamed(text: string): readonly string[] | undefined {
  const code = text.toUpperCase()
  return SIGNS[code] ?? (CODES.has(code) ? [code] : undefined)
}

function currenciesInCell(text: string): readonly string[] | undefined {
  return SIGNS_OF_CELLS[text.toUpperCase()] ?? currenciesNamed(text)
}

/** The currencies that all names have in common; undefined without a name. */
export function commonCurrencies(
  lists: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  const given = lists.filter((list) => list !== undefined)
  const [first, ...others] = given
  return first?.filter((currency) => others.every((list) => list.includes(currency)))
}

const FIRST = /^([A-Z]{0,2}\p{Sc}|\\|s?fr|kr|[A-Z]{3}(?![A-Z]))\.?\s*(?=.)/iu
const LAST =
  /(?<=.)\s*([A-Z]{0,2}\p{Sc}|[円元원]|(?<!\p{L})(?:[A-Z]{3}|kr|zł|kč|ft|s?fr|руб))\.?$/iu

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

/** A map, because a heading can be `constructor`. */
const WORDS = new Map<string, readonly string[]>(
  Object.entries({
    euro: ['EUR'],
    euros: ['EUR'],
    sterling: ['GBP'],
    pounds: ['GBP'],
    dollar: SIGNS['$'] ?? [],
    dollars: SIGNS['$'] ?? [],
    yen: ['JPY'],
    yuan: ['CNY'],
  }),
)

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
    const currencies = WORDS.get(name.toLowerCase()) ?? currenciesNamed(name)
    return currencies === undefined ? [] : [[name, currencies] as [string, readonly string[]]]
  })
}
