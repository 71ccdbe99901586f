import { offsetAt, timeZoneAt } from '../time-zones.ts'

// The days of a period at a place: `from 14 March 2024 to 30 June 2024`, or `on 14 March 2024`. PostgreSQL may know other time
// zones than HTML views and calendars, so its texts have a placeholder (expression.ts), which the process that sends them replaces.

/**
 * The letter of the placeholder: `d1710406800 1719763200 56153300 10214100` has the start and the end in seconds, and latitude
 * and longitude in millionths of degrees.
 */
export const DAYS_LETTER = 'd'

const MARK_AND_LETTER = `E'\\x01${DAYS_LETTER}'`

interface Period {
  /** SQL of timestamps. */
  readonly start: string
  readonly end: string
  /** SQL of coordinates; NULL when they are unknown. */
  readonly latitude: string
  readonly longitude: string
  /** SQL of the condition on which the days are those of UTC. */
  readonly isInUtc: string
}

/** SQL of the days, in UTC where the place is unknown. No character needs to be escaped in JSON. */
export function localDaysSql({ start, end, latitude, longitude, isInUtc }: Period): string {
  const numbers = [...[start, end].map(secondsSql), ...[latitude, longitude].map(millionthsSql)]
  return `coalesce(
    CASE WHEN NOT ${isInUtc} THEN ${MARK_AND_LETTER} || ${numbers.join(` || ' ' || `)} || E'\\x01' END,
    CASE WHEN ${utcDaySql(start)} = ${utcDaySql(end)} THEN 'on ' || ${utcDaySql(start)}
      ELSE 'from ' || ${utcDaySql(start)} || ' to ' || ${utcDaySql(end)} END)`
}

/** Whether the JSON of records made by this SQL has local days. */
export function hasLocalDays(sql: string): boolean {
  return sql.includes(MARK_AND_LETTER)
}

function secondsSql(timestamp: string): string {
  return `floor(extract(epoch FROM ${timestamp}))::bigint`
}

function millionthsSql(degrees: string): string {
  return `(${degrees} * 1000000)::integer`
}

function utcDaySql(timestamp: string): string {
  return `to_char(${timestamp} AT TIME ZONE 'UTC', 'FMDD FMMonth FMYYYY')`
}

/** The days of a placeholder. @param start of its numbers in `text`. */
export function localDays(text: string, start: number, end: number): string {
  const numbers = numbersIn(text, start, end) as [number, number, number, number]
  // Destructuring would take longer than all else here.
  const zone = timeZoneAt(numbers[2] / 1e6, numbers[3] / 1e6)
  const [first, last] = [localDay(zone, numbers[0]), localDay(zone, numbers[1])]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}

const ZERO = '0'.charCodeAt(0)
const SPACE = ' '.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)

/** Whole numbers between spaces. This is faster than `split` and `Number`. */
function numbersIn(text: string, start: number, end: number): number[] {
  const numbers: number[] = []
  let number = 0
  let sign = 1
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === SPACE) {
      numbers.push(sign * number)
      number = 0
      sign = 1
    } else if (code === MINUS) sign = -1
    else number = number * 10 + code - ZERO
  }
  numbers.push(sign * number)
  return numbers
}

const DAY_SECONDS = 86_400

/** Each day has one place for its text. The days of 22 years have different ones. */
const TEXTS = 8_192

const texts = Array.from({ length: TEXTS }, () => '')

const daysOfTexts = new Int32Array(TEXTS).fill(-(2 ** 31))

function localDay(zone: string, instant: number): string {
  const day = Math.floor((instant + offsetAt(zone, instant)) / DAY_SECONDS)
  const slot = day & (TEXTS - 1)
  if (daysOfTexts[slot] !== day) {
    texts[slot] = dayText(day)
    daysOfTexts[slot] = day
  }
  return texts[slot] as string
}

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }),
)

function dayText(day: number): string {
  const date = new Date(day * DAY_SECONDS * 1_000)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

// The letter is `DAYS_LETTER`.
// oxlint-disable-next-line no-control-regex
const PLACEHOLDERS = /\u0001d([^\u0001]*)\u0001/g

/** Inserts the local days into a JSON text. */
export function withLocalDays(text: string): string {
  return text.replace(PLACEHOLDERS, (_, numbers: string) => localDays(numbers, 0, numbers.length))
}
