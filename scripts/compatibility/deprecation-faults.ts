import { isNode, METHODS, text, type Node } from './document.ts'
import { DEPRECATION_KEYWORDS } from './compare-deprecation.ts'

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
 * Every mark of deprecation in a contract, held against the rules.
 * @param today as YYYY-MM-DD.
 */
export function judgeDeprecations(contract: Node, today: string): DeprecationReport {
  const marks = marksIn(contract, [])
  return {
    faults: marks.flatMap(({ place, node }) => faultsOf(place, node)),
    over: marks
      .filter(({ node }) => text(node, 'x-sunset') !== '' && text(node, 'x-sunset') < today)
      .map(
        ({ place, node }) =>
          `${pointer(place)} is past its sunset date, ${text(node, 'x-sunset')}.`,
      ),
  }
}

interface Mark {
  readonly place: readonly string[]
  readonly node: Node
}

/** Examples are data, in which such keys mean nothing. */
const DATA = new Set(['example', 'examples', 'default', 'value'])

function marksIn(value: unknown, place: readonly string[]): Mark[] {
  if (typeof value !== 'object' || value === null) return []
  const isNamed = ['properties', 'schemas', 'parameters'].includes(place.at(-1) ?? '')
  const own = isNode(value) && !isNamed && DEPRECATION_KEYWORDS.some((key) => key in value)
  return [
    ...(own ? [{ place, node: value }] : []),
    ...Object.entries(value).flatMap(([key, child]) =>
      !isNamed && DATA.has(key) ? [] : marksIn(child, [...place, key]),
    ),
  ]
}

function faultsOf(place: readonly string[], node: Node): string[] {
  const since = text(node, 'x-deprecated-since')
  const sunset = text(node, 'x-sunset')
  const faults = [
    canBeMarked(place)
      ? ''
      : 'only operations, parameters and fields can be marked, as nothing else is announced',
    node['deprecated'] === true ? '' : '`deprecated: true` is missing',
    isDay(since) ? '' : '`x-deprecated-since` must be a day, as YYYY-MM-DD in quotes',
    isDay(sunset) ? '' : '`x-sunset` must be a day, as YYYY-MM-DD in quotes',
    isDay(since) && isDay(sunset) && sunset < monthsAfter(since, NOTICE_MONTHS)
      ? `\`x-sunset\` must be ${monthsAfter(since, NOTICE_MONTHS)} or later, ${NOTICE_MONTHS} months after \`x-deprecated-since\``
      : '',
    /\binstead\b/i.test(text(node, 'description'))
      ? ''
      : 'the description must say what to use instead, in a sentence with the word "instead"',
  ]
  return faults.filter((fault) => fault !== '').map((fault) => `${pointer(place)}: ${fault}.`)
}

/** An operation, a parameter by name or in place, a field of a schema. */
function canBeMarked(place: readonly string[]): boolean {
  const [root, second] = place
  const holder = place.at(-2)
  if (root === 'paths' && place.length === 3) return METHODS.includes(place[2] ?? '')
  if (holder === 'parameters') return place.length === (second === 'parameters' ? 3 : 5)
  return holder === 'properties'
}

function isDay(day: string): boolean {
  return DAY.test(day) && new Date(day).toJSON()?.startsWith(day)
}

function monthsAfter(day: string, months: number): string {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, day.length)
}

function pointer(place: readonly string[]): string {
  return `#/${place.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}
