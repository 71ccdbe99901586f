import { parsedUrl } from '../../../src/config.ts'
import type { ReceivedResponse, ValidationError } from './received-response.ts'
import type { Operation } from './contract.ts'
import type { DeprecationMark, Parameter } from './document.ts'

const NAMES = ['deprecation', 'sunset', 'link'] as const

type Headers = ReceivedResponse['headers']

/**
 * Validates the headers that announce deprecation (RFC 9745 and RFC 8594): a response has them where
 * the operation is deprecated or a deprecated parameter is given, and nowhere else.
 */
export function deprecationErrors(
  operation: Operation,
  response: ReceivedResponse,
): ValidationError[] {
  const { headers, status } = response
  const used = marksUsed(operation, response)
  // A request can be rejected before its operation and parameters are known.
  if (status >= 400 && NAMES.every((name) => headers[name] === undefined)) return []
  const messages = used.length === 0 ? absenceErrors(headers) : presenceErrors(headers, used)
  return messages.map((message) => ({ message, place: operation.place }))
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

function presenceErrors(headers: Headers, used: readonly DeprecationMark[]): string[] {
  const { deprecation, sunset, link } = headers
  const since = earliest(used.map((mark) => mark['x-deprecated-since']))
  const end = earliest(used.map((mark) => mark['x-sunset']))
  const isWrong = (actual: number, expected: number | undefined): boolean =>
    expected !== undefined && actual !== expected
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
