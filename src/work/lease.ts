import { sql, type Kysely, type Transaction } from 'kysely'
import { readCommitted } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'

/** With this seed, the hash of a name is no other advisory lock of the service. */
const SEED = 5_432_024

/**
 * A step that one process does at a time: a transaction that holds an advisory lock, and so ends with its process.
 * @returns false while another process does it.
 */
export function withLease(
  db: Kysely<Database>,
  name: string,
  step: (trx: Transaction<Database>) => Promise<boolean>,
): Promise<boolean> {
  return readCommitted(db, async (trx) => {
    const { rows } = await sql<{ held: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, ${SEED}::bigint))
        AS held`.execute(trx)
    return rows[0]?.held === true && step(trx)
  })
}
