import { isoDate } from '../../src/request-body/timestamp.ts'
import { CellProblem, quotedCell } from './cell-text.ts'
import type { ColumnContext, RowContext } from './context.ts'
import { optionText, zoneNamed, type FileOptions } from './file-options.ts'
import type { ImportReport } from './import-report.ts'
import { monthNamed, weekdaysNamed } from './names-of-dates.ts'
import { otherEra, plainNumbers } from './numbers.ts'

// Dates and times of cells, and the beginning and the end that a row makes of them.

/** Blanks may follow the points, and ordinals have signs of their own. */
const DATE_FORMS = [
  { order: 'ymd', form: /^(\d{4})[-/.年년]\s?(\d{1,2})[-/.月월]\s?(\d{1,2})[.日일]?$/ },
  { order: 'ymd', form: /^(\d{4})\.\s?(\p{L}{3,14}\.?)\s+(\d{1,2})\.?$/iu },
  // Only these are written with points.
  { order: 'dmy', form: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/ },
  {
    order: 'dmy',
    form: /^(\d{1,2})(?:\.[\s-]*|(?:st|nd|rd|th|er)?[\s-]+)(?:de |of )?(\p{L}{3,14}\.?),?[\s-]+(?:de )?(\d{4})$/iu,
  },
  { order: 'mdy', form: /^(\p{L}{3,14}\.?)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu },
  { order: 'either', form: /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/ },
] as const

/** A day of the week before a date. */
const WITH_WEEKDAY = /^(\p{L}+\.?),?\s+(.+)$/u

/** The dates that a text can mean, in ISO 8601: with a day of the week before it, only those of that day. */
function datesOf(text: string, order: FileOptions['dates']): string[] {
  const dates = DATE_FORMS.flatMap(({ order: usual, form }) => {
    const parts = form.exec(text)?.slice(1)
    if (parts === undefined) return []
    const orders = usual === 'either' ? [order ?? ['dmy', 'mdy']].flat() : [usual]
    return orders.flatMap((each) => {
      const [year, month, day] = ['y', 'm', 'd'].map((letter) => parts[each.indexOf(letter)] ?? '')
      const no = monthNamed(month ?? '') ?? month
      return isoDate(`${year}-${String(no).padStart(2, '0')}-${day?.padStart(2, '0')}`) ?? []
    })
  })
  if (dates.length > 0) return [...new Set(dates)]
  const [, word = '', rest = ''] = WITH_WEEKDAY.exec(text) ?? []
  const weekdays = weekdaysNamed(word)
  if (weekdays.length === 0) return []
  return datesOf(rest, order).filter((date) => weekdays.includes(new Date(date).getUTCDay() || 7))
}

/** @throws {CellProblem} for a date, or a range, with the name of another day of the week. */
function requireWeekday(text: string, order: FileOptions['dates']): void {
  // After a number, "mar" is March, and no Tuesday.
  const dates = text.replaceAll(
    /(?<!\p{L}|\d[.\s]{0,2})(\p{L}+)\.?,?\s+/gu,
    (before, word: string) => (weekdaysNamed(word).length > 0 ? '' : before),
  )
  if (dates !== text && [...datesOf(dates, order), ...rangesOf(dates, order)].length > 0)
    throw new CellProblem(`${quotedCell(text)} is another day of the week. Correct one of them.`)
}

/** The time of trying all pairs of parts grows with the square of the length. */
const MAX_RANGE = 60

/** Before the first day of a range. */
const FROM = /^(?:from|vom|von|du|dal|del|de|van|od)\s+/i

/** Between the first and the last day of a range. */
const TO = /\s*[-–—/~〜]\s*|\s+(?:bis|to|until|au|al|a|tot|t\/m|til|do)\s+/giu

/**
 * `12.–15. Mai 2031`, `May 12 - 15, 2031` and `12/05/2031 – 15/05/2031` as the days that they can mean: `2031-05-12/2031-05-15`.
 * What one of the two lacks, it has from the other.
 */
function rangesOf(range: string, order: FileOptions['dates']): string[] {
  const text = range.replace(FROM, '')
  const orders = order === undefined ? (['dmy', 'mdy'] as const) : [order]
  if (text.length > MAX_RANGE) return []
  const ranges = [...text.matchAll(TO)].flatMap(({ 0: sign, index }) => {
    const [first, last] = [text.slice(0, index), text.slice(index + sign.length)]
    const [month = ''] = /^\p{L}+\.?\s/u.exec(first) ?? []
    const [year = ''] = /\d{4}$/.exec(first) ?? []
    const ends = Array.from(last.matchAll(/(?<=[\s./-])[^\s./-]/g), (at) => last.slice(at.index))
    return orders.flatMap((each) => {
      const daysOf = (texts: readonly string[]) => texts.flatMap((one) => datesOf(one, each))
      const lasts = daysOf([last, month + last, `${last} ${year}`])
      return daysOf([first, ...ends.map((end) => `${first} ${end}`)]).flatMap((day) =>
        lasts.filter((other) => day <= other).map((other) => `${day}/${other}`),
      )
    })
  })
  return [...new Set(ranges)]
}

