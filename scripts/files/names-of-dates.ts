/** Languages whose names of countries, months and days of the week are read. */
export const LANGUAGES = 'en en-GB de de-AT fr es it pt nl da nb sv fi pl cs hu tr'.split(' ')

type Part = 'month' | 'weekday'

/** Made with the first date that has a name, because it takes a tenth of a second. */
const names: Partial<Record<Part, Map<string, number>>> = {}

/** The number of a month with this full or short name, from 1; undefined for another word. */
export function monthNamed(word: string): number | undefined {
  const name = keyOf(word)
  // Excel's German abbreviation is none of ICU.
  return (names.month ??= namesOf('month', 12)).get(name === 'mrz' ? 'märz' : name)
}

/** The number of a day of the week, from 1 for Monday. */
export function weekdayNamed(word: string): number | undefined {
  return (names.weekday ??= namesOf('weekday', 7)).get(keyOf(word))
}

export function keyOf(word: string): string {
  return word.normalize('NFC').toLowerCase().replace(/\.$/, '')
}

/** Each name that is of one of them in all languages: "listopad" is October in one and November in another. */
function namesOf(part: Part, count: number): Map<string, number> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  return clearNames(numbers, (number) => spellingsOf(part, number))
}

/** Each name, in any case, of one of the things that have names. */
export function clearNames<Thing>(
  things: readonly Thing[],
  namesOfThing: (thing: Thing) => readonly string[],
): Map<string, Thing> {
  const named = Map.groupBy(
    things.flatMap((thing) =>
      [...new Set(namesOfThing(thing).map(keyOf))].map((name) => [name, thing] as const),
    ),
    ([name]) => name,
  )
  return new Map(
    [...named].flatMap(([, [pair, ...others]]) =>
      pair === undefined || others.length > 0 ? [] : [pair],
    ),
  )
}

/** Alone and in a date, whose grammar can need another form. */
function spellingsOf(part: Part, number: number): string[] {
  // 1 December 2031 is a Monday.
  const date = part === 'month' ? Date.UTC(2031, number - 1, 14) : Date.UTC(2031, 11, number)
  return LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const alone = new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' })
      const inDate = new Intl.DateTimeFormat(language, {
        month: 'long',
        [part]: style,
        day: 'numeric',
        timeZone: 'UTC',
      })
      return [alone, inDate].flatMap((format) =>
        format.formatToParts(date).flatMap(({ type, value }) => (type === part ? [value] : [])),
      )
    }),
  )
}
