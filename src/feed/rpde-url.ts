/** The URL of a page. Its parameters have always the same order, so that the last page names itself. */
export function rpdeUrl(
  url: string,
  query: Readonly<Record<string, string | number | null>>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) search.set(name, String(value))
  }
  search.sort()
  return search.size === 0 ? url : `${url}?${search.toString()}`
}
