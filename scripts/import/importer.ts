import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { Expectation } from './check-file.ts'
import type { Fields } from './row.ts'
import type { SourceRecord } from './listings.ts'

/** The differences of one kind of file; all imports share everything else. */
export interface Importer<Listing extends SourceRecord> extends Expectation {
  /** Name of the source, as the summary shows it and the tables of sources hold it. */
  readonly source: string
  /** The field that names a row where the rest of it cannot be read. */
  readonly idField: string
  /** @throws {Rejection} */
  readListing(fields: Fields): Listing
  /** The ids of those listings whose stored version is equal. */
  findUnchanged(trx: Transaction<Database>, listings: readonly Listing[]): Promise<Set<string>>
  /** Inserts or updates; of two listings in one call, no two have the same id. */
  store(trx: Transaction<Database>, listings: readonly Listing[]): Promise<void>
}