/** A moment as RFC 3339 writes it, or a whole day. */
interface ReadTime {
  readonly time: string
  readonly isDay: boolean
  /** Whether it is the first or last day of a year. */
  readonly isYear?: boolean
  /** Whether its cell has the last day, too. */
  readonly isRange?: boolean
  /** The zone that its offset is of, where the cell names no offset. */
  readonly zone?: string
}

/** With its time zone, it has one reading. */
const RFC_3339 = /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i

/** `18:00`, `18.30`, `18h30`, `6:30:00 PM`, `6 pm`; an hour alone needs a sign that it is one, and `0.25` can be a part of a day. */
const CLOCK = String.raw`(?!0[.])(\d{1,2})(?:[:.h](\d\d)(?::(\d\d)(?:\.\d+)?)?|(?=\s*(?:[ap]\.?\s?m|h|uhr)))\s*(?:([ap])\.?\s?m\.?|h|uhr)?`

/** As software writes it; names such as `CET` are of several zones. */
const OFFSET = String.raw`(z|utc|gmt|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)`

const LOCAL = new RegExp(
  String.raw`^(.+?)(?:(?:t|,?\s+(?:(?:at|um|à|às|kl\.?|klo|alle|ore|om|a las)\s+)?)${CLOCK}(?:\s*${OFFSET})?)?$`,
  'i',
)

/**
 * The beginning or the end of an event: RFC 3339, or a date with or without a time in the zone of the options.
 * @throws {CellProblem}
 */
