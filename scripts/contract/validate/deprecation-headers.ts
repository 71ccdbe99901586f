import { parsedUrl } from '../../../src/config.ts'
import type { ReceivedResponse, ValidationError } from './received-response.ts'
import type { Contract, Operation } from './contract.ts'
import type { DeprecationMark, Parameter } from './document.ts'

const NAMES = ['deprecation', 'sunset', 'link'] as const

type Headers = ReceivedResponse['headers']

/**
 * A validator of the headers that announce deprecation (RFC 9745 and RFC 8594): a response has them where
 * the operation is deprecated or a deprecated parameter is given, and nowhere else. Where fields are
 * deprecated, any response may have them, with an earlier day.
 */
export function deprecationValidator({
  document,
}: Contract): (operation: Operation, response: ReceivedResponse) => ValidationError[] {
  const hasFields = hasMark(document.components.schemas)
  return (operation, response) => {
    const { headers, status } = response
    const used = marksUsed(operation, response)
    const isAnnounced = NAMES.some((name) => headers[name] !== undefined)
    // A request can be rejected before its operation and parameters are known.
    const isExempt = !isAnnounced && status >= 400
    if (isExempt || (used.length === 0 && hasFields)) return []
    const messages =
      used.length === 0 ? absenceErrors(headers) : presenceErrors(headers, used, hasFields)
    return messages.map((message) => ({ message, place: operation.place }))
  }
}

function marksUsed({ deprecation, parameters }: Operation, response: ReceivedResponse) {
  const given = parameters.filter((parameter) => isGiven(parameter, response))
  return [deprecation, ...given].filter(({ deprecated }) => deprecated === true)
}

function isGiven({ in: place, name }: Parameter, { url, sent }: ReceivedResponse): boolean {
  if (place === 'query') return parsedUrl(`http://host${url}`)?.searchParams.has(name) === true
  return place === 'path' || name.toLowerCase() in sent
}

function absenceErrors(headers: Headers): string[] {
  return NAMES.filter((name) => headers[name] !== undefined).map(
    (name) => `${name} is "${headers[name]}" where nothing is deprecated`,
  )
}

function presenceErrors(
  headers: Headers,
  used: readonly DeprecationMark[],
  mayBeEarlier: boolean,
): string[] {
  const { deprecation, sunset, link } = headers
  const since = earliest(used.map((mark) => mark['x-deprecated-since']))
  const end = earliest(used.map((mark) => mark['x-sunset']))
  const isWrong = (actual: number, expected: number | undefined): boolean =>
    expected !== undefined && actual !== expected && !(mayBeEarlier && actual < expected)
  const missing = ['deprecation', 'sunset'].filter((rel) => !link?.includes(`rel="${rel}"`))
  const wrong = {
    deprecation: isWrong(structuredDate(deprecation), since) && `@${Number(since) / 1000}`,
    sunset: isWrong(readHttpDate(sunset), end) && httpDate(Number(end)),
    link: missing.length > 0 && `a link of ${missing.join(' and ')}`,
  }
  return NAMES.filter((name) => wrong[name] !== false).map(
    (name) => `${name} is "${headers[name]}" instead of ${wrong[name]}`,
  )
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
  return ('deprecated' in node && node.deprecated === true) || Object.values(node).some(hasMark)
}
