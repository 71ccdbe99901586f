/** On every answer of the service, whatever made it (RFC 9110, section 12.5.5). */
export const VARY = 'Accept, Accept-Encoding'

/** What a program in a browser is told of an answer beside its body (Fetch, CORS protocol). */
const EXPOSED = [
  'Allow',
  'Deprecation',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'X-Request-Id',
]

const ONE_YEAR_SECONDS = 31_536_000

/**
 * What every answer says, whatever made it. By constants: a middleware would compute the same ones at
 * every request. A page sets a policy of its own in the place of the one here, which allows nothing.
 * @param publicUrl where this is not https, nobody is told to insist on it (RFC 6797, section 7.2).
 */
export function defaultHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return Object.freeze({
    vary: VARY,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    // Without a condition, so that no cache can hold an answer that lacks them.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED.join(', '),
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}`,
    }),
  })
}
