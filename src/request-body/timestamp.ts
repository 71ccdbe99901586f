const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d:\d\d)(?:\.(\d+))?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i

const MINUTE_MS = 60_000
const MIN_TIME = Date.UTC(1000, 0, 1)
const END_TIME = Date.UTC(10_000, 0, 1)

/**
 * An RFC 3339 timestamp converted to UTC, in the form that PostgreSQL accepts and this service writes: truncated
 * to microseconds, and without a fraction of zero. Rejects leap seconds, because PostgreSQL would store
 * another time, and years outside of 1000 to 9999 in UTC.
 * @returns undefined for an invalid timestamp.
 */
export function utcTimestamp(text: string): string | undefined {
  const match = DATE_TIME.exec(text)
  if (match === null) return undefined
  const [, day, time, fraction = '', sign, hours = '0', minutes = '0'] = match
  const local = `${day}T${time}`
  const at = Date.parse(`${local}Z`)
  // Date reads 30 February and 24:00 as the next day.
  if (Number.isNaN(at) || wholeSeconds(at) !== local) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  const utc = sign === '-' ? at + offset : at - offset
  if (utc < MIN_TIME || utc >= END_TIME) return undefined
  return `${wholeSeconds(utc)}${microseconds(fraction)}Z`
}

/** The same for a timestamp or a date. A date is the time at which its day begins in UTC. */
export function utcTimestampOrDate(text: string): string | undefined {
  return utcTimestamp(text) ?? utcTimestamp(`${text}T00:00:00Z`)
}

/**
 * The date and time that a timestamp has for its writer, in the form of `utcTimestamp`: as if its offset were zero.
 * @returns undefined for an invalid timestamp, and for years outside of 1000 to 9999.
 */
export function writtenTimestamp(text: string): string | undefined {
  return utcTimestamp(text.replace(/[+-]\d\d:\d\d$/, 'Z'))
}

function wholeSeconds(at: number): string {
  return new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
}

/** @param at in milliseconds since 1970. */
export function utcSeconds(at: number): string {
  return `${wholeSeconds(at)}Z`
}

/** As text, because a Date has milliseconds only. */
function microseconds(fraction: string): string {
  const digits = fraction.slice(0, 6).padEnd(6, '0')
  return digits === '000000' ? '' : `.${digits}`
}

/** The date itself when it is written `2012-02-11` and is in the calendar. */
export function isoDate(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  // A Date takes 30 February for 1 March.
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text) ? text : undefined
}
