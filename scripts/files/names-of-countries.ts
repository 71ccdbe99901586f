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

/** States of the USA and provinces of Canada. */
const STATES = new Set(
  [
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR',
    'PA RI SC SD TN TX UT VT VA WA WV WI WY DC AB BC MB NB NL NS NT NU ON PE QC SK YT GEORGIA',
  ].flatMap((codes) => codes.split(' ')),
)

/** Whether a word for a country is one for such a state, too. */
export function isAlsoState(word: string): boolean {
  return STATES.has(word.trim().toUpperCase())
}

const OF_STATES = /(?<!\p{L})(?:state|st|province|prov|bundesland|kanton|canton)(?!\p{L})/iu

/** Whether a column read as countries has states: by its heading, by words that are no countries, or because all are states. */
export function hasStates(headings: readonly string[], words: readonly string[]): boolean {
  const others = words.filter((word) => {
    const code = countryNamed(word)
    return code === undefined || feature(code) === null
  })
  return (
    headings.some((heading) => OF_STATES.test(heading)) ||
    others.length > 1 ||
    others.some(isAlsoState) ||
    (words.length > 2 && words.every(isAlsoState))
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
