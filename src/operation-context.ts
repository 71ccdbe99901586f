import type { Kysely } from 'kysely'
import type { OperationMap, Urls } from './contract/operation-types.ts'
import type { DatabaseReader } from './database/kysely.ts'
import type { Database } from './database/tables.ts'
import type { CurrentRecord } from './feed/long-records.ts'
import type { FeedWatch, TakePlace } from './feed/feed-watch.ts'
import type { ListName } from './lists/list.ts'
import type { Lists } from './read-model/reader.ts'

/** The dependencies of an operation that only reads. */
export interface ReadContext {
  readonly db: DatabaseReader
  /** Reads the public records of lists, as fresh as the caller requires. */
  readonly lists: Lists
  /** Reads one public record as it is now, also where `lists` reads a replica. */
  readonly currentRecord: CurrentRecord
  /** The formats of the feeds (`FeedSpec`) that `currentRecord` agrees with. */
  readonly feedFormats: ReadonlyMap<ListName, string>
  readonly urls: Urls
  /** Lets a request wait for changes. */
  readonly feeds: FeedWatch
  /** The terms on which the data are published; undefined unless the operator has named them. */
  readonly dataLicenseUrl?: string | undefined
  /** Aborted when the client has gone. */
  readonly closed?: (() => AbortSignal) | undefined
  /** Counts the request as this many more by the rate limit. */
  readonly charge?: ((requests: number) => void) | undefined
  /**
   * Counts a part of the response as a request.
   * @throws 429 when the client has sent too many requests.
   */
  readonly count?: (() => Promise<void>) | undefined
  readonly takePlace?: TakePlace | undefined
  /** Resolves in the turn to send to one of many clients what all of them have waited for. */
  readonly turnToSend?: (() => Promise<void>) | undefined
}

/** The dependencies of an operation that writes. */
export interface Context extends ReadContext {
  /** The transaction of the write and its stored response. */
  readonly db: Kysely<Database>
  /** The bytes that a user may have stored; without it there is no limit. */
  readonly maxStoredBytes?: number | undefined
  /** CIDR ranges and addresses of receivers of webhooks that are allowed besides public ones; none by default. */
  readonly receiverRanges?: readonly string[] | undefined
  /** The number of HTTP requests that the process has received. */
  readonly requestsReceived: () => number
}

/** A function for every operation of the contract. */
export type Operations = OperationMap<Context, ReadContext>
