import type { Client } from 'openapi-fetch'
import { OPERATIONS } from '../../generated/operations.ts'
import type { operations, paths } from '../../generated/v1.ts'
import { signalOf, type CallOptions } from './options.ts'

type ListId = Extract<keyof operations, `list${string}`>

/** The name of a list in the client: `events` for `listEvents`. */
type ListName<Id extends ListId> = Id extends 'listMarketplaceArtworks'
  ? 'artworks'
  : Id extends `list${infer Name}`
    ? Uncapitalize<Name>
    : never

type ItemOf<Id extends ListId> =
  operations[Id]['responses'][200]['content']['application/json']['results'][number]

/** `limit`, `offset`, `ordering`, and the filters of the list. */
type ListQuery<Id extends ListId> = Readonly<
  Omit<NonNullable<operations[Id]['parameters']['query']>, 'format'>
>

/** Sends no request before the listing is read. */
type List<Id extends ListId> = (query?: ListQuery<Id>, options?: CallOptions) => Listing<ItemOf<Id>>

/** One function for each list of the contract. */
export type Lists = { readonly [Id in ListId as ListName<Id>]: List<Id> }

export function createLists(api: Client<paths>): Lists {
  const lists = Object.entries(OPERATIONS)
    .filter(([id]) => id.startsWith('list'))
    .map(([id, { path }]) => [nameOf(id), listOf(api, path)])
  return Object.fromEntries(lists) as Lists
}

function nameOf(id: string): string {
  const name = id.slice('list'.length)
  return id === 'listMarketplaceArtworks' ? 'artworks' : `${name[0]?.toLowerCase()}${name.slice(1)}`
}

function listOf(api: Client<paths>, path: string): List<ListId> {
  return (query, options) =>
    new Listing(async (pageQuery) => {
      const init = { params: { query: pageQuery }, ...signalOf(options) }
      // The compiler cannot relate a path to its types; `List` states them.
      const { data } = await api.GET(path as never, init as never)
      return data as unknown as Page<never>
    }, query ?? {})
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
