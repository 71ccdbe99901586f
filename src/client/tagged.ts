/** A record as it was answered, with what names that state of it. */
export interface Tagged<Item> {
  readonly record: Item
  /** The `ETag` of the answer; empty where something on the way has taken it, and of no use then. */
  readonly etag: string
}

/** Which state of which record was read; what an operation has answered will do. */
export type Seen = Tagged<{ readonly id: number }>

interface Fetched<Item> {
  readonly data?: Item
  readonly response: Response
}

/** Whatever is no success has been thrown before. */
export async function tagged<Item>(fetched: Promise<Fetched<Item>>): Promise<Tagged<Item>> {
  const { data, response } = await fetched
  return { record: data as Item, etag: response.headers.get('ETag') ?? '' }
}
