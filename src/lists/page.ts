import type { components } from '../../generated/v1.ts'
import { unauthorized } from '../auth/api-key.ts'
import type { Unpublished, Viewer } from '../database/visibility.ts'

/** The envelope of every list (interface.md, page envelope). */
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
  /** The query parameters as the request gave them. */
  readonly given: Readonly<Record<string, string>>
}

export function page<Item>(request: PageRequest, count: number, results: Item[]): Page<Item> {
  const { limit, offset } = request
  return {
    count,
    next: offset + limit < count ? pageLink(request, offset + limit) : null,
    previous: offset > 0 ? pageLink(request, Math.max(0, offset - limit)) : null,
    results,
  }
}

/** Keeps what the request gave, always carries limit and offset, names in alphabetical order. */
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

/** The sort key that an ordering of the contract names. */
export type KeyOf<Value extends string> = Value extends `-${infer Key}` ? Key : Value

/** Reads `price` or `-price`; the contract has allowed the value already. */
export function parseOrdering<Value extends string>(value: Value): Ordering<KeyOf<Value>> {
  const descending = value.startsWith('-')
  return { key: (descending ? value.slice(1) : value) as KeyOf<Value>, descending }
}

/**
 * Which records a list shows: what is public unless another state is asked for.
 * @throws 401 when the public asks for what it may not see (design: states).
 */
export function requestedState(
  status: components['schemas']['PublishStatus'] = 'published',
  viewer: Viewer,
): 'public' | Unpublished {
  if (status === 'published') return 'public'
  if (viewer === undefined) throw unauthorized()
  return { status, viewer }
}
