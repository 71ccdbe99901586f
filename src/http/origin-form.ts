import type { IncomingMessage } from 'node:http'
import { apiRoot } from '../contract/document.ts'

const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]*/i

/**
 * Path and query of a request target. The absolute form, which proxies send, names the host as well
 * (RFC 9112, section 3.2.2); what host a client believes to speak to changes nothing here.
 */
function originForm({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url
  const match = SCHEME_AND_AUTHORITY.exec(url)
  if (match === null) return url
  const rest = url.slice(match[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** What answers a request target. The service as a whole answers as its API does: with the index. */
export function rewriteUrl(request: Pick<IncomingMessage, 'url'>): string {
  const url = originForm(request)
  const isRoot = url === '/' || url.startsWith('/?')
  return isRoot ? `${apiRoot}${url}` : url
}
