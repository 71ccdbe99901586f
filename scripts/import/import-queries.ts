import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

/** First half of the key of an import's advisory lock; the second half names the source. */
const LOCK_SPACE = 5_432_019

/** Locks the source for this session; false when another session has it. */
export async function tryLockSource(session: Kysely<Database>, source: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_lock(${LOCK_SPACE}, hashtext(${source})) AS locked`.execute(session)
  return rows[0]?.locked === true
}

export async function unlockSource(session: Kysely<Database>, source: string): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${LOCK_SPACE}, hashtext(${source}))`.execute(session)
}

/** Runs `work` so that its failure undoes it alone and not the whole transaction. */
export async function withSavepoint(
  trx: Transaction<Database>,
  work: () => Promise<void>,
): Promise<void> {
  await sql`SAVEPOINT part`.execute(trx)
  try {
    await work()
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT part`.execute(trx)
    throw error
  }
  await sql`RELEASE SAVEPOINT part`.execute(trx)
}
