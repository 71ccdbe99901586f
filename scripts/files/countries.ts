import { feature, isIn } from '@rapideditor/country-coder'
import { nameKey } from '../../src/records/name-key.ts'
import { CellProblem, quotedCell } from './cell-text.ts'
import { optionText } from './file-options.ts'
import { keyOf, LANGUAGES, thingsByName } from './names-of-dates.ts'
import type { RowContext } from './context.ts'
import type { Cell } from './row.ts'

// Countries by their codes and names, and the states whose codes are those of countries.

/** Names that two countries have. */
const SEVERAL_COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    congo: 'CD or CG',
    kongo: 'CD or CG',
    korea: 'KP or KR',
    'saint martin': 'MF or SX',
    'st. martin': 'MF or SX',
    'virgin islands': 'VG or VI',
  }),
)

/** Codes and names of states of the USA and of provinces of Canada. */
const STATES = new Set(
  [
    'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR',
    'PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT',
    'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois',
    'Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri',
    'Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma',
    'Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington',
    'West Virginia|Wisconsin|Wyoming|Alberta|British Columbia|Manitoba|New Brunswick|Nova Scotia|Ontario|Quebec|Québec',
    'Saskatchewan',
  ].flatMap((words) => words.split('|').map(nameKey)),
)

/** Whether a word is one for such a state. */
function isState(word: string): boolean {
  return STATES.has(nameKey(word))
}

const OF_STATES = /(?<!\p{L})(?:state|st|province|prov|bundesland|kanton|canton)(?!\p{L})/iu

/** Whether a column read as countries has states: by its heading, by a word for no country, or because all are states. */
export function hasStates(headings: readonly string[], words: readonly string[]): boolean {
  const states = words.filter(isState)
  return (
    headings.some((heading) => OF_STATES.test(heading)) ||
    states.some((word) => feature(countryNamed(word) ?? '') === null) ||
    (words.length > 2 && states.length === words.length)
  )
}

/** Made with the first name that is no code. */
let codes: Map<string, string[]> | undefined

/** Of a cell that may name several countries: the names between signs and words, or the codes between any signs. */
function partsOf(text: string): string[] {
  const isOfCodes = /^[a-z]{2}(?:[^\p{L}]+[a-z]{2})+$/iu.test(text)
  return text.split(isOfCodes ? /[^\p{L}]+/u : /\s*[,;/|&+]\s*|\s(?:and|-)\s/i)
}

/** The code of a country by a code such as `DE`, `UK` or `USA`, or by its name; undefined for another text. */
function countryNamed(text: string): string | undefined {
  const word = text.trim()
  if (SEVERAL_COUNTRIES.has(nameKey(word))) return undefined
  const parts = partsOf(word)
  // Of several, the library would leave out "DE", "EL" and "LA", which it takes for small words of a name.
  const hasCodes = parts.length > 1 && parts.some((part) => /^[a-z]{2}$/i.test(part))
  const whole = hasCodes ? undefined : wholeCountry(word)
  if (whole !== undefined || parts.length === 1) return whole
  const [code, ...others] = new Set(parts.map((part) => countryNamed(part)))
  return others.length === 0 ? code : undefined
}

function wholeCountry(word: string): string | undefined {
  const { iso1A2, country } = (/\p{L}/u.test(word) && feature(word)?.properties) || {}
  const known = iso1A2 ?? country
  if (known !== undefined) return known
  // Unknown codes are refused with the rule of the contract.
  if (/^[a-z]{2}$/i.test(word)) return word.toUpperCase()
  const named = (codes ??= codesByName()).get(keyOf(word.replace(/^the\s/i, '')))
  return named?.length === 1 ? named[0] : undefined
}

function codesByName(): Map<string, string[]> {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const known = pairs.filter((code) => feature(code)?.properties.iso1A2 === code)
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style }),
    ),
  )
  return thingsByName(known, (code) => names.flatMap((each) => each.of(code) ?? []))
}

