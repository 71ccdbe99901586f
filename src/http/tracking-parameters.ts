import type { IncomingMessage } from 'node:http'
import { prefersHtml } from '../contract/content-negotiation.ts'

/** Parameters that other sites, newsletters and advertisements add to their links, so that they can count who follows them. */
const TRACKING =
  /(?<=[?&])(?:utm_\w+|(?:d|fb|g|tt|tw|y)clid|msclkid|[gw]braid|gad_source|srsltid|li_fat_id|igsh(?:id)?|mc_[ce]id|_hs(?:enc|mi)|_g[al])(?:=[^&]*)?(?:&|$)/g

/**
 * The URL of a page without tracking parameters: a visitor has followed a link that somebody has shared.
 * The URL of anything else is left as it is: a program gets 400 for a parameter that does not exist.
 */
export function withoutTracking(
  url: string,
  { method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
): string {
  if (!url.includes('?')) return url
  const rest = url.replace(TRACKING, '')
  if (rest.length === url.length || !prefersHtml(method, url, headers.accept)) return url
  return rest.replace(/[?&]$/, '')
}
