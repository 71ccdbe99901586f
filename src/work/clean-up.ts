import type { Transaction } from 'kysely'
import type { Database } from '../database/tables.ts'
import { withLease } from './lease.ts'
import type { Task } from './worker.ts'

const EVERY_MS = 60_000

/**
 * The task that deletes old rows in batches.
 * @param deleteBatch returns whether there may be more to delete.
 */
export function cleanUp(
  name: string,
  deleteBatch: (trx: Transaction<Database>) => Promise<boolean>,
): Task {
  return {
    name,
    everyMs: EVERY_MS,
    async *run(db) {
      while (await withLease(db, name, deleteBatch)) yield
    },
  }
}
