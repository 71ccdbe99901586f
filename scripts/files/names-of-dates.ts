/** Languages whose names of countries, months and days of the week are read. */
export const LANGUAGES = 'en en-GB de de-AT fr es it pt nl da nb sv fi pl cs hu tr'.split(' ')

type Part = 'month' | 'weekday'

/** Made with the first date that has a name, because it takes a tenth of a second. */
const names: Partial<Record<Part, Map<string, number[]>>> = {}

/** The number of a month with this full or short name, from 1; undefined for another word. */
export function monthNamed(word: string): number | undefined {
  const name = keyOf(word)
  // Excel's German abbreviation is none of ICU.
  const named = (names.month ??= namesOf('month', 12)).get(name === 'mrz' ? 'märz' : name)
  // None is of two months in these languages; with Croatian, "listopad" would be.
  return named?.length === 1 ? named[0] : undefined
}

/** The numbers of the days of the week that a word can name, from 1 for Monday: `So` is Sunday in German, Saturday in Czech. */
export function weekdaysNamed(word: string): readonly number[] {
  return (names.weekday ??= namesOf('weekday', 7)).get(keyOf(word)) ?? []
}

export function keyOf(word: string): string {
  return word.normalize('NFC').toLowerCase().replace(/\.$/, '')
}

function namesOf(part: Part, count: number): Map<string, number[]> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  return thingsByName(numbers, (number) => spellingsOf(part, number))
}

/** The things that have each name, in any case. */
export function thingsByName<Thing>(
  things: readonly Thing[],
  namesOfThing: (thing: Thing) => readonly string[],
): Map<string, Thing[]> {
  const pairs = things.flatMap((thing) =>
    [...new Set(namesOfThing(thing).map(keyOf))].map((name) => ({ name, thing })),
  )
  const named = Map.groupBy(pairs, ({ name }) => name)
  return new Map([...named].map(([name, same]) => [name, same.map(({ thing }) => thing)]))
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
