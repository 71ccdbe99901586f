import type { CallOptions } from './options.ts'
import type { MakeRequest } from './request.ts'
import type { Send } from './response.ts'

/** Sends no request before the listing is read. */
export type List<Item, ListQuery> = (query?: ListQuery, options?: CallOptions) => Listing<Item>

export function listOf(
  { makeRequest, send }: { readonly makeRequest: MakeRequest; readonly send: Send },
  path: string,
): List<unknown, Query> {
  return (given = {}, { signal } = {}) =>
    new Listing(async (query) => {
      const { body } = await send(makeRequest({ method: 'get', path, query, signal }))
      return JSON.parse(body) as Page<unknown>
    }, given)
}

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
 * A list from the offset of its query on. Each `for await` reads it again, and requests a page only when the loop
 * reaches it.
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
