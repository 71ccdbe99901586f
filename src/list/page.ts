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
