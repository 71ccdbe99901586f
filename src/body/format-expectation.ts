/** What the formats of request-formats.ts take, in words. */
const MEANINGS: Readonly<Record<string, string>> = {
  'date-time':
    'an RFC 3339 timestamp with a time zone, such as 2026-03-14T09:00:00Z, in the years 1000 to 9999',
  uri: 'an absolute http or https URL without a user',
  'uri-reference': 'a URL or a part of one, in printable ASCII',
  uuid: 'a UUID in lower case',
  int32: 'an integer from -2147483648 to 2147483647',
  int64: 'an integer from -9007199254740991 to 9007199254740991',
  double: 'a number',
}

export function formatExpectation(format: string): string {
  return `It must be ${MEANINGS[format] ?? `of the format ${format}`}.`
}
