import type { Random } from './random.ts'

export const SECOND = 1_000_000
export const HOUR = 3_600 * SECOND
export const DAY = 24 * HOUR

/** The day that the demo catalogue is told on: everything in it lies around this day. */
export const BASE_DATE = '2026-04-13'
/** That day's start in microseconds, which a number holds exactly. */
export const BASE_MOMENT = Date.UTC(2026, 3, 13) * 1_000

/** The timestamp of a moment in microseconds, as the contract writes it. */
export function timestamp(moment: number): string {
  const time = moment % DAY
  const seconds = Math.floor(time / SECOND)
  const text = `${dateText(moment - time)}T${clockText(seconds)}`
  const fraction = time % SECOND
  return fraction === 0 ? `${text}Z` : `${text}.${String(fraction).padStart(6, '0')}Z`
}

/** Few days have many moments each. */
const dates = new Map<number, string>()

function dateText(midnight: number): string {
  const known = dates.get(midnight)
  if (known !== undefined) return known
  const text = new Date(midnight / 1_000).toISOString().slice(0, 10)
  dates.set(midnight, text)
  return text
}

function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** A moment at most `span` before `end`; a few fall on a whole second. */
export function momentBefore(random: Random, end: number, span: number): number {
  const moment = end - Math.floor(random.next() * span)
  return random.chance(0.08) ? moment - (moment % SECOND) : moment
}

/** The start of the day `days` away from the base date. */
export function dayMoment(days: number): number {
  return BASE_MOMENT + days * DAY
}
