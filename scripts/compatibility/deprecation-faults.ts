import { announcedMarks } from './announced-marks.ts'
import { identity, marksIn, pointer, type Mark } from './deprecation-marks.ts'
import { text, type Documents } from './document.ts'

export interface DeprecationReport {
  /** Marks that do not say what clients must know in time. */
  readonly faults: readonly string[]
  /** What may be taken out of the contract. */
  readonly over: readonly string[]
}

/** What the promise about versions gives clients at least (design: versions). */
const NOTICE_MONTHS = 12
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Every mark of deprecation in the present contract, held against the rules. Clients learn of one when it
 * is released: the notice of a mark that the released contract has not is counted from today, whatever
 * day the mark itself names.
 * @param today as YYYY-MM-DD.
 */
export function judgeDeprecations({ before, after }: Documents, today: string): DeprecationReport {
  const marks = marksIn(after)
  const announced = announcedMarks(after)
  const released = new Set(marksIn(before).filter(hasSunset).map(identity))
  return {
    faults: marks.flatMap((mark) =>
      faultsOf(mark, {
        isAnnounced: announced.has(mark.node),
        noticeFrom: released.has(identity(mark)) ? '' : today,
      }),
    ),
    over: marks
      .filter(({ node }) => text(node, 'x-sunset') !== '' && text(node, 'x-sunset') < today)
      .map(
        ({ place, node }) =>
          `${pointer(place)} is past its sunset date, ${text(node, 'x-sunset')}.`,
      ),
  }
}

function hasSunset({ node }: Mark): boolean {
  return isDay(text(node, 'x-sunset'))
}

interface Standing {
  readonly isAnnounced: boolean
  /** The day that clients learn of it, as YYYY-MM-DD; empty when they know already. */
  readonly noticeFrom: string
}

function faultsOf({ place, node }: Mark, { isAnnounced, noticeFrom }: Standing): string[] {
  const since = text(node, 'x-deprecated-since')
  const sunset = text(node, 'x-sunset')
  const faults = [
    isAnnounced || node['deprecated'] !== true
      ? ''
      : 'nothing announces it: only operations, parameters, and fields that their bodies have, can be marked',
    node['deprecated'] === true ? '' : '`deprecated: true` is missing',
    isDay(since) ? '' : '`x-deprecated-since` must be a day, as YYYY-MM-DD in quotes',
    isDay(sunset) ? '' : '`x-sunset` must be a day, as YYYY-MM-DD in quotes',
    isDay(since) && isDay(sunset)
      ? noticeFault(sunset, noticeFrom > since ? noticeFrom : since)
      : '',
    /\binstead\b/i.test(text(node, 'description'))
      ? ''
      : 'the description must say what to use instead, in a sentence with the word "instead"',
  ]
  return faults.filter((fault) => fault !== '').map((fault) => `${pointer(place)}: ${fault}.`)
}

/** @param from the day that the notice is counted from. */
function noticeFault(sunset: string, from: string): string {
  const earliest = monthsAfter(from, NOTICE_MONTHS)
  if (sunset >= earliest) return ''
  return `\`x-sunset\` must be ${earliest} or later, ${NOTICE_MONTHS} months after \`x-deprecated-since\`, and after today while the mark is not released`
}

function isDay(day: string): boolean {
  return DAY.test(day) && new Date(day).toJSON()?.startsWith(day)
}

function monthsAfter(day: string, months: number): string {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, day.length)
}
