import type { Kysely, Transaction } from 'kysely'
import type { Database } from './tables.ts'

/** Runs `read` so that all its queries see one and the same state of the database. */
export function inSnapshot<Result>(
  db: Kysely<Database>,
  read: (snapshot: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
