/** The envelope of every list of the contract. */
export interface Page<Item> {
  /** Of the whole collection, now. */
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Item[]
}

type Query = Readonly<Record<string, unknown>>

/** Reads the page that a query stands for. */
type ReadPage<Item> = (query: Query) => Promise<Page<Item>>

/**
 * A whole collection, from where its query begins. Each `for await` reads it anew, a page when it is
 * needed and none beyond.
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

/** Of a link, its query alone is followed: the credential goes nowhere but to the client's address. */
function queryOf(link: string): Query {
  return Object.fromEntries(new URL(link).searchParams)
}
