import type { CallOptions } from './options.ts'
import { pathOf, type MakeRequest } from './request.ts'
import type { Send } from './response.ts'

/** Sends no request before the listing is read. `Target` is the id of the record below which a list is. */
export type List<Item, ListQuery, Target extends unknown[] = []> = (
  ...given: [...Target, query?: ListQuery, options?: CallOptions]
) => Listing<Item>

/** The records have `id` and the fields that the query names; where these are not known to the compiler, any may be absent. */
export type SparseList<Item, ListQuery> = <const Fields extends readonly (keyof Item)[] = []>(
  query?: Omit<ListQuery, 'fields'> & { readonly fields?: Fields },
  options?: CallOptions,
) => Listing<
  number extends Fields['length']
    ? Item
    : Required<Pick<Item, Fields[number] | ('id' & keyof Item)>>
>

export function listOf(
  { makeRequest, send }: { readonly makeRequest: MakeRequest; readonly send: Send },
  template: string,
): List<unknown, Query, unknown[]> {
  return (...given) => {
    const target = template.includes('{') ? given.shift() : undefined
    const [start = {}, { signal } = {}] = given as [Query?, CallOptions?]
    const path = pathOf(template, target)
    return new Listing(async (query) => {
      const { body } = await send(makeRequest({ method: 'get', path, query, signal }))
      return JSON.parse(body) as Page<unknown>
    }, start)
  }
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
 * reaches it. It keeps the ids of the records that it has read.
 */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #readPage: ReadPage<Item>
  readonly #query: Query

  constructor(readPage: ReadPage<Item>, query: Query) {
    this.#readPage = readPage
    this.#query = query
  }

  /**
   * The records, each once, and every record that stays in the list. Others add and remove records meanwhile, and
   * the records behind these move. So each page begins with the last record of the page before it. A page that begins with
   * an unknown record may have a gap before it: the walk goes back.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const start = Number(this.#query['offset'] ?? 0)
    const seen = new Set<unknown>()
    let [query, offset, overlap, size] = [this.#query, start, 0, 1]
    for (;;) {
      const { results, next } = await this.#readPage(query)
      const isJoined = overlap === 0 || seen.has(idOf(results[0]))
      if (isJoined) {
        for (const record of results) {
          if (!seen.has(idOf(record))) yield record
          seen.add(idOf(record))
        }
        if (next === null) return
        size = results.length
        // A page of one record has no second one to go on from.
        overlap = size > 1 ? 1 : 0
        offset = Number(queryOf(next)['offset']) - overlap
      } else {
        offset = Math.max(start, offset - size + 1)
        if (offset === start) overlap = 0
      }
      query = { ...this.#query, offset }
    }
  }

  /** The pages as they are at each request: while others write, a record can be on two of them or on none. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let query: Query | undefined = this.#query
    while (query !== undefined) {
      const page: Page<Item> = await this.#readPage(query)
      yield page
      query = page.next === null ? undefined : queryOf(page.next)
    }
  }
}

function idOf(record: unknown): unknown {
  return (record as { readonly id: unknown } | undefined)?.id
}

/** Uses only the query of a link, so the credential is sent to no other host. */
function queryOf(link: string): Query {
  return Object.fromEntries(new URL(link).searchParams)
}