export function readTime(
  text: string,
  end: 'start' | 'end',
  options: FileOptions,
  isLenient: boolean,
): ReadTime {
  const given = text.trim()
  if (RFC_3339.test(given)) return { time: given, isDay: false }
  // A column of zones, as calendars have one, makes the end of a time.
  const [last = ''] = /(?<=\s)[a-z]+\/[\w/+-]+$/i.exec(given) ?? []
  const zone = last === '' ? undefined : zoneNamed(last)
  if (zone !== undefined)
    return readTime(given.slice(0, -last.length), end, { ...options, zone }, isLenient)
  const [, day = '', hour, minute, second, half, offset] = LOCAL.exec(given) ?? []
  const isDay = hour === undefined
  const isYear = /^\d{4}$/.test(day) && isDay
  const dates = isYear ? [dayOfYear(day, end, isLenient)] : datesOf(day, options.dates)
  const ranges = isDay && dates.length === 0 ? rangesOf(given, options.dates) : []
  if (dates.length === 0 && ranges.length === 0) requireWeekday(day, options.dates)
  const days = onlyOne(given, dates.length > 0 ? dates : ranges).split('/')
  // The end of a day is the beginning of the next one.
  const isEndOfDay =
    hour === '24' && half === undefined && Number(minute ?? 0) + Number(second ?? 0) === 0
  const named = days.at(end === 'start' ? 0 : -1) ?? ''
  const date = isEndOfDay ? dayBeside(named, 1) : named
  const time = isDay
    ? end === 'start'
      ? '00:00:00'
      : '23:59:59'
    : [isEndOfDay ? 0 : hourOfDay(Number(hour), half), minute ?? '0', second ?? '0']
        .map((part) => String(part).padStart(2, '0'))
        .join(':')
  const local = `${date}T${time}`
  if (!/T(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/.test(local))
    throw new CellProblem(`${quotedCell(given)} is no time of a day.`)
  // Software writes an offset after seconds or a T. People write `10:00-12:00`, from ten to twelve.
  if (offset?.startsWith('-') === true && second === undefined && !/\dt\d/i.test(given)) {
    throw new CellProblem(
      `${quotedCell(given)} can be two times, or one with its offset from UTC. Write one time; with an offset, as 10:00:00-05:00.`,
    )
  }
  if (offset !== undefined) return { time: `${local}${rfcOffset(offset)}`, isDay }
  if (options.zone === undefined) {
    throw new CellProblem(
      `${quotedCell(given)} has no time zone. Add that of the place, such as --zone Europe/Amsterdam.`,
      '--zone ZONE',
    )
  }
  return {
    time: inZone(local, options.zone),
    isDay,
    isYear,
    isRange: ranges.length > 0,
    zone: options.zone,
  }
}

/** The first or the last day of a year, which the user must ask for. */
function dayOfYear(year: string, end: 'start' | 'end', isLenient: boolean): string {
  if (isLenient) return `${year}-${end === 'start' ? '01-01' : '12-31'}`
  const option = `--lenient ${end}_time`
  throw new CellProblem(
    `${quotedCell(year)} is a year alone. Add ${option} to take its ${end === 'start' ? 'first' : 'last'} day.`,
    option,
  )
}

/** @throws {CellProblem} unless a text means one date, or one range. */
function onlyOne(text: string, [date, ...others]: readonly string[]): string {
  if (date === undefined) throw noDate(text)
  if (others.length === 0) return date
  throw new CellProblem(
    `${quotedCell(text)} is ${[date, ...others].join(' or ')}: add --dates dmy or --dates mdy.`,
    '--dates ORDER',
  )
}

/** The reasons why a text is no date, by its form. The last one is that of any other text. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /^\d{5}(?:[.,]\d+)?$/,
    'the number that a spreadsheet has for a day. Format its column as a date, and save the file again.',
  ],
  [
    /^\d{1,2}(?:[./-]\s?\d{1,2}[./-]\s?|[ .-]{1,2}\p{L}{3,14}\.?[ -])\d\d(?![\d./-])/u,
    'no date or time whose year has its century. Write all its digits.',
  ],
  [
    /^\D+$/,
    'no date or time. If it means that none is known, add --nothing with it, and for an end --end-unknown.',
  ],
  [
    /^\d{1,2}[:.h]\d\d(?![.\d]|.*\d{4})/,
    "a time without its day. If another column has the day, add --map 'FIELD=DAY+TIME' with the three names.",
  ],
  [
    /[–—]|\d-\d{1,2}[/.]|\s(?:-|bis|to|until|au|al|tot|til)\s/i,
    'no single date. Write the beginning and the end in columns of their own.',
  ],
  [
    /^/,
    'no date or time such as 2031-03-14, 14.03.2031, 2031-03-14 18:00 or 2031-03-14T18:00:00+01:00.',
  ],
]

function noDate(text: string): CellProblem {
  const [, reason = ''] = REASONS.find(([form]) => form.test(text)) ?? []
  return new CellProblem(`${quotedCell(text)} is ${reason}`)
}

/** The first days of calendars of software, and the last one. */
const NO_DAYS = /^(?:1899-12-3[01]|19(?:00|04|70)-01-01|9999-12-31)/

export function readTimeCell(text: string, column: ColumnContext): ReadTime {
  const { field, options, isLenient, mapping } = column
  const end = field === 'start_time' ? 'start' : 'end'
  const read = readTime(plainNumbers(text), end, options, isLenient)
  if (mapping.isExport || isLenient) return read
  const [year = ''] = /^(?:2[4-6]|1[34])\d\d/.exec(read.time) ?? []
  if (year !== '') throw otherEra(text, year)
  if (!NO_DAYS.test(read.time)) return read
  const [nothing, lenient] = [optionText('nothing', text.trim()), optionText('lenient', field)]
  throw new CellProblem(
    `${quotedCell(text)} is what software writes for no date. If it means none, add ${nothing}; if it is meant, add ${lenient}.`,
  )
}

/** Of 24 hours; NaN for an hour that the half of a day does not have. */
function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (/p/i.test(half) ? 12 : 0)
}

/** `+01`, `+0100` and `UTC` in the form of RFC 3339. */
function rfcOffset(offset: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? []
  return hours === undefined ? 'Z' : `${hours}:${minutes}`
}

const MINUTE_MS = 60_000

