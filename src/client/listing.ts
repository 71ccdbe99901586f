/** The envelope of a page. */
export interface Page<Item> {
  /** The number of records in the whole list. */
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Item[]
}

type Query = Readonly<Record<string, unknown>>

/** Reads the page of a query. */
type ReadPage<Item> = (query: Query) => Promise<Page<Item>>

/**
 * A list from the offset of its query on. Each `for await` reads it again, page by page, and no page that is
 * not needed.
 */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #readPage: ReadPage<Item>
  readonly #query: Query

  constructor(readPage: ReadPage<Item>, query: Query) {
    this.#readPage = readPage
    this.#query = query
  }

  /** The records, one by one. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { results } of this.pages()) yield* results
  }

  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let query: Query | undefined = this.#query
    while (query !== undefined) {
      const page: Page<Item> = await this.#readPage(query)
      yield page
      query = page.next === null ? undefined : queryOf(page.next)
    }
  }
}

/** Uses only the query of a link, so the credential is sent to no other host. */
function queryOf(link: string): Query {
  return Object.fromEntries(new URL(link).searchParams)
}
