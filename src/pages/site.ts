import { apiRoot } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { Site } from './page.tsx'

/** Where the pages of a service lie that is reached at `urls.public`. */
export function siteOf(urls: Urls): Site {
  const prefix = new URL(urls.public).pathname.replace(/\/$/, '')
  return { prefix, api: `${prefix}${apiRoot}` }
}
