/**
 * The content security policy of views: own style, scripts and icon, pictures of the media host, and nothing
 * else, so a URL or text from the data cannot run or load anything.
 * @param mediaUrl the URL of the media host.
 */
export function htmlHeaders(mediaUrl: string): Record<string, string> {
  return securityHeaders([
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src 'self' ${new URL(mediaUrl).origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
}

/** @param directives of the content security policy (W3C CSP 3). */
export function securityHeaders(directives: readonly string[]): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}
