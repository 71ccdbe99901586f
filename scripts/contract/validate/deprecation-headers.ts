import { parsedUrl } from '../../../src/config.ts'
import type { Answer, Fault } from './answer.ts'
import type { Contract, Operation } from './contract.ts'
import type { DeprecationMark, Parameter } from './document.ts'

const NAMES = ['deprecation', 'sunset', 'link'] as const

type Name = (typeof NAMES)[number]
type Told = Readonly<Record<Name, string | undefined>>

/**
 * A validator of the headers that announce deprecation (RFC 9745 and RFC 8594): there where the
 * operation is deprecated or a deprecated parameter is given, and nowhere else. Where fields are
 * deprecated they may stand on any answer, with an earlier day.
 */
export function deprecationValidator({
  document,
}: Contract): (operation: Operation, answer: Answer) => Fault[] {
  const hasFields = hasMark(document.components.schemas)
  return (operation, answer) => {
    const used = marksUsed(operation, answer)
    const { deprecation, sunset, link } = answer.headers
    const told = { deprecation, sunset, link }
    const isTold = NAMES.some((name) => told[name] !== undefined)
    // What goes wrong may do so before it is known what was asked for.
    const isFree = !isTold && answer.status >= 400
    if (isFree || (used.length === 0 && hasFields)) return []
    const faults = used.length === 0 ? absenceFaults(told) : presenceFaults(told, used, hasFields)
    return faults.map((message) => ({ message, place: operation.place }))
  }
}

function marksUsed({ deprecation, parameters }: Operation, answer: Answer): DeprecationMark[] {
  const given = parameters.filter((parameter) => isGiven(parameter, answer))
  return [deprecation, ...given].filter(({ deprecated }) => deprecated === true)
}

function isGiven({ in: place, name }: Parameter, { url, sent }: Answer): boolean {
  if (place === 'query') return parsedUrl(`http://host${url}`)?.searchParams.has(name) === true
  return place === 'path' || name.toLowerCase() in sent
}

function absenceFaults(told: Told): string[] {
  return NAMES.filter((name) => told[name] !== undefined).map(
    (name) => `${name} is "${told[name]}" where nothing is deprecated`,
  )
}

function presenceFaults(
  told: Told,
  used: readonly DeprecationMark[],
  mayBeEarlier: boolean,
): string[] {
  const since = earliest(used.map((mark) => mark['x-deprecated-since']))
  const sunset = earliest(used.map((mark) => mark['x-sunset']))
  const isRight = (said: number, wanted: number): boolean =>
    said === wanted || (mayBeEarlier && said < wanted)
  const wanted = { deprecation: since && `@${since / 1000}`, sunset: sunset && httpDate(sunset) }
  const leads = ['deprecation', 'sunset'].filter((rel) => !told.link?.includes(`rel="${rel}"`))
  return [
    ...(since === undefined || isRight(structuredDate(told.deprecation), since)
      ? []
      : [wrong('deprecation', told, String(wanted.deprecation))]),
    ...(sunset === undefined || isRight(readHttpDate(told.sunset), sunset)
      ? []
      : [wrong('sunset', told, String(wanted.sunset))]),
    ...(leads.length === 0 ? [] : [wrong('link', told, `a link of ${leads.join(' and ')}`)]),
  ]
}

function wrong(name: Name, told: Told, wanted: string): string {
  return `${name} is "${told[name]}" instead of ${wanted}`
}

function earliest(days: readonly (string | undefined)[]): number | undefined {
  const [first] = days.filter((day) => day !== undefined).toSorted()
  return first === undefined ? undefined : Date.parse(first)
}

/** As in `@1796083200` (RFC 9651, section 3.3.7), in milliseconds; NaN where it is none. */
function structuredDate(text = ''): number {
  return /^@\d+$/.test(text) ? Number(text.slice(1)) * 1000 : Number.NaN
}

/** The preferred form (RFC 9110, section 5.6.7), in milliseconds; NaN where it is another. */
function readHttpDate(text = ''): number {
  const time = Date.parse(text)
  return !Number.isNaN(time) && httpDate(time) === text ? time : Number.NaN
}

function httpDate(time: number): string {
  return new Date(time).toUTCString()
}

function hasMark(node: unknown): boolean {
  if (node === null || typeof node !== 'object') return false
  return 'deprecated' in node && node.deprecated === true ? true : Object.values(node).some(hasMark)
}
