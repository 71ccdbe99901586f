interface Links {
  readonly next: string | null
  readonly previous?: string | null
}

/**
 * The pages of a list from one on, by their links.
 * @param get reads the page at a URL without its origin.
 * @throws an error for a walk without an end.
 */
export async function walkPages<Page extends Links>(
  get: (url: string) => Promise<Page>,
  first: string,
  by: keyof Links = 'next',
): Promise<Page[]> {
  const pages: Page[] = []
  for (let url: string | null = first; url !== null;) {
    if (pages.length > 10_000) throw new Error(`The walk from ${first} has no end`)
    const page: Page = await get(url.replace(/^https?:\/\/[^/]+/, ''))
    pages.push(page)
    url = page[by] ?? null
  }
  return pages
}
