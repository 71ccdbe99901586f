import { deprecatedUses } from '../../src/contract/deprecation.ts'
import type { ContractDocument } from '../../src/contract/document.ts'
import { text, type Documents, isNode, type Node, METHODS, part } from './document.ts'

interface DeprecationReport {
  /** Marks that violate the rules. */
  readonly errors: readonly string[]
  /** Marks past their sunset date. */
  readonly over: readonly string[]
}

const KEYWORDS = ['deprecated', 'x-deprecated-since', 'x-sunset']

/** The minimum notice that the contract promises ("Versions" in openapi/v1.yaml). */
const NOTICE_MONTHS = 12
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Validates every mark of deprecation in the present contract. Clients see a mark once it is released: for a
 * mark that is not in the released contract, the notice begins today, whatever day the mark names.
 * @param today as YYYY-MM-DD.
 */
export function checkDeprecations({ before, after }: Documents, today: string): DeprecationReport {
  const marks = marksIn(after)
  const announced = announcedMarks(after)
  const released = new Set(
    marksIn(before)
      .filter(({ node }) => isDay(text(node, 'x-sunset')))
      .map(identity),
  )
  return {
    errors: marks.flatMap((mark) =>
      errorsOf(mark, {
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

interface Standing {
  readonly isAnnounced: boolean
  /** The day of the release, as YYYY-MM-DD; empty for a released mark. */
  readonly noticeFrom: string
}

function errorsOf({ place, node }: Mark, { isAnnounced, noticeFrom }: Standing): string[] {
  const since = text(node, 'x-deprecated-since')
  const sunset = text(node, 'x-sunset')
  const errors = [
    isAnnounced || node['deprecated'] !== true
      ? ''
      : 'nothing announces it: only operations and parameters can be marked',
    node['deprecated'] === true ? '' : '`deprecated: true` is missing',
    isDay(since) ? '' : '`x-deprecated-since` must be a day, as YYYY-MM-DD in quotes',
    isDay(sunset) ? '' : '`x-sunset` must be a day, as YYYY-MM-DD in quotes',
    isDay(since) && isDay(sunset)
      ? noticeError(sunset, noticeFrom > since ? noticeFrom : since)
      : '',
    /\binstead\b/i.test(text(node, 'description'))
      ? ''
      : 'the description must say what to use instead, in a sentence with the word "instead"',
  ]
  return errors.filter((error) => error !== '').map((error) => `${pointer(place)}: ${error}.`)
}

/** @param from the day that the notice is counted from. */
function noticeError(sunset: string, from: string): string {
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

/** A part of a contract that has a keyword of deprecation. */
interface Mark {
  readonly place: readonly string[]
  readonly node: Node
}

/** Examples are data, in which such keys mean nothing. */
const DATA = new Set(['example', 'examples', 'default', 'value'])

/** The keys below these are names, not keywords. */
const NAMED = new Set(['properties', 'schemas', 'parameters', 'responses'])

/** Every mark in a contract or a part of it, right or wrong. */
function marksIn(value: unknown, place: readonly string[] = [], isNamed = false): Mark[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isNode(value) && !isNamed && KEYWORDS.some((key) => key in value)
  return [
    ...(own ? [{ place, node: value }] : []),
    ...Object.entries(value).flatMap(([key, child]) =>
      !isNamed && DATA.has(key) ? [] : marksIn(child, [...place, key], !isNamed && NAMED.has(key)),
    ),
  ]
}

/** The place of a mark; an inline parameter has its name, because its position in the list can change. */
function identity({ place, node }: Mark): string {
  const isInPlace = place[0] === 'paths' && place.at(-2) === 'parameters'
  return pointer(isInPlace ? [...place.slice(0, -1), text(node, 'in'), text(node, 'name')] : place)
}

/** A place as a JSON Pointer in a fragment (RFC 6901, section 6), not percent-encoded. */
function pointer(place: readonly string[]): string {
  return `#/${place.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}

/**
 * The parts of a contract whose deprecation the service announces, by headers and on its page; computed by
 * the code of the service.
 */
function announcedMarks(contract: Node): ReadonlySet<unknown> {
  const paths = part(contract, 'paths')
  const methods = Object.keys(paths).map((path) => [path, methodsOf(part(paths, path))] as const)
  const announced = { ...contract, paths: Object.fromEntries(methods) }
  return new Set(deprecatedUses(announced as unknown as ContractDocument).map(({ mark }) => mark))
}

/** A path with its methods only. */
function methodsOf(path: Node): Node {
  return Object.fromEntries(Object.entries(path).filter(([key]) => METHODS.includes(key)))
}
