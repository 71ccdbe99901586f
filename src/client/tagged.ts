/** A record of a response, with the ETag of this state. */
export interface Tagged<Item> {
  readonly record: Item
  /** The `ETag` of the response; empty, and of no use, where a proxy has removed it. */
  readonly etag: string
}

/** The state of a record that was read: the result of an operation. */
export type Seen = Tagged<{ readonly id: number }>

interface Fetched<Item> {
  readonly data?: Item
  readonly response: Response
}

/** Middleware has thrown every response that is no success. */
export async function tagged<Item>(fetched: Promise<Fetched<Item>>): Promise<Tagged<Item>> {
  const { data, response } = await fetched
  return { record: data as Item, etag: response.headers.get('ETag') ?? '' }
}
