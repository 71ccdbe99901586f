import type { Kysely } from 'kysely'
import type { OperationMap, Urls } from './contract/operation-types.ts'
import type { Database } from './database/tables.ts'
import type { ListReader } from './read-model/reader.ts'

/** What every operation may use. */
export interface Context {
  /** For an operation that writes, the transaction that its answer is committed with. */
  readonly db: Kysely<Database>
  /** What the public may see of lists, of a state that the caller may be shown. */
  readonly lists: ListReader
  readonly urls: Urls
}

/** A function for every operation of the contract. */
export type Operations = OperationMap<Context>
