import { apiRoot } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'

export interface Site {
  /** The public URL, without a trailing slash. */
  readonly url: string
  /** The path of the public URL without a trailing slash; every link of a view begins with it. */
  readonly prefix: string
  /** The path of the API with the prefix: `/api/v1`. */
  readonly api: string
}

/** Of the index of the sitemap, below the public URL. */
export const SITEMAP_PATH = '/sitemap.xml'

/** The path of a collection as in the contract. */
export function collectionPath({ api }: Site, collection: string): string {
  return `${api}/${collection}/`
}

/** The paths of a service at `urls.public`. */
export function siteOf(urls: Urls): Site {
  const prefix = new URL(urls.public).pathname.replace(/\/$/, '')
  return { url: urls.public, prefix, api: `${prefix}${apiRoot}` }
}

/** The name and the path of the document to which all others belong. */
export function guideOf({ prefix }: Site): readonly [name: string, path: string] {
  return ['Guide', `${prefix}/docs/guide`]
}
