import { feature } from '@rapideditor/country-coder'
import { nameKey } from '../../src/records/name-key.ts'
import { clearNames, keyOf, LANGUAGES } from './names-of-dates.ts'

/** Names that two countries have. */
export const SEVERAL_COUNTRIES: ReadonlyMap<string, string> = new Map(
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
export function isState(word: string): boolean {
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
let codes: Map<string, string> | undefined

/** The code of a country by a code such as `DE`, `UK` or `USA`, or by its name; undefined for another text. */
export function countryNamed(text: string): string | undefined {
  const word = text.trim()
  if (SEVERAL_COUNTRIES.has(nameKey(word))) return undefined
  const { iso1A2, country } = (/\p{L}/u.test(word) && feature(word)?.properties) || {}
  const known = iso1A2 ?? country
  if (known !== undefined) return known
  // Unknown codes are refused with the rule of the contract.
  if (/^[a-z]{2}$/i.test(word)) return word.toUpperCase()
  return (codes ??= codesByName()).get(keyOf(word.replace(/^the\s/i, '')))
}

function codesByName(): Map<string, string> {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const known = pairs.filter((code) => feature(code)?.properties.iso1A2 === code)
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style }),
    ),
  )
  return clearNames(known, (code) => names.flatMap((each) => each.of(code) ?? []))
}
