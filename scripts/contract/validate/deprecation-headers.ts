import { parsedUrl } from '../../../src/config.ts'
import type { ReceivedResponse, ValidationError } from './received-response.ts'
import type { Operation } from './contract.ts'
import type { DeprecationMark, Parameter } from './document.ts'

const NAMES = ['deprecation', 'sunset', 'link'] as const

/**
 * Validates the headers that announce deprecation (RFC 9745 and RFC 8594): a response has them where
 * the operation is deprecated or a deprecated parameter is given, and nowhere else.
 */
export function deprecationErrors(
  { deprecation, parameters, place }: Operation,
  response: ReceivedResponse,
): ValidationError[] {
  const { headers, status } = response
  // A request can be rejected before its operation and parameters are known.
  if (status >= 400 && NAMES.every((name) => headers[name] === undefined)) return []
  const given = parameters.filter((parameter) => isGiven(parameter, response))
  const expected = announcementOf([deprecation, ...given].filter((mark) => mark.deprecated))
  return NAMES.flatMap((name) => {
    // Only the relations of a link follow from the document.
    const actual = name === 'link' ? relationsOf(headers[name]) : headers[name]
    if (actual === expected[name]) return []
    const reason =
      expected[name] === undefined ? 'where nothing is deprecated' : `instead of ${expected[name]}`
    return [{ message: `${name} is "${headers[name]}" ${reason}`, place }]
  })
}

function isGiven({ in: place, name }: Parameter, { url, sent }: ReceivedResponse): boolean {
  if (place === 'query') return parsedUrl(`http://host${url}`)?.searchParams.has(name) === true
  return place === 'path' || name.toLowerCase() in sent
}

/** The earliest days of the marks, as RFC 9651, section 3.3.7, and RFC 9110, section 5.6.7, write them. */
function announcementOf(
  marks: readonly DeprecationMark[],
): Partial<Record<(typeof NAMES)[number], string>> {
  const earliest = (key: 'x-deprecated-since' | 'x-sunset') =>
    new Date(marks.map((mark) => mark[key] ?? '').toSorted()[0] ?? '')
  if (marks.length === 0) return {}
  return {
    deprecation: `@${earliest('x-deprecated-since').getTime() / 1_000}`,
    sunset: earliest('x-sunset').toUTCString(),
    link: 'deprecation, sunset',
  }
}

function relationsOf(link: string | undefined): string | undefined {
  const relations = ['deprecation', 'sunset'].filter((rel) => link?.includes(`rel="${rel}"`))
  return link === undefined ? undefined : relations.join(', ')
}
