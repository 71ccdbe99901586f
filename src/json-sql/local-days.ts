import { LRUCache } from 'lru-cache'
import { asLatin1, type Latin1Text } from '../response-body.ts'
import { offsetAt, timeZoneAt } from '../time-zones.ts'

// The days of a period at a place: `14 March 2024 to 30 June 2024`. PostgreSQL may know other time zones than HTML views and
// calendars, so its texts have a placeholder (expression.ts), which the process that sends them replaces.

/** The letter of the placeholder: `d1710406800 1719763200 56.1533,10.2141` has two times in seconds, and a geolocation. */
export const DAYS_LETTER = 'd'

const MARK_AND_LETTER = `E'\\x01${DAYS_LETTER}'`

interface Period {
  /** SQL of timestamps. */
  readonly start: string
  readonly end: string
  /** SQL of a geolocation; NULL when it is unknown. */
  readonly place: string
  /** SQL of the condition on which the days are those of UTC. */
  readonly isInUtc: string
}

/** SQL of the days, in UTC where the place is unknown. It needs no character to be escaped in JSON. */
export function localDaysSql({ start, end, place, isInUtc }: Period): string {
  return `coalesce(
    CASE WHEN NOT ${isInUtc} THEN
      ${MARK_AND_LETTER} || ${secondsSql(start)} || ' ' || ${secondsSql(end)} || ' ' || ${place} || E'\\x01'
    END,
    ${utcDaySql(start)} || ' to ' || ${utcDaySql(end)})`
}

/** Whether the JSON of records made by this SQL has local days. */
export function hasLocalDays(sql: string): boolean {
  return sql.includes(MARK_AND_LETTER)
}

function secondsSql(timestamp: string): string {
  return `floor(extract(epoch FROM ${timestamp}))`
}

function utcDaySql(timestamp: string): string {
  return `to_char(${timestamp} AT TIME ZONE 'UTC', 'FMDD FMMonth FMYYYY')`
}

/** The days of a placeholder. @param period its content without the letter. */
export function localDays(period: string): Latin1Text {
  const first = period.indexOf(' ')
  const second = period.indexOf(' ', first + 1)
  const zone = timeZoneAt(period.slice(second + 1))
  const start = Number(period.slice(0, first))
  const end = Number(period.slice(first + 1, second))
  return asLatin1(`${localDay(zone, start)} to ${localDay(zone, end)}`)
}

const DAY_SECONDS = 86_400

function localDay(zone: string, instant: number): string {
  return dayText(Math.floor((instant + offsetAt(zone, instant)) / DAY_SECONDS))
}

/** The texts of days since 1970: 22 years. To make one takes twice as long. */
const dayTexts = new LRUCache<number, string>({ max: 8_192, memoMethod: newDayText })

function dayText(day: number): string {
  return dayTexts.memo(day)
}

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }),
)

function newDayText(day: number): string {
  const date = new Date(day * DAY_SECONDS * 1_000)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

// oxlint-disable-next-line no-control-regex
const DAYS_PLACEHOLDERS = new RegExp(`\u0001${DAYS_LETTER}([^\u0001]*)\u0001`, 'g')

/** Inserts the local days into a JSON text. */
export function withLocalDays(text: string): string {
  return text.replace(DAYS_PLACEHOLDERS, (_, period: string) => localDays(period))
}
