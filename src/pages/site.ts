import { apiRoot } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'

export interface Site {
  /** Path of the public URL, without a slash at the end; every address on a page begins with it. */
  readonly prefix: string
  /** The path that the collections lie below, prefix included: `/api/v1`. */
  readonly api: string
}

/** The address of a collection, as it stands in the contract. */
export function collectionPath({ api }: Site, collection: string): string {
  return `${api}/${collection}/`
}

/** Where the pages of a service lie that is reached at `urls.public`. */
export function siteOf(urls: Urls): Site {
  const prefix = new URL(urls.public).pathname.replace(/\/$/, '')
  return { prefix, api: `${prefix}${apiRoot}` }
}
