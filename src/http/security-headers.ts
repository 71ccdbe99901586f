/** For every response of the service (RFC 9110, section 12.5.5). */
export const VARY = 'Accept, Accept-Encoding'

/** The response headers that scripts in browsers may read (Fetch, CORS protocol). */
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
 * The headers of every response, as constants: a middleware would compute them for every request. An HTML
 * view replaces the Content-Security-Policy, which allows nothing here.
 * @param publicUrl Strict-Transport-Security is set only if it is https (RFC 6797, section 7.2).
 */
export function defaultHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return Object.freeze({
    vary: VARY,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    // Unconditional, so that no cache can hold a response without them.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED.join(', '),
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}`,
    }),
  })
}
