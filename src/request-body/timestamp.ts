const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d:\d\d)(?:\.(\d+))?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i

const MINUTE = 60_000
const FIRST = Date.UTC(1000, 0, 1)
const AFTER_LAST = Date.UTC(10_000, 0, 1)

/**
 * A timestamp of RFC 3339 in UTC, as PostgreSQL takes it and as this service writes it: to the
 * microsecond, finer digits cut off, and without a fraction when it is zero. Leap seconds are
 * refused: PostgreSQL would store another time. Years are 1000 to 9999 in UTC, four digits.
 * @returns undefined when `text` is not one.
 */
export function utcTimestamp(text: string): string | undefined {
  const match = DATE_TIME.exec(text)
  if (match === null) return undefined
  const [, day, time, fraction = '', sign, hours = '0', minutes = '0'] = match
  const local = `${day}T${time}`
  const at = Date.parse(`${local}Z`)
  // Date takes 30 February and 24:00 for the day after.
  if (Number.isNaN(at) || wholeSeconds(at) !== local) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE
  const utc = sign === '-' ? at + offset : at - offset
  if (utc < FIRST || utc >= AFTER_LAST) return undefined
  return `${wholeSeconds(utc)}${microseconds(fraction)}Z`
}

function wholeSeconds(at: number): string {
  return new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
}

/** Kept as text: a Date has no place for them. */
function microseconds(fraction: string): string {
  const digits = fraction.slice(0, 6).padEnd(6, '0')
  return digits === '000000' ? '' : `.${digits}`
}