/** A local time with its offset in a zone, such as `+01:00`: of two, the first; of none, that before the gap. */
function inZone(local: string, zone: string): string {
  const asUtc = Date.parse(`${local}Z`)
  const day = 24 * 60 * MINUTE_MS
  const [before, after] = [asUtc - day, asUtc + day].map((moment) => offsetMinutes(moment, zone))
  const isAfter =
    after !== before &&
    offsetMinutes(asUtc - (before ?? 0) * MINUTE_MS, zone) === after &&
    offsetMinutes(asUtc - (after ?? 0) * MINUTE_MS, zone) === after
  const minutes = (isAfter ? after : before) ?? 0
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** Of a moment, in whole minutes: old offsets have seconds, which RFC 3339 cannot write. */
function offsetMinutes(moment: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Days are whole-day events; an event without an end ends with its first day when the user says that ends are unknown. */
export function completeTimes(
  fields: Record<string, unknown>,
  { failed, mapping, options, own, report }: RowContext,
): void {
  // An apostrophe makes a text empty.
  const [start, given] = ['start_time', 'end_time'].map(
    (field) => (fields[field] || undefined) as ReadTime | undefined,
  )
  if (start === undefined || failed.has('end_time')) return
  const [cell, other] = [own.get('start_time'), own.get('end_time')]
  if ((start.isRange === true || given?.isRange === true) && cell !== other)
    throw new CellProblem(
      `${quotedCell(String(start.isRange === true ? cell : other))} has a beginning and an end. Map its column to both: --map start_time=COLUMN --map end_time=COLUMN.`,
    )
  if (given === undefined && !options.endUnknown) {
    throw new CellProblem(
      'It has no end. Add --end-unknown to let it end on its first day, marked as unknown.',
      '--end-unknown',
    )
  }
  const isLenient = options.lenient.includes('end_time')
  const end = given ?? {
    ...start,
    time: start.isDay ? start.time.replace('T00:00:00', 'T23:59:59') : start.time,
  }
  const { ends } = options
  const isMidnight = !end.isDay && [start, end].every(({ time }) => MIDNIGHT.test(time))
  const isDoubtful = isMidnight && fields['is_all_day_event'] !== false && !mapping.isExport
  if (isDoubtful && ends === undefined && !isLenient) throw midnightProblem(given !== undefined)
  const isWhole = isDoubtful || (start.isDay && end.isDay)
  if (given !== undefined && !isWhole && given.isDay !== start.isDay && !isLenient)
    throw new CellProblem(
      'Only one of its start and its end has a time. Add --lenient end_time to take the beginning or the end of the day for the other.',
      '--lenient end_time',
    )
  const marks = { is_end_time_unknown: given === undefined, is_all_day_event: isWhole }
  // Also false: the record can have been so before. An export has its own.
  for (const [mark, isSo] of Object.entries(marks))
    if (isSo || !mapping.isExport) fields[mark] ??= isSo
  const end_time = isWhole
    ? endOfLastDay(
        start.time,
        end.time,
        end.isYear === true || end.isRange === true ? 'included' : ends,
      )
    : endOfNight(start, end, isLenient, report)
  Object.assign(fields, { start_time: start.time, end_time })
}

const MIDNIGHT = /T00:00:00(?:\.0+)?/i

/** In the form of RFC 3339. */
function dayOf(time: string): string {
  return time.slice(0, 10)
}

/** @param end a time of the last day, or of the day after it where ends are excluded. */
function endOfLastDay(start: string, end: string, ends: FileOptions['ends']): string {
  const last = end.replace(MIDNIGHT, 'T23:59:59')
  if (ends !== 'excluded' || dayOf(end) <= dayOf(start)) return last
  return dayBeside(end, -1) + last.slice(dayOf(last).length)
}

function dayBeside(time: string, days: 1 | -1): string {
  const date = new Date(dayOf(time))
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date.toISOString())
}

/**
 * An end that is before the start on the same day: the row gives a night the date of its evening, or one time is wrong.
 * @returns the time of the next day if the user is lenient; any other end as it is.
 */
function endOfNight(
  { time: start }: ReadTime,
  { time: end, zone }: ReadTime,
  isLenient: boolean,
  report: ImportReport,
): string {
  const isBefore = Date.parse(end) < Date.parse(start)
  if (dayOf(start) !== dayOf(end) || !isBefore) return end
  if (!isLenient)
    throw new CellProblem(
      'It ends before it starts, on the same day. Write the day of its end, or add --lenient end_time to take the next day.',
      '--lenient end_time',
    )
  const next = dayBeside(end, 1) + end.slice(dayOf(end).length)
  // In a zone, the next day can have another offset.
  const time = zone === undefined ? next : inZone(next.slice(0, '2031-03-14T00:00:00'.length), zone)
  report.lenient('end_time', end, time)
  return time
}

function midnightProblem(hasEnd: boolean): CellProblem {
  return hasEnd
    ? new CellProblem(
        'It begins and ends at midnight, as software writes days. Add --ends included if the day of its end is its last day, ' +
          '--ends excluded if its last day is the day before, as in Outlook, or --set is_all_day_event=false for times.',
        '--ends WHICH',
      )
    : new CellProblem(
        'It begins at midnight, as software writes days. Add --lenient end_time for whole days, or --set is_all_day_event=false for times.',
        '--lenient end_time',
      )
}
