import type { Urls } from '../contract/operation-types.ts'

/** Where this service serves the picture of records without one of their own. */
export const PLACEHOLDER_PATH = '/media/placeholder.svg'

/** The same picture as rows store it (database/migrations/0001-baseline.sql). */
const STORED_PLACEHOLDER = '/placeholder.svg'

/** The URL of the placeholder. It is on this service, because another media host need not have it. */
export function placeholderUrl(urls: Pick<Urls, 'public'>): string {
  return `${urls.public}${PLACEHOLDER_PATH}`
}

/** The URL of a stored picture. A path is relative to the media host, except that of the placeholder. */
export function pictureUrl(urls: Urls, stored: string): string {
  if (stored === STORED_PLACEHOLDER) return placeholderUrl(urls)
  return stored.startsWith('/') ? `${urls.media}${stored}` : stored
}

/** SQL of `pictureUrl`. @param urls SQL of the URLs. @param stored SQL of the column. */
export function pictureUrlSql(urls: Urls, stored: string): string {
  return `CASE WHEN ${stored} = '${STORED_PLACEHOLDER}' THEN ${urls.public} || '${PLACEHOLDER_PATH}'
    WHEN starts_with(${stored}, '/') THEN ${urls.media} || ${stored} ELSE ${stored} END`
}
