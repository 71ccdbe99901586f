import type { components } from '../../generated/v1.ts'
import { unauthorized } from '../auth/api-key.ts'
import type { OwnRecords, Viewer } from '../database/visibility.ts'

/** The page envelope of every list (contract). */
export interface Page<Item> {
  count: number
  next: string | null
  previous: string | null
  results: Item[]
}

export interface PageRequest {
  /** Absolute URL of the list, with the slash at its end. */
  readonly listUrl: string
  readonly limit: number
  readonly offset: number
  /** The query parameters as the client sent them. */
  readonly given: Readonly<Record<string, string>>
}

/** @param size the number of records of the page, which can be smaller than its limit where the list goes on. */
export function page<Item>(
  request: PageRequest,
  count: number,
  results: Item[],
  size: number,
): Page<Item> {
  const { limit, offset } = request
  const end = offset + size
  return {
    count,
    next: size > 0 && end < count ? pageLink(request, end) : null,
    previous: offset > 0 ? pageLink(request, Math.max(0, offset - limit)) : null,
    results,
  }
}

/** Repeats the given parameters, always with limit and offset, in alphabetical order. */
function pageLink({ listUrl, given, limit }: PageRequest, offset: number): string {
  const query = new URLSearchParams({ ...given, limit: String(limit), offset: String(offset) })
  query.sort()
  return `${listUrl}?${query.toString()}`
}

/** A sort key of the contract and its direction. */
export interface Ordering<Key extends string> {
  readonly key: Key
  readonly descending: boolean
}

/** The sort key of an ordering of the contract: `price` for `price` and `-price`. */
export type KeyOf<Value extends string> = Value extends `-${infer Key}` ? Key : Value

/** Parses `price` or `-price`; validation has already accepted the value. */
export function parseOrdering<Value extends string>(value: Value): Ordering<KeyOf<Value>> {
  const descending = value.startsWith('-')
  return { key: (descending ? value.slice(1) : value) as KeyOf<Value>, descending }
}

/**
 * The records that a list shows: the public ones, unless the request names another state, inactive ones or an external
 * id.
 * @throws 401 when an anonymous client asks for other records.
 */
export function requestedRecords(
  {
    publish_status: status,
    external_id: externalId,
    is_active: isActive,
  }: {
    publish_status?: components['schemas']['PublishStatus']
    external_id?: string
    is_active?: boolean
  },
  viewer: Viewer,
): 'public' | OwnRecords {
  const isOfPublic = (status ?? 'published') === 'published' && (isActive ?? true)
  if (externalId === undefined && isOfPublic) return 'public'
  if (viewer === undefined) throw unauthorized()
  return { status, externalId, isActive, viewer }
}
