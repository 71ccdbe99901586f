/** Languages whose names of months are read. */
const LANGUAGES = [
  'en',
  'en-GB',
  'de',
  'de-AT',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'da',
  'nb',
  'sv',
  'fi',
  'pl',
  'cs',
  'hu',
  'tr',
]

/** Made with the first date that has a name, because it takes a tenth of a second. */
let names: Map<string, number> | undefined

/** The number of a month with this full or short name, from 1; undefined for another word. */
export function monthNamed(word: string): number | undefined {
  names ??= namesOfMonths()
  return names.get(keyOf(word))
}

function keyOf(word: string): string {
  return word.normalize('NFC').toLowerCase().replace(/\.$/, '')
}

/** Each name that is of one month in all languages: "listopad" is October in one and November in another. */
function namesOfMonths(): Map<string, number> {
  const months = new Map<string, Set<number>>()
  for (let month = 1; month <= 12; month += 1) {
    for (const name of spellingsOf(month)) {
      const key = keyOf(name)
      months.set(key, (months.get(key) ?? new Set()).add(month))
    }
  }
  return new Map(
    [...months].flatMap(([name, numbers]) => {
      const [number, ...others] = numbers
      return number === undefined || others.length > 0 ? [] : [[name, number] as const]
    }),
  )
}

/** Alone and in a date, whose grammar can need another form. */
function spellingsOf(month: number): string[] {
  const date = Date.UTC(2031, month - 1, 14)
  return LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      const inDate = new Intl.DateTimeFormat(language, {
        month: style,
        day: 'numeric',
        timeZone: 'UTC',
      })
      return [alone, inDate].flatMap((format) =>
        format.formatToParts(date).flatMap(({ type, value }) => (type === 'month' ? [value] : [])),
      )
    }),
  )
}
