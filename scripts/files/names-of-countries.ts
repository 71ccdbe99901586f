import { feature } from '@rapideditor/country-coder'
import { clearNames, keyOf, LANGUAGES } from './names-of-dates.ts'

/** Made with the first name that is no code. */
let codes: Map<string, string> | undefined

/** The code of a country by a code such as `DE`, `UK` or `USA`, or by its name; undefined for another text. */
export function countryNamed(text: string): string | undefined {
  const word = text.trim()
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
