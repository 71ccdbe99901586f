import { parsedUrl } from '../config.ts'
import type { Urls } from '../contract/operation-types.ts'
import { placeholderUrl } from '../json-sql/picture-url.ts'

/** Where views load pictures from. */
export interface Pictures {
  /** The sources of `img-src` (W3C CSP 3). */
  readonly sources: readonly string[]
  /** The address to load a picture from: a path for one of this service; undefined for one that no view may load. */
  addressOf(url: string): string | undefined
  /** Whether it is the picture of records without one of their own. */
  isPlaceholder(url: string): boolean
}

/**
 * @param hosts the hosts of partners' pictures besides the media host, such as `*.cdn.example`; undefined allows all.
 */
export function picturesOf(urls: Urls, hosts?: readonly string[]): Pictures {
  const own = new URL(urls.public).origin
  const media = new URL(urls.media).origin
  const placeholder = placeholderUrl(urls)
  // A browser that loads a page by https upgrades its pictures to https before it applies the policy.
  const anyHost = own.startsWith('https:') ? ['https:'] : ['https:', 'http:']
  const isAllowed = ({ origin, host }: URL): boolean =>
    origin === media || hosts === undefined || hosts.some((pattern) => matches(host, pattern))
  return {
    sources: ["'self'", ...(media === own ? [] : [media]), ...(hosts ?? anyHost)],
    addressOf(text) {
      const url = parsedUrl(text)
      if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
      // Relative, so that a picture is found behind a proxy or a port mapping that PUBLIC_URL does not know.
      if (url.origin === own && !url.pathname.startsWith('//')) return url.pathname + url.search
      return isAllowed(url) ? url.href : undefined
    },
    isPlaceholder: (text) => text === placeholder,
  }
}

function matches(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