/** The code of a country. @throws {CellProblem} */
export function readCountry(text: string): string {
  const code = countryNamed(text)
  if (code === 'XK')
    throw new CellProblem(
      `${quotedCell(text)} has no code in ISO 3166-1. Add ${optionText('replace', `country:${text.trim()}=`)} to leave it out.`,
    )
  if (code !== undefined) return code
  const several = SEVERAL_COUNTRIES.get(nameKey(text))
  const option = optionText('replace', `country:${text.trim()}=CODE`)
  if (several !== undefined)
    throw new CellProblem(
      `${quotedCell(text)} is ${several}. Write the code, or add ${option}.`,
      option,
    )
  throw new CellProblem(
    `${quotedCell(text)} is no country. Write its code, such as DE or JP, or its name, or add ${option}.`,
  )
}

/** The first three digits of the zip codes in states with the code or name of a country. */
const ZIPS = new Map(
  [
    'AL 350-369 AZ 850-865 AR 716-729 CA 900-961 CO 800-816 DE 197-199 GA 300-319 ID 832-838 IL 600-629 IN 460-479',
    'KY 400-427 LA 700-714 ME 039-049 MD 206-219 MA 010-027 MN 550-567 MS 386-397 MO 630-658 MT 590-599 NE 680-693',
    'NC 270-289 PA 150-196 SC 290-299 SD 570-577 TN 370-385 VA 220-246 GEORGIA 300-319',
  ].flatMap((line) =>
    Array.from(line.matchAll(/(\w+) (\d+)-(\d+)/g), ([, state = '', first, last]) => [
      state,
      { first: Number(first), last: Number(last) },
    ]),
  ) as [string, { first: number; last: number }][],
)

function isZipOf(state: string, text: string): boolean {
  const zips = ZIPS.get(state)
  const [, area = Number.NaN] = /^(\d{3})\d\d(?:-\d{4})?$/.exec(text) ?? []
  return zips !== undefined && zips.first <= Number(area) && Number(area) <= zips.last
}

/**
 * Whether a row shows by its place, a zip code or a column of states that the code in its cell is that of a state of the USA;
 * undefined if it shows neither this nor the country.
 */
function isInState(
  code: string,
  country: string,
  place: unknown,
  cells: Iterable<readonly [string, Cell]>,
): boolean | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN] = (typeof place === 'string' ? place : '')
    .split(',')
    .map(Number)
  const isThere = (area: string) =>
    !Number.isNaN(latitude + longitude) && isIn([longitude, latitude], area) === true
  if (isThere('US')) return true
  if (isThere(country)) return false
  const state = code.trim().toUpperCase()
  const isShown = [...cells].some(([heading, cell]) => {
    const words = String(cell ?? '').split(/[\s,]+/)
    if (words.length > 1)
      return words.some((word, at) => word === code.trim() && isZipOf(state, words[at + 1] ?? ''))
    const [word = ''] = words
    return /zip/i.test(heading)
      ? isZipOf(state, word)
      : /state/i.test(heading) && word === code.trim()
  })
  return isShown || undefined
}

/** A state of the USA can have the code of a country: beside signs of such states, it must be a decision. */
export function checkCountry(
  { country, geolocation }: Record<string, unknown>,
  { cells, own, mapping }: RowContext,
): void {
  const cell = own.get('country')
  if (typeof cell !== 'string' || typeof country !== 'string' || !isState(cell)) return
  if (mapping.isExport || mapping.replacements.has(`country:${nameKey(cell)}`)) return
  if (isInState(cell, country, geolocation, cells) ?? mapping.hasStates)
    throw stateProblem(cell, country)
}

function stateProblem(cell: string, country: string): CellProblem {
  const of = (code: string) => optionText('replace', `country:${cell.trim()}=${code}`)
  const options = [...new Set([country, 'US', 'CA'])].map(of)
  return new CellProblem(
    `${quotedCell(cell)} is a country, ${country}, and a state or province. Add ${options.slice(0, -1).join(', ')} or ${options.at(-1)}. ` +
      'If the column has states, ignore it, and add --set country=US.',
    of('CODE'),
  )
}
