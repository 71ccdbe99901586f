/**
 * The headers of views. The content security policy allows the service's own style and scripts, and pictures, so no
 * other URL and no text in the data can load or run anything else.
 * @param pictureSources the sources of pictures.
 */
export function htmlHeaders(pictureSources: readonly string[]): Record<string, string> {
  return securityHeaders([
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src ${pictureSources.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
}

/**
 * No link and no picture needs an attribute that keeps other sites from learning where a reader comes from.
 * @param directives of the content security policy (W3C CSP 3).
 */
export function securityHeaders(directives: readonly string[]): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}
